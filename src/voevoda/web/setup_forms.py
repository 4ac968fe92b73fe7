"""The fields of a battle file as groups of controls, for any rulebook: what there is comes from its schema.

A control has the name of its field in the form: ``sides.0.units.2.count``.  Labels are the messages
``setup.<book>.<path>``, where the path has no indices; words of an option ``….<path>=<option>``, and of none
chosen ``….<path>=``; ``….hint`` is what stands under a field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final, Literal

from voevoda.export.rules_text import tables_of
from voevoda.files.forms import OWN, YES, Field, print_line
from voevoda.files.yaml_text import Loc
from voevoda.i18n import Language, has_text, number, text
from voevoda.web import fields
from voevoda.web.fields import Arms, Control, Group, Press, Roster, UnitRow
from voevoda.web.parts import Action, Clause, Which, Words
from voevoda.web.scene import CLAUSE, SIDES, clause

STEPS: Final = 20
"""The most that the ends of a number may be apart for it to be stepped through by buttons."""

IN_SIGHT: Final = 4
"""Of so many options all are in sight."""

SHORT: Final = 22
"""As long as their words are together no longer than so many letters."""

LETTERS: Final = 12
"""So many fit into a choice that shares its row."""

BRIEF: Final = 10
"""With labels no longer than so many letters, two numbers fit beside a name."""

ROW: Final = 3
"""Numbers that stand beside each other."""

SIMPLE: Final = frozenset({"text", "whole", "exact", "choice", "flag", "steps"})

ARMS: Final[Mapping[str, Arms]] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "armour": "armour",
    "aircraft": "aircraft",
}


@dataclass(frozen=True, slots=True)
class Filling:
    """A form as it is filled in."""

    book: str
    lang: Language
    filled: Mapping[str, Sequence[str]]
    """The lines under each name."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with a field, or with what is in it together, by its name."""
    open: str = ""
    """What was added or moved last, and so is to be seen."""

    def line(self, name: str) -> str:
        """What is filled in under a name."""
        return next(iter(self.filled.get(name, ())), "")

    def say(self, key: str, /, **facts: object) -> str:
        """A text in the reader's language."""
        return text(self.lang, key, facts)

    def label(self, path: str) -> tuple[str, Clause | None]:
        """What a field is called, and the clause that it is about."""
        words = text(self.lang, self._key(path), {})
        found = CLAUSE.search(words)
        if found is None or found.end() < len(words):
            return words, None
        return words[: found.start()].rstrip(), clause(self.book, found[0])

    def _key(self, path: str) -> str:
        reading = path.removeprefix("readings.")
        return f"{self.book}.reading.{reading}" if reading != path else f"setup.{self.book}.{path}"

    def option(self, path: str, option: str) -> str:
        """An option in words; as it is where the book knows none like it."""
        reading = path.removeprefix("readings.")
        known = f"{self.book}.reading.{reading}.{option}"
        key = known if reading != path else f"setup.{self.book}.{path}={option}"
        return text(self.lang, key, {}) if has_text(self.lang, key) else option

    def hint(self, path: str) -> str:
        """What stands under a field."""
        key = f"setup.{self.book}.{path}.hint"
        return text(self.lang, key, {}) if has_text(self.lang, key) else ""

    def place(self, loc: Loc) -> str:
        """A place in a battle file in words: whose it is, what it is in, and what the field is called."""
        told = list[str]()
        for n, step in enumerate(loc):
            here, after = ".".join(map(str, loc[: n + 1])), loc[n + 1 : n + 2]
            if isinstance(step, int):
                side = self.say(f"setup.page.side.{step}") if n == 1 and loc[0] == "sides" else ""
                told.append(self.line(f"{here}.name") or side or self.label(path_of(loc[:n]))[0])
            elif not (after and isinstance(after[0], int) and loc[n + 2 :]):
                path = path_of(loc[: n + 1])
                told.append(self.label(path)[0] if has_text(self.lang, self._key(path)) else step)
        return ": ".join(filter(None, told))

    def field_of(self, loc: Loc) -> str:
        """What the field at a place is called; nothing where it has no words."""
        path = path_of(loc)
        return self.label(path)[0] if has_text(self.lang, self._key(path)) else ""

    def is_wrong_within(self, name: str) -> bool:
        """Whether something is wrong in a record or a list."""
        return any(each == name or each.startswith(f"{name}.") for each in self.wrong)

    def wrong_within(self, name: str) -> str:
        """All that is wrong with a field that shows what is in it, too."""
        within = (words for each, words in self.wrong.items() if each == name or each.startswith(f"{name}."))
        return " ".join(within)


def path_of(loc: Loc) -> str:
    """The names on the way to a place, without indices."""
    return ".".join(step for step in loc if isinstance(step, str))


def side_groups(filling: Filling, sides: Field, index: int) -> tuple[Group, ...]:
    """The groups of a side, in the order of the book."""
    return tuple(_record(filling, sides, f"sides.{index}", SIDES[index]))


def common_groups(filling: Filling, form: Field) -> tuple[Group, ...]:
    """What belongs to no side."""
    inner = [each for each in form.fields if each.name not in ("title", "sides")]
    if not tables_of(filling.book) and not filling.line("tables"):
        inner = [each for each in inner if each.name != "tables"]
    inner.sort(key=lambda each: each.kind == "raw")
    return tuple(_groups(filling, inner, "", ""))


def title_group(filling: Filling, form: Field) -> Group:
    """What stands above both sides."""
    return Group(rows=tuple(_rows(filling, [each for each in form.fields if each.name == "title"], "")))


def shown_names(groups: Iterable[Group]) -> Iterator[str]:
    """The names under which a page says what is wrong."""
    for group in groups:
        if group.id:
            yield group.id
        for control in (each for row in group.rows for each in row):
            yield control.name
        for row in group.roster.rows if group.roster else ():
            yield from shown_names(row.groups)
        yield from shown_names(group.groups)


def _record(filling: Filling, record: Field, name: str, which: Which) -> Iterator[Group]:
    yield from _groups(filling, record.fields, f"{name}.", which)


def _groups(filling: Filling, inner: Sequence[Field], around: str, which: Which) -> Iterator[Group]:
    """The fields in the order of the book: simple ones beside each other, the rest under headings."""
    for simple, some in groupby(inner, key=lambda each: each.kind in SIMPLE):
        if simple:
            yield Group(rows=tuple(_rows(filling, tuple(some), around)))
        else:
            for each in some:
                yield from _group(filling, each, f"{around}{each.name}", which)


def _group(filling: Filling, each: Field, name: str, which: Which) -> Iterator[Group]:
    """A field that has a heading of its own."""
    match each.kind:
        case "record":
            yield _fold(filling, each, name, tuple(_groups(filling, each.fields, f"{name}.", which)))
        case "records":
            yield _list(filling, each, name, which)
        case "several":
            yield _several(filling, each, name)
        case "names" | "raw":
            label, cite = filling.label(each.path)
            group = Group(label, rows=((_lines(filling, each, name),),), cite=cite)
            yield _folded(filling, group, name, is_set=bool(filling.line(name)))
        case _:
            pass


# Simple fields


def _rows(filling: Filling, simple: Sequence[Field], around: str) -> Iterator[tuple[Control, ...]]:
    """Controls in rows: numbers and a name beside each other, options two by two, a flag alone."""
    row: list[Control] = []
    room = ROW
    for each in simple:
        for control, width in _controls(filling, each, f"{around}{each.name}"):
            apart = bool(row) and not control.name.endswith(OWN) and _is_wide(row[0]) != _is_wide(control)
            if width > room + _is_third(row, control) or apart:
                yield tuple(row)
                row, room = [], ROW
            row.append(control)
            room -= width
            if room <= 0 and not _has_room(row):
                yield tuple(row)
                row, room = [], ROW
    if row:
        yield tuple(row)


def _has_room(row: Sequence[Control]) -> bool:
    """Whether a second number fits beside a name."""
    return len(row) == 2 and _is_name(row[0]) and _is_brief(row[1])


def _is_third(row: Sequence[Control], control: Control) -> bool:
    """Whether this is that second number."""
    return _has_room(row) and _is_brief(control)


def _is_name(control: Control) -> bool:
    return isinstance(control, fields.Field) and control.wide


def _is_brief(control: Control) -> bool:
    if not isinstance(control, fields.Field) or not control.numeric:
        return False
    return not control.cite and not control.hint and len(control.label) <= BRIEF


def _is_wide(control: Control) -> bool:
    return control.kind in ("choice", "segments", "stepper")


def _controls(filling: Filling, each: Field, name: str) -> Iterator[tuple[Control, int]]:
    """The control of a field and how much of a row it takes; two of them for a step or a number."""
    label, cite = filling.label(each.path)
    value, wrong = filling.line(name), filling.wrong.get(name, "")
    match each.kind:
        case "flag":
            checked = bool(filling.filled.get(name))
            yield fields.Check(name, label, checked, cite), ROW
        case "choice":
            shown = _choice(filling, each, name)
            yield shown, ROW if _is_long(shown) else 1
        case "steps":
            options = (("", filling.option(each.path, "")), *_options(filling, each, value))
            yield fields.Choice(name, label, value, options, cite, wrong), 2
            own = filling.say("setup.page.own")
            yield fields.Field(name + OWN, own, filling.line(name + OWN), keys="text"), 1
        case "whole" if _is_stepped(each):
            yield fields.Stepper(name, label, _signed(value), cite, wrong), 1
        case "whole":
            keys = _keys(each)
            yield (
                fields.Field(
                    name, label, value, cite=cite, error=wrong, hint=filling.hint(each.path), keys=keys
                ),
                1,
            )
        case "exact":
            hint = filling.hint(each.path)
            yield fields.Field(name, label, value, cite=cite, error=wrong, hint=hint, keys="text"), 1
        case "text":
            named = each.longest is not None
            control = fields.Field(
                name,
                label,
                value,
                numeric=False,
                wide=named,
                cite=cite,
                error=wrong,
                hint=filling.hint(each.path),
            )
            yield control, 2 if named else 1
        case _:
            pass


def _keys(each: Field) -> Literal["numeric", "text"]:
    """The keys for a number: a phone's digits have no minus among them."""
    return "numeric" if each.low is not None and each.low >= 0 else "text"


def _is_stepped(each: Field) -> bool:
    low, high = each.low, each.high
    return low is not None and high is not None and low < 0 < high and high - low <= STEPS


def _signed(line: str) -> str:
    """A small number with its sign."""
    plain = line.removeprefix("-")
    if not plain.isascii() or not plain.isdecimal() or not int(plain):
        return line
    return f"\N{MINUS SIGN}{plain}" if line.startswith("-") else f"+{line}"


def _options(filling: Filling, each: Field, value: str) -> tuple[tuple[str, str], ...]:
    """The options in words; one that there is not is among them as long as it is chosen."""
    known = dict.fromkeys((*each.options, *((value,) if value else ())))
    return tuple((option, filling.option(each.path, option)) for option in known)


def _choice(filling: Filling, each: Field, name: str) -> Control:
    label, cite = filling.label(each.path)
    value, wrong = filling.line(name), filling.wrong.get(name, "")
    options = _options(filling, each, value)
    if each.default is None:
        options = (("", filling.option(each.path, "") or "–"), *options)
    letters = sum(len(words) for _, words in options)
    if len(options) <= IN_SIGHT and letters <= SHORT and not wrong:
        return fields.Segments(name, label, value, options, cite)
    return fields.Choice(name, label, value, options, cite, wrong)


def _is_long(shown: Control) -> bool:
    """Whether the words of a choice want a row of their own."""
    if isinstance(shown, fields.Segments):
        return sum(len(words) for _, words in shown.options) > SHORT - len(shown.options)
    return isinstance(shown, fields.Choice) and any(len(words) > LETTERS for _, words in shown.options)


def _lines(filling: Filling, each: Field, name: str) -> Control:
    """Several lines of text."""
    label, _ = filling.label(each.path)
    hint = filling.hint(each.path) or filling.say("setup.page.names")
    return fields.LongText(name, label, filling.line(name), hint, filling.wrong_within(name))


# Groups that open and close


def _fold(filling: Filling, each: Field, name: str, inner: tuple[Group, ...]) -> Group:
    """A record with its fields; what must be filled in stands open."""
    label, cite = filling.label(each.path)
    first, rest = (inner[0].rows, inner[1:]) if inner and not inner[0].title else ((), inner)
    group = Group(label, rows=first, groups=rest, cite=cite)
    if each.required:
        return _with_error(filling, group, name)
    return _folded(filling, group, name, is_set=_is_set(filling, each, name))


def _folded(filling: Filling, group: Group, name: str, *, is_set: bool, fact: str = "") -> Group:
    wrong = filling.is_wrong_within(name)
    fact = fact or ("" if is_set else filling.say("setup.page.unset"))
    opened = is_set or wrong or filling.open.startswith(name)
    return replace(_with_error(filling, group, name), fact=fact, fold="open" if opened else "closed")


def _with_error(filling: Filling, group: Group, name: str) -> Group:
    """A group with its name, and what is wrong with it as a whole unless one of its fields says so."""
    own = {control.name for row in group.rows for control in row}
    error = "" if name in own else filling.wrong.get(name, "")
    return replace(group, id=name, error=error)


def _is_set(filling: Filling, each: Field, name: str) -> bool:
    """Whether something in a record is other than its default."""
    for inner in each.fields:
        within = f"{name}.{inner.name}"
        if inner.kind in ("record", "records"):
            if inner.kind == "record" and _is_set(filling, inner, within):
                return True
            continue
        lines = [line for line in (*filling.filled.get(within, ()), filling.line(within + OWN)) if line]
        usual = print_line(inner.default) if inner.kind in ("choice", "text", "whole", "exact") else ""
        if inner.kind == "flag":
            usual = YES if inner.default else ""
        if lines != ([usual] if usual else []):
            return True
    return False


def _several(filling: Filling, each: Field, name: str) -> Group:
    """Any of some options, each a box."""
    label, cite = filling.label(each.path)
    chosen = filling.filled.get(name, ())
    known = dict.fromkeys((*each.options, *chosen))
    rows = tuple(
        (fields.Check(name, filling.option(each.path, option), option in chosen, value=option),)
        for option in known
    )
    words = ", ".join(filling.option(each.path, option) for option in chosen)
    group = _folded(filling, Group(label, rows=rows, cite=cite), name, is_set=bool(chosen), fact=words)
    return replace(group, error=filling.wrong_within(name))


# Lists of records


def _list(filling: Filling, each: Field, name: str, which: Which) -> Group:
    """A list of records: as units that open where they are large, else with all their fields in sight."""
    label, cite = filling.label(each.path)
    count = filling.line(name)
    items = [f"{name}.{index}" for index in range(int(count) if count.isdecimal() else 0)]
    add = Action(filling.say(f"setup.{filling.book}.{each.path}.add"), name, "link", post=True)
    if any(inner.name == "name" for inner in each.fields):
        rows = tuple(_unit(filling, each, item, which) for item in items)
        total = _total(filling, each, items)
        roster = Roster(label, which, rows, _counted(filling, each), total, cite, add)
        return Group(roster=roster, id=name, error=filling.wrong.get(name, ""))
    inner = tuple(_small(filling, each, item) for item in items)
    group = Group(label, groups=inner, cite=cite, presses=(Press(add.label, "add", name),))
    return _folded(filling, group, name, is_set=bool(items))


def _small(filling: Filling, each: Field, name: str) -> Group:
    """A record of few fields, all in sight."""
    rows = tuple(_rows(filling, [inner for inner in each.fields if inner.kind in SIMPLE], f"{name}."))
    label, _ = filling.label(each.path)
    remove = Press(
        filling.say("setup.page.remove"),
        "remove",
        name,
        about=filling.say("setup.page.remove.what", what=f"{label} {int(name.rpartition('.')[2]) + 1}"),
    )
    return Group(rows=rows, id=name, error=filling.wrong.get(name, ""), presses=(remove,))


def _unit(filling: Filling, each: Field, name: str, which: Which) -> UnitRow:
    """A unit, a character or a fighter, which opens to be changed."""
    wrong = filling.is_wrong_within(name)
    called = filling.line(f"{name}.name") or filling.say("setup.page.nameless")
    presses = tuple(
        Press(
            filling.say(f"setup.page.{what}"),
            what,
            name,
            about=filling.say(f"setup.page.{what}.what", what=called),
        )
        for what in ("copy", "up", "down", "remove")
    )
    groups = tuple(_record(filling, each, name, which))
    if name in filling.wrong:
        groups = (Group(id=name, error=filling.wrong[name]), *groups)
    return UnitRow(
        name=called,
        about=_listed(tuple(_told(filling, each, name))),
        arms=_arms(filling, each, name),
        numbers=tuple(_numbers(filling, each, name)),
        state=filling.say("setup.page.wrong") if wrong else "",
        open=wrong or filling.open == name,
        id=f"unit-{name}",
        groups=groups,
        presses=presses,
    )


def _listed(told: Sequence[str]) -> str:
    """Words beside each other, told apart where there are commas in them."""
    return ("; " if any(", " in each for each in told) else ", ").join(told)


def _told(filling: Filling, each: Field, name: str) -> Iterator[str]:
    """What is chosen for it, in words; what is as usual goes without saying."""
    for inner in each.fields:
        within = f"{name}.{inner.name}"
        line = filling.line(within)
        match inner.kind:
            case "choice" if line and line != inner.default:
                yield filling.option(inner.path, line)
            case "steps" if line:
                yield filling.option(inner.path, line)
            case "steps" if own := filling.line(within + OWN):
                yield f"{filling.label(inner.path)[0].lower()} ×{own}"
            case "flag" if line and not inner.default:
                yield filling.label(inner.path)[0]
            case "record" if inner.name == "modes":
                yield from (
                    filling.label(mode.path)[0].lower()
                    for mode in inner.fields
                    if filling.line(f"{within}.{mode.name}.value")
                )
            case _:
                pass


def _numbers(filling: Filling, each: Field, name: str) -> Iterator[str]:
    """Its first number."""
    first = next((inner for inner in each.fields if inner.kind == "whole"), None)
    if first is not None:
        yield _written(filling, filling.line(f"{name}.{first.name}"))


def _written(filling: Filling, line: str) -> str:
    return number(filling.lang, int(line)) if line.isascii() and line.isdecimal() else line


def _counted(filling: Filling, each: Field) -> Words:
    """What the number in each row is."""
    first = next((inner for inner in each.fields if inner.kind == "whole"), None)
    return "" if first is None else filling.label(first.path)[0].lower()


def _total(filling: Filling, each: Field, items: Sequence[str]) -> UnitRow | None:
    """The heads of all rows together."""
    counts = [filling.line(f"{item}.count") for item in items]
    if (
        each.field("count") is None
        or len(items) < 2
        or not all(c.isascii() and c.isdecimal() for c in counts)
    ):
        return None
    return UnitRow(filling.say("setup.page.total"), "", "", (number(filling.lang, sum(map(int, counts))),))


def _arms(filling: Filling, each: Field, name: str) -> Arms:
    """The sign in its block."""
    if each.name in ("fighters", "characters"):
        return "fighter"
    arms = ARMS.get(filling.line(f"{name}.arms"), "infantry")
    shoots = filling.line(f"{name}.missile") not in ("", "none")
    return "shooters" if shoots and arms == "infantry" else arms

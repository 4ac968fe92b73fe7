"""A battle before it begins, as a page: both sides' fields, what is wrong with them, and the rail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from voevoda.files import Problem, problem_words
from voevoda.files.drafts import Judged
from voevoda.files.forms import Field, fields_within, form_of, name_of
from voevoda.i18n import Language, text
from voevoda.web.fields import Group, Press
from voevoda.web.pages import Frame, Setup, SetupSide
from voevoda.web.parts import Refusal, Side
from voevoda.web.scene import SIDES
from voevoda.web.setup_forms import Filling, common_groups, shown_names, side_groups, title_group
from voevoda.web.setup_rail import Reckoned, rail


def filling_of(
    book: str,
    lang: Language,
    filled: Mapping[str, Sequence[str]],
    judged: Judged,
    opened: str = "",
    *,
    asked: bool = False,
) -> Filling:
    """The form as it is filled in, with what is wrong with it.

    What is not filled in yet is not marked in the record that was just added (``opened``), nor on a sheet
    that has never been a battle, unless the battle was to begin (``asked``).
    """
    plain = Filling(book, lang, filled)
    told = [(each, problem_words(lang, each)) for each in judged.problems]
    often = Counter(words for _, words in told)
    wrong = dict[str, str]()
    for problem, words in told:
        name = name_of(problem.loc)
        fresh = judged.valid is None or (opened and name.startswith(f"{opened}."))
        if fresh and not asked and _is_unfilled(problem):
            continue
        said = text(lang, "setup.page.given", {"words": words})
        if often[words] > 1 and (field := plain.field_of(problem.loc)):
            said = text(lang, "setup.page.given.where", {"field": field, "words": words})
        said = said[:1].upper() + said[1:]
        wrong[name] = f"{wrong[name]} {said}" if name in wrong else said
    return Filling(book, lang, filled, wrong, opened)


def _is_unfilled(problem: Problem) -> bool:
    """Whether a field is wrong only because nobody has filled it in."""
    if problem.key == "files.few":
        return problem.facts["size"] == 0
    return problem.key in ("files.required", "files.name.empty")


def setup_page(
    frame: Frame,
    action: str,
    filling: Filling,
    reckoned: Reckoned,
    *,
    asked: bool = False,
    undo: bool = False,
) -> Setup:
    """The page.  ``asked``: the battle was to begin and something is wrong; ``undo``: there is a way back."""
    form = form_of(filling.book)
    sides = form.field("sides")
    assert sides is not None
    groups = [side_groups(filling, sides, index) for index in (0, 1)]
    common = common_groups(filling, form)
    head = (title_group(filling, form),)
    return Setup(
        frame=frame,
        title=filling.line("title") or filling.say("setup.page.untitled"),
        about=filling.say("setup.page.about", book=filling.say(f"{filling.book}.name")),
        action=action,
        save=filling.say("setup.page.save"),
        presses=presses(filling, undo=undo),
        sides=(_side(filling, 0, groups[0]), _side(filling, 1, groups[1])),
        head=head,
        hidden=tuple(_counts(filling, form)),
        common=common,
        notes=(filling.say("setup.page.comments"),),
        refusal=_refusal(filling, reckoned, (*head, *groups[0], *groups[1], *common), asked=asked),
        rail=rail(reckoned, filling),
    )


def _counts(filling: Filling, form: Field) -> Iterator[tuple[str, str]]:
    """The names of the lists, and how many records each has."""
    lists = {each.path for each in fields_within(form) if each.kind == "records"}
    for name, lines in filling.filled.items():
        if ".".join(step for step in name.split(".") if not step.isdecimal()) in lists:
            yield name, lines[0]


def _side(filling: Filling, index: int, groups: tuple[Group, ...]) -> SetupSide:
    name = filling.line(f"sides.{index}.name") or filling.say(f"setup.page.side.{index}")
    role = f"sides.{index}.role"
    told = filling.option("sides.role", filling.line(role)) if role in filling.filled else ""
    return SetupSide(Side(name, SIDES[index]), told, groups)


def presses(filling: Filling, *, undo: bool) -> tuple[Press, ...]:
    """What can be done with the whole of it."""
    back = Press(filling.say("setup.page.undo"), "do", "undo", "secondary", off=not undo)
    looks = {"swap": "secondary", "file": "secondary", "template": "secondary"}
    others = tuple(Press(filling.say(f"setup.page.{what}"), "do", what, "secondary") for what in looks)
    return (back, *others, Press(filling.say("setup.page.begin"), "do", "begin", "main"))


def _refusal(
    filling: Filling, reckoned: Reckoned, groups: tuple[Group, ...], *, asked: bool
) -> Refusal | None:
    """What is wrong and has no field beside which it stands; all of it, where the battle was to begin."""
    shown = set(shown_names(groups))
    problems = reckoned.judged.problems
    marked = [each for each in problems if name_of(each.loc) in filling.wrong]
    homeless = [each for each in marked if not _has_home(name_of(each.loc), shown)]
    told = problems if asked else homeless
    if not told:
        return None
    title = filling.say("setup.page.not_yet" if asked else "setup.page.wrong")
    lines = tuple(f"{filling.place(each.loc)}: {problem_words(filling.lang, each)}." for each in told)
    return Refusal(title, "", lines)


def _has_home(name: str, shown: set[str]) -> bool:
    """Whether what is wrong here stands beside its field, or with the boxes it is one of."""
    return name in shown or name.rpartition(".")[0] in shown

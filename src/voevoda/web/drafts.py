"""The drafts of set-up in the database, and what the buttons of their page do to them.

Everything here waits for the disk, and is called in a thread.  ``Told`` is raised where the database cannot.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final, ParamSpec, TypeVar

from voevoda.files import BadFile, Battle, Problem, battle_of, parse_document, problem_text
from voevoda.files.drafts import judge
from voevoda.files.examples import example, example_title, examples
from voevoda.files.forms import (
    Filled,
    act,
    add,
    blank,
    fill,
    form_of,
    print_draft,
    read_draft,
    read_form,
    read_number,
    swap,
)
from voevoda.files.written import print_document
from voevoda.files.yaml_text import Value
from voevoda.i18n import Language, text
from voevoda.journal_store import Draft, Store, StoreError, Template
from voevoda.table import Refusal
from voevoda.web import parts
from voevoda.web.limits import BATTLE_FILE, KB
from voevoda.web.requests import Told, told_by
from voevoda.web.undo import Step, with_step, without_last

P = ParamSpec("P")
R = TypeVar("R")

LISTED: Final = 100
"""The most templates to choose from."""

ACTS: Final = ("copy", "remove", "up", "down")
"""What is done to a record of a list."""


def stored(function: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    """What the database answers."""
    try:
        return function(*given, **named)
    except StoreError as error:
        raise told_by(Refusal(error.key, error.facts)) from error


# What a draft holds


def data_of(draft: Draft) -> dict[str, Value]:
    """The values of a draft."""
    data = read_draft(draft.text, "").data
    assert isinstance(data, dict)
    return data


def battle_in(draft: Draft) -> Battle | None:
    """The battle that a draft is, if nothing is wrong with it."""
    with suppress(BadFile):
        return battle_of(read_draft(draft.text, ""))
    return None


def file_of(draft: Draft) -> str:
    """A draft as the text of a battle file."""
    return print_document(data_of(draft))


# To begin with


def battle_of_file(content: bytes, name: str) -> Battle:
    """The battle of a file that came in.  Raises ``BadFile`` for one that is none, or larger than any."""
    if len(content) > BATTLE_FILE and b"\0" not in content:
        raise BadFile([Problem(key="files.size", facts={"most": BATTLE_FILE // KB}, file=name)])
    return battle_of(parse_document(content, name))


def is_too_large(bad: BadFile) -> bool:
    """Whether a file was not even read."""
    return bad.problems[0].key == "files.size"


def refused_file(lang: Language, bad: BadFile) -> parts.Refusal:
    """All that is wrong with a file that came in, one thing a line."""
    lines = (problem_text(lang, problem) for problem in bad.problems)
    return parts.Refusal(
        text(lang, "server.not_done", {}),
        text(lang, "setup.page.unchanged", {}),
        tuple(line if line[-1] in ".?!" else f"{line}." for line in lines),
    )


def data_of_file(content: bytes, name: str) -> dict[str, Value]:
    """The values of a battle file.  Raises ``BadFile`` as ``battle_of_file``."""
    data = battle_of_file(content, name).document.data
    assert isinstance(data, dict)
    return data


def data_from(store: Store, book: str, source: str, lang: Language) -> dict[str, Value]:
    """The values to begin from: ``example:NAME``, ``template:NAME``, or nothing.

    Raises ``BadFile`` for a template that today's rules have for no battle.
    """
    kind, _, name = source.partition(":")
    if kind == "example" and name in examples(book):
        data = example(book, name, lang)[0].document.data
        assert isinstance(data, dict)
        return data
    if kind == "template":
        template = next((each for each in templates_of(store, book) if each.name == name), None)
        if template is None:
            raise Told("setup.page.no_template", {"name": name}, status=404)
        return data_of_file(template.file.encode(), name)
    return blank(form_of(book))


def templates_of(store: Store, book: str) -> tuple[Template, ...]:
    """The templates of a book."""
    return tuple(each for each in stored(store.templates) if each.book == book)[:LISTED]


def titles_of(book: str, lang: Language) -> tuple[tuple[str, str], ...]:
    """The examples of a book: names and titles."""
    return tuple((name, example_title(book, name, lang)) for name in examples(book))


def begun(store: Store, data: dict[str, Value]) -> Draft:
    """A new draft of these values, kept."""
    book = str(data["rulebook"])
    form = form_of(book)
    made = print_draft(read_form(form, fill(form, data), data))
    draft = Draft(secrets.token_hex(16), book, made, judge(made).valid)
    stored(store.set_draft, draft)
    return draft


# What is done to one


def kept(store: Store, draft: Draft, filled: Filled) -> Draft:
    """The draft with what is filled in now.  Raises ``Told`` for more than a battle file may hold."""
    if "title" not in filled:  # it is none of our forms
        return draft
    return _changed(store, draft, read_form(form_of(draft.book), filled, data_of(draft)))


def pressed(store: Store, draft: Draft, buttons: Mapping[str, str]) -> tuple[Draft, str]:
    """The draft after a button was pressed, and the name of what is to be seen then.

    ``buttons``: the value by the name of the button.  One that there is not changes nothing.
    """
    data, form = data_of(draft), form_of(draft.book)
    for name, value in buttons.items():
        if name == "do" and value == "swap":
            swap(data)
            return _changed(store, draft, data), ""
        if name == "do" and value == "undo" and (last := without_last(draft.before)) is not None:
            undone = replace(draft, text=last[0], before=last[1])
            undone = replace(undone, valid=judge(undone.text, draft.valid).valid)
            stored(store.set_draft, undone)
            return undone, ""
        if name in ("less", "more"):
            by = 1 if name == "more" else -1
            return kept(store, draft, _stepped(fill(form, data), value, by)), ""
        if name == "add" and add(form, data, value):
            count = fill(form, data)[value][0]
            return _changed(store, draft, data), f"{value}.{int(count) - 1}"
        if name in ACTS and act(form, data, name, value):
            return _changed(store, draft, data), _after(name, value)
    return draft, ""


def _changed(store: Store, draft: Draft, data: Mapping[str, Value]) -> Draft:
    """The draft with these values, kept; what it was before can be taken back."""
    made = print_draft(data)
    if made == draft.text:
        return draft
    try:
        _ = read_draft(made, "")
    except BadFile:
        raise Told("setup.page.too_large", status=413) from None
    before = with_step(draft.before, Step(_changed_field(draft, data), draft.text))
    changed = replace(draft, text=made, before=before)
    changed = replace(changed, valid=judge(made, draft.valid).valid)
    stored(store.set_draft, changed)
    return changed


def _changed_field(draft: Draft, data: Mapping[str, Value]) -> str:
    """The name of the field in which a draft is to change, if it is one alone."""
    form = form_of(draft.book)
    old, new = fill(form, data_of(draft)), fill(form, dict(data))
    names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return names[0] if len(names) == 1 else ""


def _stepped(filled: Mapping[str, Sequence[str]], name: str, by: int) -> Filled:
    """What is filled in, with one number made more or less."""
    now = read_number(next(iter(filled.get(name, ())), "") or "0")
    return {**filled, name: (str(now + by),)} if name in filled and isinstance(now, int) else filled


def _after(what: str, path: str) -> str:
    """Where a record is once it was moved or copied; its list, where it is gone."""
    around, _, last = path.rpartition(".")
    if what == "remove":
        return around
    return f"{around}.{int(last) + {'copy': 1, 'down': 1, 'up': -1}[what]}"

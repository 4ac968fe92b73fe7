"""Battle files as forms: whatever a file may hold is a field, and what is filled in comes back."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voevoda.files import battle_of, parse_document
from voevoda.files.examples import example, examples
from voevoda.files.forms import (
    act,
    add,
    blank,
    fields_within,
    fill,
    form_of,
    print_draft,
    read_draft,
    read_form,
    read_number,
    swap,
)
from voevoda.files.problems import BadFile
from voevoda.files.written import print_document
from voevoda.files.yaml_text import Value
from voevoda.rulebooks import BOOKS

EXAMPLES = [(book, name, lang) for book in BOOKS for name in examples(book) for lang in ("en", "ru")]

words = st.text(st.characters(codec="utf-8"), max_size=20)


def data_of(book: str, name: str, lang: str = "en") -> dict[str, Value]:
    """The values of an example."""
    data = example(book, name, lang)[0].document.data
    assert isinstance(data, dict)
    return data


def canonical(book: str, data: Value) -> dict[str, Value]:
    """The values as the form of a book gives them back."""
    form = form_of(book)
    return read_form(form, fill(form, data), data)


@pytest.mark.parametrize(("book", "name", "lang"), EXAMPLES)
def test_a_battle_file_that_goes_through_the_form_is_the_same_battle(book: str, name: str, lang: str) -> None:
    """Nothing of an example is lost or added, and a second time nothing changes at all."""
    battle = example(book, name, lang)[0]
    made = canonical(book, battle.document.data)
    again = battle_of(parse_document(print_document(made).encode(), "made.yaml"))
    assert battle.model == again.model
    assert battle.state == again.state
    assert made == canonical(book, made)


@pytest.mark.parametrize(("book", "name", "lang"), EXAMPLES)
def test_sides_that_are_swapped_twice_are_where_they_were(book: str, name: str, lang: str) -> None:
    """To the byte; and once is another file."""
    made = canonical(book, data_of(book, name, lang))
    before = print_document(made)
    swap(made)
    once = print_document(canonical(book, made))
    swap(made)
    assert once != before
    assert print_document(canonical(book, made)) == before


@pytest.mark.parametrize("book", BOOKS)
def test_every_field_of_the_schema_is_in_the_form(book: str) -> None:
    """Counted in the schema by itself."""
    schema = BOOKS[book].model.model_json_schema()
    properties = [
        name for model in (schema, *schema["$defs"].values()) for name in model.get("properties", ())
    ]
    shown = {(field.path.rpartition(".")[2]) for field in fields_within(form_of(book))}
    assert set(properties) <= shown


@pytest.mark.parametrize("book", BOOKS)
def test_only_tables_are_left_to_yaml(book: str) -> None:
    """Everything else has a field of its own."""
    assert [each.path for each in fields_within(form_of(book)) if each.kind == "raw"] == ["tables"]


@pytest.mark.parametrize("book", BOOKS)
@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_line_that_is_wrong_stays_as_it_was_filled_in(book: str, data: st.DataObject) -> None:
    """In any field of any book: what comes back to the form is what was there, and all other fields are."""
    form = form_of(book)
    before = canonical(book, data_of(book, examples(book)[0]))
    filled = fill(form, before)
    named = {
        name: field for name, field in _leaves(book, filled).items() if field in ("whole", "exact", "text")
    }
    name = data.draw(st.sampled_from(sorted(named)))
    line = data.draw(words).strip()
    again = fill(form, read_form(form, {**filled, name: (line,)}, before))
    if read_number(line) == line and line:
        assert again[name] == (line,)
    assert {**again, name: ()} == {**filled, name: ()}


values = st.recursive(
    st.none() | words | st.integers() | st.booleans() | st.just("1.5"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
)


@pytest.mark.parametrize("book", BOOKS)
@settings(deadline=None, max_examples=50)
@given(st.data())
def test_whatever_is_said_in_yaml_the_draft_can_be_shown_again(book: str, data: st.DataObject) -> None:
    """Text that is no mapping, too; it comes to the same when the form is sent back as it is."""
    form = form_of(book)
    (name,) = (each.path for each in fields_within(form) if each.kind == "raw")
    before = blank(form)
    line = data.draw(
        st.sampled_from(["5", "-1", "0", "- x", "[a]", "no", "1.5", "a: [1]", "x", "[" * 60 + "]" * 60])
        | words
        | values.map(json.dumps)
    )
    made = read_form(form, {**fill(form, before), name: (line,)}, before)
    kept = read_draft(print_draft(made), "draft").data
    shown = fill(form, kept)

    assert kept == read_form(form, shown, kept)


def _leaves(book: str, filled: dict[str, tuple[str, ...]]) -> dict[str, str]:
    kinds = {field.path: field.kind for field in fields_within(form_of(book))}
    return {name: kinds[path] for name in filled if (path := _path(name)) in kinds}


def _path(name: str) -> str:
    return ".".join(step for step in name.split(".") if not step.isdecimal())


@given(st.dictionaries(words, st.recursive(words | st.integers(-(10**29), 10**29) | st.booleans(), st.lists)))
def test_a_draft_reads_as_it_was_written(data: dict[str, Value]) -> None:
    """Whatever was typed into it."""
    assert read_draft(print_draft(data), "draft").data == data


@pytest.mark.parametrize("book", BOOKS)
def test_a_blank_form_asks_for_what_there_must_be(book: str) -> None:
    """It is no battle yet, and every field of it can be shown."""
    form = form_of(book)
    data = read_form(form, fill(form, blank(form)))
    with pytest.raises(BadFile) as bad:
        _ = battle_of(read_draft(print_draft(data), "draft"))
    assert {problem.key for problem in bad.value.problems} <= {"files.required", "files.few"}
    assert data["rulebook"] == book


def test_a_list_that_a_form_does_not_speak_of_stays() -> None:
    """Units are not lost because half a form came."""
    form, before = form_of("wfrp"), canonical("wfrp", data_of("wfrp", "tunnels"))
    filled = fill(form, before)
    del filled["sides.0.units"]
    assert read_form(form, filled, before) == before


def test_numbers_are_read_as_people_type_them() -> None:
    """Signs, spaces between thousands and a decimal comma; what is no number stays."""
    typed = ["20 000", "\N{MINUS SIGN}3", "+2", "1,5", "5/4", "", "12a", "9" * 40]
    assert list(map(read_number, typed)) == [20_000, -3, 2, "1.5", "5/4", None, "12a", "9" * 40]


def test_units_are_added_copied_moved_and_removed() -> None:
    """Each by its place; a copy has a name of its own."""
    form = form_of("wfrp")
    data: dict[str, Value] = {"sides": [{"units": [{"name": "Orcs"}, {"name": "Bows", "count": 3}]}, {}]}
    assert add(form, data, "sides.1.units")
    assert act(form, data, "copy", "sides.0.units.1")
    assert act(form, data, "up", "sides.0.units.1")
    assert act(form, data, "copy", "sides.0.units.0")
    assert act(form, data, "remove", "sides.0.units.2")
    copies = [{"name": "Bows", "count": 3}, {"name": "Bows 3", "count": 3}, {"name": "Bows 2", "count": 3}]
    assert data == {"sides": [{"units": copies}, {"units": [{}]}]}


@pytest.mark.parametrize(
    ("what", "path"),
    [
        ("copy", "sides.0.units.9"),
        ("up", "sides.0.units.0"),
        ("down", "sides.1.units.0"),
        ("remove", "title"),
        ("remove", "title.0"),
        ("remove", "sides.0.units.x"),
        ("break", "sides.0.units.0"),
        ("copy", "nothing.here.0"),
        ("copy", "sides.99999999999999999999.units.0"),
    ],
)
def test_what_cannot_be_done_to_a_unit_changes_nothing(what: str, path: str) -> None:
    """A button of a page that is older than the draft does no harm."""
    data: Value = {"title": "T", "sides": [{"units": [{"name": "Orcs"}]}, {"units": [{"name": "Bows"}]}]}
    before = deepcopy(data)
    assert not act(form_of("wfrp"), data, what, path)
    assert data == before


def test_a_list_is_added_to_only_where_there_is_one() -> None:
    """Not to a title, and not to a side that there is not."""
    data: Value = {"title": "T", "sides": [{}, {}]}
    assert not add(form_of("wfrp"), data, "title")
    assert not add(form_of("wfrp"), data, "sides.7.units")
    assert not add(form_of("wfrp"), data, "")
    assert json.dumps(data) == '{"title": "T", "sides": [{}, {}]}'


def test_a_bare_number_stays_bare() -> None:
    """A record that one number may stand for is written as it was, until more is said."""
    short = [field for book in BOOKS for field in fields_within(form_of(book)) if field.short]
    assert all(field.fields[0].name == field.short for field in short)

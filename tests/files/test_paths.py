"""Paths of fields, and values set by them."""

from fractions import Fraction
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voevoda.cli.asking import SET
from voevoda.files import BadFile, Document, parse_document, problem_text, split_changes
from voevoda.files.paths import print_path
from voevoda.play.paths import parse_path, print_step

TEXT = """\
title: The ford
sides:
  - name: Riders
    units:
      - {name: Knights, count: 10}
      - {name: "St. George, 2nd", count: 20}
  - name: "0"
    plan: 1
"""


def ford() -> Document:
    """A small document."""
    return parse_document(TEXT.encode(), "ford.yaml")


def with_value(path: str, text: str) -> object:
    """The data of the document with one value set."""
    return ford().with_value(path, text).data


def refused(path: str, text: str) -> list[str]:
    """What is said of a change that cannot be made."""
    with pytest.raises(BadFile) as bad:
        ford().with_value(path, text)
    return [problem_text("en", problem) for problem in bad.value.problems]


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("sides.Riders.units.Knights.count", (0, 0)),
        ("sides.0.units.1.count", (1,)),  # the second side is called 0: names go first
        ('sides.Riders.units."St. George, 2nd".count', (0, 1)),
        ("sides . Riders . units . 1 . count", (0, 1)),
    ],
)
def test_a_path_leads_by_names_and_indices(path: str, place: tuple[int, ...]) -> None:
    """A name goes before an index; a name with a dot is quoted."""
    data = with_value(path, "77")

    assert isinstance(data, dict)
    if place == (1,):
        assert {"1": {"count": 77}} == data["sides"][1]["units"]
    else:
        assert 77 == data["sides"][place[0]]["units"][place[1]]["count"]


def test_a_value_is_read_as_in_the_file() -> None:
    """Exact numbers, text, lists and fields."""
    texts = ("1.3", '"1.3"', "[a, 2]", "{kind: slope}", "", "none")

    expected = [Fraction(13, 10), "1.3", ["a", 2], {"kind": "slope"}, None, "none"]
    assert expected == [ford().with_value("title", text).data["title"] for text in texts]  # type: ignore[index, call-overload]


def test_the_document_itself_stays() -> None:
    """A change is another document; the rest of it is the same, lines and all."""
    before = ford()
    after = before.with_value("sides.Riders.units.Knights.count", "11")

    assert ford().data == before.data
    assert None is after.line_of(("sides", 0, "units", 0, "count"))
    assert 8 == after.line_of(("sides", 1, "plan"))


def test_what_is_not_there_is_added() -> None:
    """With the fields around it; whether they mean anything, the model says."""
    data = with_value("readings.tie", "nobody")

    assert isinstance(data, dict)
    assert {"tie": "nobody"} == data["readings"]


@pytest.mark.parametrize(
    "name",
    ["Ala I", "A, B", "St. George", 'a "b"', "x\\y", "7", "A=B; C", "[x", "7\N{NO-BREAK SPACE}я", "Ё"],
)
def test_a_path_that_is_printed_can_be_typed(name: str) -> None:
    """Into a change among others, and at the prompt, where spaces separate."""
    step = print_step(name)
    path = f"sides.{step}.plan"

    assert [name] == [each.text for each in parse_path(step) or ()]
    assert [(path, "1"), ("b", "2")] == split_changes(f"{path}=1; b=2")
    assert [path, "1", "why not"] == list(SET.fullmatch(f"{path} 1 why not").groups())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (
            "sides.Rider.plan",
            (
                ', line 2, sides: given "Rider"; accepted: an index from 0, or one of Riders, "0"'
                " — did you mean Riders?"
            ),
        ),
        (
            "sides.Riders.units.7.count",
            (
                ', line 4, sides.Riders.units: given "7"; accepted: an index from 0, or one of'
                ' Knights, "St. George, 2nd"'
            ),
        ),
        ("title.x", ', line 1, title: here is "The ford", which has no field x inside'),
        (
            "sides..plan",
            ': given "sides..plan"; accepted: the path of a field, such as sides.Riders.units.0.count',
        ),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path: str, expected: str) -> None:
    """With what was probably meant."""
    assert ["ford.yaml" + expected] == refused(path, "1")


def test_a_value_that_cannot_be_read_is_refused() -> None:
    """In the words for files, with the change in the place of the file."""
    expected = 'title=[a, line 1: a bracket is opened here and not closed, or a comma is missing: "[a"'

    assert [expected] == refused("title", "[a")


def test_several_changes_stand_in_one_text() -> None:
    """Separated by semicolons, unless these stand in quotes or brackets."""
    text = 'sides.A.plan = 1; sides."B; C=D".note="x; y=z";list=[a, "]; b"]'

    expected = [("sides.A.plan", "1"), ('sides."B; C=D".note', '"x; y=z"'), ("list", '[a, "]; b"]')]
    assert expected == split_changes(text)
    assert None is split_changes("sides.A.plan; b=1")


@given(st.lists(st.text(min_size=1, max_size=70).filter(str.strip), min_size=1, max_size=4))
def test_a_printed_path_leads_back(names: list[str]) -> None:
    """Whatever the names are, composed as names in files are."""
    names = [normalize("NFC", name) for name in names]
    steps = parse_path(print_path(tuple(names), None))

    assert steps is not None
    assert names == [step.text for step in steps]

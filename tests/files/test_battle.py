"""From a battle file to a battle, with a book's own tables or those of the file."""

import re
from pathlib import Path

import pytest

from voevoda.files import (
    BadFile,
    Battle,
    battle_of,
    house_table,
    parse_document,
    problem_text,
    read_battle,
    read_document,
)
from voevoda.files.examples import example_text, examples
from voevoda.rulebooks import BOOKS

GOOD = """\
rulebook: wfrp
title: Ambush
sides:
  - name: Ironbreakers
    units: [{name: Ironbreakers, count: 10, experience: guard}]
  - name: Greenskins
    units: [{name: Choppas, count: 30, leader: none}]
    ranged: countered
"""

TABLE = """\
rows:
  - {to: 50, on: one-own, wounds: 1, damage: 1}
  - {from: 51, on: one-enemy, wounds: 1, damage: 7}
"""


def written(folder: Path, text: str, name: str = "ambush.yaml") -> Path:
    """A battle file in a folder."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def told(path: Path) -> list[str]:
    """What is said of a bad battle file, without the folder's name."""
    with pytest.raises(BadFile) as bad:
        read_battle(path)
    return [problem_text("en", problem).replace(f"{path.parent}/", "") for problem in bad.value.problems]


def damages(battle: Battle) -> list[int]:
    """The damage column of the influence table."""
    return [row.damage for row in battle.tables.by_name["influence"].rows]


def test_a_battle_file_is_understood(tmp_path: Path) -> None:
    """The book, the model, its house tables and the first state."""
    battle = read_battle(written(tmp_path, GOOD))

    assert "wfrp" == battle.book.id
    assert "Ambush" == battle.model.title
    assert 17 == len(damages(battle))
    assert frozenset() == battle.tables.replaced
    assert battle.state == battle_of(battle.document).state


def test_a_changed_document_is_another_battle(tmp_path: Path) -> None:
    """As `--with` changes it; what the model does not know is refused with a hint."""
    document = read_document(written(tmp_path, GOOD))
    changed = battle_of(document.with_value("sides.Greenskins.units.Choppas.count", "1e12"))

    assert 10**12 == changed.model.sides[1].units[0].count

    with pytest.raises(BadFile) as bad:
        battle_of(document.with_value("sides.Greenskins.ragned", "full"))
    (line,) = (problem_text("en", problem) for problem in bad.value.problems)
    assert line.startswith(f"{tmp_path}/ambush.yaml, sides.Greenskins.ragned: there is no such field")
    assert line.endswith("did you mean ranged?")


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("", "the file does not say by which rulebook the battle is fought; accepted: "),
        ("rulebook: wrfp", 'given "wrfp"; accepted: '),
        ("rulebook:", "given an empty value; accepted: "),
        ("rulebook: [wfrp]", "given a list; accepted: "),
    ],
)
def test_a_rulebook_must_be_named(field: str, expected: str, tmp_path: Path) -> None:
    """One of those that there are."""
    (line,) = told(written(tmp_path, GOOD.replace("rulebook: wfrp", field)))

    hint = " — did you mean wfrp?" if "wrfp" in field else ""
    where = "ambush.yaml, line 2" if not field else "ambush.yaml, line 1"
    assert f"{where}, rulebook: {expected}{', '.join(BOOKS)}{hint}" == line


def test_a_replaced_table_is_a_file_beside(tmp_path: Path) -> None:
    """Then it is no longer the house's."""
    (tmp_path / "tables").mkdir()
    written(tmp_path / "tables", TABLE, "mine.yaml")
    battle = read_battle(written(tmp_path, GOOD + "tables: {influence: tables/mine.yaml}\n"))

    assert [1, 7] == damages(battle)
    assert frozenset({"influence"}) == battle.tables.replaced


def test_a_replaced_table_may_stand_in_its_place(tmp_path: Path) -> None:
    """The only way for a text that is no file."""
    inner = "".join(f"    {line}\n" for line in TABLE.splitlines())
    text = f"{GOOD}tables:\n  influence:\n{inner}"

    assert [1, 7] == damages(read_battle(written(tmp_path, text)))
    assert [1, 7] == damages(battle_of(parse_document(text.encode(), "pasted")))


def test_the_printed_house_table_can_replace_itself(tmp_path: Path) -> None:
    """What `voevoda tables` prints is a file to start from."""
    written(tmp_path, house_table("wfrp", "influence"), "mine.yaml")
    own = read_battle(written(tmp_path, GOOD + "tables: {influence: mine.yaml}\n"))

    assert read_battle(written(tmp_path, GOOD)).tables.by_name == own.tables.by_name


def test_a_bad_table_is_told_by_its_own_file_and_line(tmp_path: Path) -> None:
    """Together with what is wrong in the battle file."""
    written(tmp_path, TABLE.replace("on: one-enemy", "on: one-enmy"), "mine.yaml")
    path = written(tmp_path, GOOD.replace("30", "0") + "tables: {influence: mine.yaml}\n")

    expected = [
        (
            "ambush.yaml, line 7, sides.Greenskins.units.Choppas.count: given 0;"
            " accepted: from 1 to 1,000,000,000,000"
        ),
        (
            'mine.yaml, line 3, rows.1.on: given "one-enmy"; accepted: all-own, one-own, nobody, one-enemy,'
            " all-enemy — did you mean one-enemy?"
        ),
    ]
    assert expected == told(path)


def test_a_bad_table_in_its_place_is_told_by_its_field(tmp_path: Path) -> None:
    """From the top of the battle file."""
    path = written(tmp_path, GOOD + "tables: {influence: {rows: []}}\n")

    expected = "ambush.yaml, line 9, tables.influence.rows: given 0 in the list; accepted: 1 or more"
    assert [expected] == told(path)


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        (
            "{influense: mine.yaml}",
            "the rulebook has no such table; it has: influence — did you mean influence?",
        ),
        ("{influence: 3}", "given 3; accepted: a file name or the table itself"),
        ("{influence: }", "given an empty value; accepted: a file name or the table itself"),
        ("[influence]", 'given a list; accepted: fields, each as "name: value"'),
    ],
)
def test_tables_are_named_as_the_book_names_them(tables: str, expected: str, tmp_path: Path) -> None:
    """And each is a file or a table."""
    (line,) = told(written(tmp_path, f"{GOOD}tables: {tables}\n"))

    assert line.endswith(f": {expected}")


@pytest.mark.parametrize(
    "name",
    [
        "../mine.yaml",
        "x/../../mine.yaml",
        "/etc/hosts",
        "C:\\mine.yaml",
        "..\\mine.yaml",
        "link.yaml",
        "round",
        "",
    ],
)
def test_a_table_lies_in_the_folder_of_its_battle(name: str, tmp_path: Path) -> None:
    """Nothing leads out of it: no dots, no other root, no link."""
    folder = tmp_path / "battles"
    folder.mkdir()
    written(tmp_path, TABLE, "mine.yaml")
    (folder / "link.yaml").symlink_to(tmp_path / "mine.yaml")
    (folder / "round").symlink_to(folder / "round")
    (line,) = told(written(folder, f"{GOOD}tables: {{influence: '{name}'}}\n"))

    expected = f'given "{name}"; accepted: a file in the folder of the battle file'
    assert f"ambush.yaml, line 9, tables.influence: {expected}" == line


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nine.yaml", "there is no such file — did you mean mine.yaml?"),
        (".", "this is a folder; a file is needed"),
        ("empty.yaml", "the file is empty; the command `new` writes one to start from"),
    ],
)
def test_a_table_is_an_ordinary_file(name: str, expected: str, tmp_path: Path) -> None:
    """Told where the battle file names it, with the same care as for a battle file."""
    written(tmp_path, TABLE, "mine.yaml")
    written(tmp_path, "", "empty.yaml")
    (line,) = told(written(tmp_path, f"{GOOD}tables: {{influence: {name}}}\n"))

    assert f"ambush.yaml, line 9, tables.influence ({name}): {expected}" == line


def test_a_text_that_is_no_file_names_no_files() -> None:
    """Over the web there is no folder to look into."""
    with pytest.raises(BadFile) as bad:
        battle_of(parse_document(f"{GOOD}tables: {{influence: mine.yaml}}\n".encode(), "pasted"))

    assert ["files.table.place"] == [problem.key for problem in bad.value.problems]


def test_every_example_of_every_book_is_understood() -> None:
    """And every house table fits its model."""
    for name, book in BOOKS.items():
        folder = Path(__file__).parents[2] / "src" / "voevoda" / "rulebooks" / name / "data" / "examples"
        battles = [read_battle(path) for path in sorted(folder.glob("*.yaml"))]

        assert battles
        assert {book.id} == {battle.book.id for battle in battles}
        assert {frozenset(book.table_models)} == {frozenset(battle.tables.by_name) for battle in battles}


@pytest.mark.parametrize(("book", "name"), [(book, name) for book in BOOKS for name in examples(book)])
def test_every_example_is_there_in_both_languages(book: str, name: str) -> None:
    """The names too: whoever reads English is offered no Russian title, and the other way round."""
    letters = {lang: example_text(book, name, lang) for lang in ("en", "ru")}
    assert re.findall("[а-яё]", letters["en"], re.IGNORECASE) == []
    title = re.search("(?m)^title: (.*)$", letters["ru"])
    assert title is not None
    assert re.search("[а-яё]", title[1])

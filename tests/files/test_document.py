"""What is read from a file, and how a file that cannot be read is refused."""

import json
import os
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from voevoda.files import BadFile, Document, parse_document, problem_text, read_document
from voevoda.files.document import SIZE
from voevoda.files.yaml_text import DEPTH, VALUES

TEXT = """\
title: The ford   # a comment
sides:
  - name: Megalos
    share: 1.3
    men: 400
  - {name: "Каитнес", plan: null, late: true}
"""


def read(text: str) -> Document:
    """The document in a text."""
    return parse_document(text.encode(), "battle.yaml")


def refused(source: str | bytes) -> list[str]:
    """The keys of what is wrong with a text."""
    with pytest.raises(BadFile) as bad:
        parse_document(source.encode() if isinstance(source, str) else source, "battle.yaml")
    return [problem.key for problem in bad.value.problems]


def refused_line(source: str) -> tuple[str, int | None]:
    """The key and the line of the one thing that is wrong with a text."""
    with pytest.raises(BadFile) as bad:
        parse_document(source.encode(), "battle.yaml")
    (problem,) = bad.value.problems
    return problem.key, problem.line


def test_values_are_plain_and_exact() -> None:
    """Decimals are fractions; text, whole numbers, truth and nothing are what they look like."""
    expected = {
        "title": "The ford",
        "sides": [
            {"name": "Megalos", "share": Fraction(13, 10), "men": 400},
            {"name": "Каитнес", "plan": None, "late": True},
        ],
    }

    assert expected == read(TEXT).data


def test_every_part_knows_its_line() -> None:
    """What is not in the file has the line of what it would stand in."""
    document = read(TEXT)

    assert 1 == document.line_of(("title",))
    assert 4 == document.line_of(("sides", 0, "share"))
    assert 6 == document.line_of(("sides", 1, "plan"))
    assert 3 == document.line_of(("sides", 0, "seer", "skill"))


def test_json_is_read_the_same_way() -> None:
    """Also indented with tabs, and with characters in halves as JSON writers leave them."""
    data = {"title": "Брод 🏞", "sides": [{"name": "a/b", "men": 3, "ready": None, "late": False}]}

    for text in (json.dumps(data), json.dumps(data, indent="\t"), json.dumps(data, ensure_ascii=False)):
        assert data == read(text).data


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_do_not_matter(ending: str) -> None:
    """Nor does a byte order mark."""
    document = parse_document(b"\xef\xbb\xbf" + TEXT.replace("\n", ending).encode(), "battle.yaml")

    assert read(TEXT).data == document.data
    assert 4 == document.line_of(("sides", 0, "share"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ttitle: x", ("files.yaml.tab", 1)),
        ("a:\n\tb: 1", ("files.yaml.tab", 2)),
        ("a: 1\nb:\t1", ("files.yaml.tab", 2)),
        ("a: b: c", ("files.yaml.colon", 1)),
        ("a: 'x\nb: 1", ("files.yaml.quote", 1)),
        ("a: 1\nb: [1, 2\nc: 3", ("files.yaml.bracket", 2)),
        ("a: {b: ", ("files.yaml.block", 1)),
        ("a:\n  b: 1\n c: 2", ("files.yaml.block", 3)),
        ("a: 'it's'", ("files.yaml.block", 1)),
        ("a: @x", ("files.yaml.start", 1)),
        ("a: `x`", ("files.yaml.start", 1)),
        ("a: 1\nb\nc: 2", ("files.yaml.no_colon", 2)),
        ('a: "C:\\qux"', ("files.yaml.escape", 1)),
        ('a: "\\ud83d"', ("files.yaml.escape", 1)),
        ('a: 1\nb: "\\UFFFFFFFF"', ("files.yaml.other", 2)),
        ("%YAML 9.9\n---\na: 1", ("files.yaml.other", 1)),
        ("a: 1\nb: *a", ("files.yaml.alias", 2)),
        ("a: &b 1", ("files.yaml.alias", 1)),
        ("a: * x", ("files.yaml.alias", 1)),
        ("a: !!python/object:os.system x", ("files.yaml.tag", 1)),
        ("a: !b 1", ("files.yaml.tag", 1)),
        ("a: {<<: {b: 1}}", ("files.yaml.merge", 1)),
        ("a: 1\n---\nb: 1", ("files.yaml.documents", 2)),
        ("? [a]\n: 1", ("files.yaml.key", 1)),
        (": 1", ("files.yaml.key", 1)),
        ("a: 1\nb: 2\na: 3", ("files.yaml.twice", 3)),
        ("a: .nan", ("files.yaml.not_finite", 1)),
        ("a: -.inf", ("files.yaml.not_finite", 1)),
        ("a: 0x1F", ("files.yaml.spelling", 1)),
        ("a: 0o17", ("files.yaml.spelling", 1)),
        ("a: 1_000", ("files.yaml.spelling", 1)),
        ("a: " + "9" * 400, ("files.yaml.digits", 1)),
        ("a: 1e400", ("files.yaml.digits", 1)),
        ("a: 0." + "0" * 400 + "1", ("files.yaml.digits", 1)),
        ("a: 1e" + "9" * 400, ("files.yaml.digits", 1)),
        ("a: x\nb: y\x00z", ("files.control", 2)),
        ("a: \x1b[31m", ("files.control", 1)),
        ("a: \u2028", ("files.control", 1)),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, expected: tuple[str, int]) -> None:
    """Each in words of its own."""
    assert expected == refused_line(text)


def test_a_doubled_field_names_both_lines() -> None:
    """The second one is refused; the first is where to look."""
    with pytest.raises(BadFile) as bad:
        read("a: 1\nb: 2\n\na: 3")

    assert ['battle.yaml, line 4: the field "a" stands here a second time; the first is in line 1'] == [
        problem_text("en", problem) for problem in bad.value.problems
    ]


def test_faults_of_values_are_told_together() -> None:
    """A bad number does not hide the next one."""
    assert ["files.yaml.not_finite", "files.yaml.spelling"] == refused("a: .inf\nb: 0b1")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"", "files.empty"),
        (b" \n\n", "files.empty"),
        (b"# nothing yet\n", "files.comments"),
        (b"---\n", "files.comments"),
        (b"null\n", "files.comments"),
        (TEXT.encode("utf-16"), "files.encoding"),
        (TEXT.encode("utf-16-le"), "files.encoding"),
        (TEXT.encode("utf-16-be"), "files.encoding"),
        (TEXT.encode("utf-32"), "files.encoding"),
        (TEXT.encode("cp1251"), "files.encoding.other"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "files.no_text"),
        (b"a" * (SIZE + 1), "files.size"),
    ],
)
def test_files_that_are_no_text_for_us_are_refused(source: bytes, expected: str, tmp_path: Path) -> None:
    """Empty ones, other encodings, and files larger than any battle."""
    file = tmp_path / "battle.yaml"
    file.write_bytes(source)

    with pytest.raises(BadFile) as bad:
        read_document(file)

    assert [expected] == [problem.key for problem in bad.value.problems]


@pytest.mark.parametrize("text", ["- a\n- b\n", "rulebook:wfrp\n", "7\n"])
def test_the_top_of_a_file_is_fields(text: str, tmp_path: Path) -> None:
    """A list or a bare value is no battle; a forgotten space after a colon is the usual reason."""
    file = tmp_path / "battle.yaml"
    file.write_text(text, "utf-8")

    with pytest.raises(BadFile) as bad:
        read_document(file)

    assert ["files.top"] == [problem.key for problem in bad.value.problems]


@pytest.mark.parametrize("nest", ["[", "{a: ", "- ", "? ", "[\n", "a:\n"])
def test_hostile_depth_is_refused(nest: str) -> None:
    """A whole file of opening brackets, too."""
    text = "".join(" " * level + "a:\n" for level in range(DEPTH + 9)) if nest == "a:\n" else nest * 9000

    assert refused(text[:SIZE])[0] in {"files.yaml.deep", "files.yaml.key"}


def test_hostile_counts_are_refused() -> None:
    """Aliases piled up and lists without end are stopped before they grow."""
    laughs = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(30))

    assert ["files.yaml.alias"] == refused(laughs)
    assert ["files.yaml.values"] == refused("- 1\n" * (VALUES + 1))


def test_a_missing_file_is_told_with_its_neighbour(tmp_path: Path) -> None:
    """A file of a similar name is probably meant."""
    (tmp_path / "ambush.yaml").write_text(TEXT, "utf-8")
    (tmp_path / "round").symlink_to("round")

    with pytest.raises(BadFile) as bad:
        read_document(tmp_path / "ambusch.yaml")

    (problem,) = bad.value.problems
    assert ("files.missing", {"guess": "ambush.yaml"}) == (problem.key, problem.facts)


@pytest.mark.parametrize("name", ["nothing", "battle.yaml/x", "a\0b", "x" * 300, "nowhere/battle.yaml"])
def test_paths_that_lead_nowhere_are_refused(name: str, tmp_path: Path) -> None:
    """Whatever the system says of them."""
    (tmp_path / "battle.yaml").write_text(TEXT, "utf-8")

    with pytest.raises(BadFile) as bad:
        read_document(tmp_path / name)

    assert ["files.missing"] == [problem.key for problem in bad.value.problems]


def test_only_ordinary_files_are_opened(tmp_path: Path) -> None:
    """A folder is named as such; a pipe would wait for ever, a device never end."""
    os.mkfifo(tmp_path / "pipe")
    keys = []
    for path in (tmp_path, tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(BadFile) as bad:
            read_document(path)
        keys += [problem.key for problem in bad.value.problems]

    assert ["files.folder", "files.special", "files.special"] == keys


@given(st.text())
@example("\ud800")
@example("%")
@example("a: |9\n b")
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    """Nothing else ever leaves the reader, and every message is one line in both languages."""
    try:
        parse_document(text.encode("utf-8", "surrogatepass"), "battle.yaml")
    except BadFile as bad:
        for problem in bad.problems:
            for lang in ("ru", "en"):
                assert problem_text(lang, problem).isprintable()


@given(st.binary())
def test_any_bytes_are_read_or_refused(source: bytes) -> None:
    """As any text."""
    try:
        parse_document(source, "battle.yaml")
    except BadFile as bad:
        assert bad.problems  # noqa: PT017 - both outcomes are good


@given(st.lists(st.tuples(st.integers(0, 150), st.sampled_from(list("{}[]\"':,-#&*!|>%@`\t\n \\?<é")))))
def test_a_spoilt_file_is_read_or_refused(spoils: list[tuple[int, str]]) -> None:
    """A good file with wrong characters in any places."""
    text = TEXT
    for at, character in spoils:
        text = text[:at] + character + text[at:]
    try:
        read(text)
    except BadFile as bad:
        assert bad.problems  # noqa: PT017 - both outcomes are good


NUMBERS = st.fractions(min_value=-(10**12), max_value=10**12).map(lambda value: round(value, 9))


@given(NUMBERS)
def test_decimals_are_read_exactly(value: Fraction) -> None:
    """Written with any number of decimals, a number is what it says."""
    digits = f"{abs(value.numerator) * 10**9 // value.denominator:010d}"
    text = f"{'-' if value < 0 else ''}{digits[:-9]}.{digits[-9:]}"

    assert {"a": value} == read(f"a: {text}").data
    assert {"a": value / 1000} == read(f"a: {text}e-3").data

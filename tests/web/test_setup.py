"""Set-up in a browser without scripts: nothing is lost, whatever is filled in, and every button works."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator

import pytest

from tests.web.drafts import PLACE, A, Desk, Here, Q, desk
from tests.web.html import Element
from voevoda.files import battle_of, parse_document
from voevoda.files.examples import example, examples
from voevoda.files.forms import fields_within, form_of
from voevoda.i18n import LANGUAGES, Language, has_text
from voevoda.rulebooks import BOOKS
from voevoda.web.limits import EDITS

EXAMPLES = [(book, name) for book in BOOKS for name in examples(book)]


@pytest.fixture
def at() -> Iterator[Desk]:
    """Somebody who sets up battles."""
    with desk() as found:
        yield found


def words(page: Element, within: str = "") -> str:
    """All text of a page, or of the element with this id."""
    (root,) = (each for each in page.walk() if each.attributes.get("id") == within) if within else (page,)
    return re.sub(r"\s+", " ", root.text)


# Words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_every_field_and_option_of_every_book_has_words(book: str, lang: str) -> None:
    """In both languages; readings have those of their clause."""
    missing = list[str]()
    for field in fields_within(form_of(book)):
        reading = field.path.startswith("readings.")
        key = f"{book}.reading.{field.name}" if reading else f"setup.{book}.{field.path}"
        options = [f"{key}.{option}" if reading else f"{key}={option}" for option in field.options]
        empty = field.kind == "steps" or (
            field.kind == "choice" and field.default is None and not field.required
        )
        if field.kind != "constant":
            missing += [each for each in (key, *options) if not has_text(lang, each)]  # type: ignore[arg-type]
            missing += [f"{key}="] if empty and not has_text(lang, f"{key}=") else []  # type: ignore[arg-type]
        if field.kind == "records" and field.name != "sides" and not has_text(lang, f"{key}.add"):  # type: ignore[arg-type]
            missing.append(f"{key}.add")
    assert missing == []


@pytest.mark.parametrize(("lang", "word"), [("en", "change"), ("ru", "изменить")])
@pytest.mark.parametrize("book", BOOKS)
def test_every_unit_and_person_says_that_it_opens_to_be_changed(book: str, lang: Language, word: str) -> None:
    """In the summary of a disclosure, which a keyboard reaches and a browser without scripts opens."""
    with desk(lang) as at:
        at.begin(book, f"example:{examples(book)[0]}")
        units = [e for e in at.get().walk() if e.attributes.get("class") == "edits"]
        assert units
        assert [e.tag for e in units] == ["details"] * len(units)
        for unit in units:
            (summary,) = (inner for inner in unit.inside if inner.tag == "summary")
            assert word in summary.text


def test_numbers_with_short_names_stand_beside_the_name_that_they_belong_to(at: Desk) -> None:
    """A commander with Strategy and Tactics in one row; nothing else is crammed into it."""
    at.begin("gurps", "example:ford")
    rows = [each for each in at.get().walk() if each.attributes.get("class") == "fields"]
    names = [[e.attributes["name"] for e in row.walk() if e.tag == "input"] for row in rows]
    commander = [f"sides.0.commander.{each}" for each in ("name", "strategy", "tactics")]
    assert commander in names
    assert ["sides.0.units.0.name", "sides.0.units.0.count"] in names


# Nothing is lost


@pytest.mark.parametrize(("book", "name"), EXAMPLES)
def test_a_page_that_is_sent_back_as_it_is_changes_nothing(at: Desk, book: str, name: str) -> None:
    """Every field of every example stands on the page and comes back from it."""
    at.begin(book, f"example:{name}")
    battle = battle_of(parse_document(at.file().encode(), "file"))
    assert battle.model == example(book, name, "en")[0].model
    _ = at.send()
    assert battle_of(parse_document(at.file().encode(), "file")).model == battle.model


@pytest.mark.parametrize("book", BOOKS)
def test_sides_that_are_swapped_twice_give_the_same_file(at: Desk, book: str) -> None:
    """To the byte."""
    at.begin(book, f"example:{examples(book)[0]}")
    before = at.file()
    _ = at.send(do="swap")
    assert at.file() != before
    _ = at.send(do="swap")
    assert at.file() == before


@pytest.mark.parametrize("book", BOOKS)
def test_something_impossible_loses_nothing(at: Desk, book: str) -> None:
    """It stays in its field with what is accepted, and all other fields are as they were."""
    at.begin(book, f"example:{examples(book)[0]}")
    fields = at.fields()
    kinds = {field.path: field.kind for field in fields_within(form_of(book))}
    numbers = [each for each in fields if kinds.get(re.sub(r"\.\d+", "", each)) in ("whole", "exact")]
    name = next(each for each in numbers if each.startswith("sides.1.") and fields[each][0].isdecimal())
    _ = at.send({name: ["as many as there are"]})
    page = at.get()
    (field,) = (each for each in page.walk() if each.attributes.get("id") == name)
    assert (field.attributes["value"], field.attributes["aria-invalid"]) == ("as many as there are", "true")
    assert "as many as there are" in words(page, f"{name}-wrong")
    assert at.fields() == {**fields, name: ["as many as there are"]}


@pytest.mark.parametrize("line", ["5", "-1", "- x", "[a]", "x", "a: [1]", "{", "[" * 60])
def test_tables_that_are_none_are_told_beside_their_field(at: Desk, line: str) -> None:
    """The draft opens again with what was typed, and goes on."""
    at.begin("wfrp", "example:tunnels")
    fields = at.fields()
    _ = at.send({"tables": [line]})
    page = at.get()
    (field,) = (
        each for each in page.walk() if each.tag == "textarea" and each.attributes["name"] == "tables"
    )

    assert "true" == field.attributes["aria-invalid"]
    assert words(page, "tables-wrong")
    assert {**fields, "tables": at.fields()["tables"]} == at.fields()
    assert {"- x": "[x]"}.get(line, line) == at.fields()["tables"][0].strip()
    _ = at.send({"tables": [""]})
    assert fields == at.fields()


def test_an_option_that_there_is_not_stays_chosen(at: Desk) -> None:
    """Whoever sends one gets it back, told that it is none."""
    at.begin("gurps", "example:ford")
    fields = at.fields()
    _ = at.send({"sides.0.units.0.arms": ["dragons"], "sides.0.circumstances": ["forced-march", "rain"]})
    assert at.fields()["sides.0.units.0.arms"] == ["dragons"]
    assert at.fields()["sides.0.circumstances"] == ["forced-march", "rain"]
    _ = at.send({name: fields[name] for name in ("sides.0.units.0.arms", "sides.0.circumstances")})
    assert at.fields() == fields


def test_half_a_form_takes_nothing_away(at: Desk) -> None:
    """Lists that it does not speak of stay, and what is no form of ours is none."""
    at.begin("wfrp", "example:tunnels")
    before = at.fields()
    assert at.post(at.path, {"sides.0.name": ["Nobody"]}).status_code == 303
    assert at.fields() == before
    assert at.post(at.path, {"title": ["Other"]}).status_code == 303
    assert at.fields() == {**before, "title": ["Other"]}
    for count in ("99999999", "all", ""):
        _ = at.send({"sides.1.units": [count]})
        assert at.fields() == {**before, "title": ["Other"]}


def test_what_was_typed_is_text_and_never_markup(at: Desk) -> None:
    """Wherever a name is shown."""
    at.begin("wfrp", "example:tunnels")
    _ = at.send(
        {"title": ["<b>T</b>"], "sides.0.name": ['"><script>x</script>'], "sides.0.units.0.name": ["<i>"]}
    )
    answer = at.client.get(at.path).text
    assert "<b>T" not in answer
    assert "<script>x" not in answer
    assert at.fields()["sides.0.name"] == ['"><script>x</script>']


# Buttons


def test_a_step_is_taken_without_a_script(at: Desk) -> None:
    """The buttons of a small number send the form."""
    at.begin("gurps", "example:ford")
    before = int(at.fields()["sides.0.plan"][0])
    _ = at.send(more="sides.0.plan")
    _ = at.send(more="sides.0.plan")
    _ = at.send(less="sides.1.plan")
    fields = at.fields()
    assert fields["sides.0.plan"] == [f"+{before + 2}"]
    assert fields["sides.1.plan"] == ["\N{MINUS SIGN}1"]


def test_units_are_added_copied_moved_and_removed(at: Desk) -> None:
    """With what was typed before; the one that it is about stands open; and all of it is taken back."""
    at.begin("wfrp", "example:tunnels")
    seen = at.send({"sides.1.units.0.count": ["77"]}, copy="sides.1.units.0").headers["location"]
    assert [at.fields()[f"sides.1.units.{n}.count"] for n in range(3)] == [["77"], ["77"], ["20"]]
    (unit,) = (
        e for e in at.get(seen.partition("#")[0]).walk() if e.attributes.get("id") == "unit-sides.1.units.1"
    )
    assert "open" in unit.attributes
    assert seen.partition("#")[2] == "unit-sides.1.units.1"
    _ = at.send(down="sides.1.units.1")
    _ = at.send(remove="sides.1.units.0")
    assert [at.fields()[f"sides.1.units.{n}.count"] for n in range(2)] == [["20"], ["77"]]
    _ = at.send(do="undo")
    assert at.fields()["sides.1.units"] == ["3"]
    _ = at.send(do="undo")
    assert [at.fields()[f"sides.1.units.{n}.count"] for n in range(3)] == [["77"], ["77"], ["20"]]
    seen = at.send(add="sides.0.units").headers["location"].partition("#")[0]
    assert at.fields()["sides.0.units.1.name"] == [""]
    assert "sides.0.units.1.name-wrong" in str(at.get())
    assert "-wrong" not in str(at.get(seen))


def test_every_change_is_taken_back_one_after_another(at: Desk) -> None:
    """Fields as well as units; what is typed into one field without a pause for another is one step."""
    at.begin("gurps", "example:ford")
    begun = at.fields()
    undo = next(e for e in at.get().walk() if e.attributes.get("value") == "undo")
    assert "disabled" in undo.attributes
    _ = at.send({"title": ["Fo"]}, 200, "/rail")
    answer = at.send({"title": ["Ford, again"]}, 200, "/rail").json()
    assert (answer["title"], answer["undo"]) == ("Ford, again", True)
    undo = next(e for e in at.get().walk() if e.attributes.get("value") == "undo")
    assert "disabled" not in undo.attributes
    _ = at.send({"sides.1.referee.0.value": ["7"]})
    _ = at.send(add="sides.0.units")
    _ = at.send({"title": ["A third"]})
    titles, units = [], []
    for _ in range(4):
        _ = at.send(do="undo")
        titles.append(at.fields()["title"][0])
        units.append(int(at.fields()["sides.0.units"][0]) - int(begun["sides.0.units"][0]))
    assert titles == ["Ford, again", "Ford, again", "Ford, again", *begun["title"]]
    assert units == [1, 0, 0, 0]
    assert at.fields() == begun
    _ = at.send(do="undo")
    assert at.fields() == begun


def test_a_button_for_what_is_not_there_does_nothing(at: Desk) -> None:
    """An old page, or somebody who tries."""
    at.begin("wfrp", "example:tunnels")
    before = at.fields()
    _ = at.send(remove="sides.9.units.0")
    _ = at.send(add="title")
    _ = at.send(copy="x")
    _ = at.send(do="what")
    _ = at.send(more="title")
    assert at.fields() == before


# To begin with, and what comes out


@pytest.mark.parametrize("book", BOOKS)
def test_a_blank_sheet_can_be_filled_in(at: Desk, book: str) -> None:
    """It has no odds yet, says what it needs when it is to begin, and keeps what is filled in."""
    at.begin(book, "")
    assert "The odds will be here" in words(at.get(), "rail")
    assert "Still needed: Title, First side" in words(at.get(), "rail")
    assert "-wrong" not in str(at.get())
    _ = at.send({"title": ["Mine"], "sides.1.name": ["They"]})
    where = at.send(do="begin").headers["location"]
    assert where == f"{at.path}?check=yes"
    page = at.get(where)
    assert "It cannot begin yet" in words(page)
    assert "First side: Name of the side: this field is needed" in words(page)
    assert "sides.0" not in words(page)
    assert at.fields()["title"] == ["Mine"]
    assert at.fields()["sides.1.name"] == ["They"]


def test_a_file_comes_in_and_goes_out(at: Desk) -> None:
    """What is no battle changes nothing, and is told by its line."""
    at.begin("wfrp", "example:tunnels")
    good = at.file()
    answer = at.post("/new/wfrp", {}, files={"file": ("mine.yaml", good.encode())})
    assert answer.status_code == 303
    at.path = answer.headers["location"]
    assert at.file() == good
    bad = at.post(
        "/new/wfrp", {}, files={"file": ("mine.yaml", good.replace("count: 10", "count: ten").encode())}
    )
    assert bad.status_code == 400
    assert "mine.yaml, line" in bad.text
    assert "Nothing was changed" in bad.text
    large = at.post("/new/wfrp", {}, files={"file": ("mine.yaml", b"# " + b"x" * 70_000)})
    assert large.status_code == 413
    assert at.post("/new", {"file": [good]}).status_code == 303
    assert at.post("/new", {"file": ["title: 5"]}).status_code == 400


def test_a_template_begins_a_battle_and_is_forgotten(at: Desk) -> None:
    """Under its name; one of the same name is replaced."""
    at.begin("wfrp", "example:tunnels")
    assert at.send(do="template").headers["location"] == f"{at.path}/template"
    assert "Ambush" in str(at.get(f"{at.path}/template"))
    kept = at.post(f"{at.path}/template", {"name": ["Под горой"]})
    assert kept.status_code == 303
    assert "Kept as the template “Под горой”." in words(at.get(kept.headers["location"]))
    assert "Kept as" not in words(at.get(f"{at.path}?kept_as=Other"))
    assert at.post(f"{at.path}/template", {"name": [" "]}).status_code == 400
    saved = at.file()
    at.begin("wfrp", "template:Под горой")
    assert at.file() == saved
    assert "Под горой" in words(at.get("/new/wfrp"))
    assert "Под горой" not in words(at.get("/new/gurps"))
    assert "Под горой" in words(at.get("/new/wfrp/forget?name=Под горой"))
    assert at.post("/new/wfrp/forget", {"name": ["Под горой"]}).status_code == 303
    assert at.store.templates() == ()
    assert at.post("/new/wfrp", {"from": ["template:Под горой"]}).status_code == 404


def test_the_battle_goes_to_the_table(at: Desk) -> None:
    """Through the page that asks who sits where, with the file as it would be downloaded."""
    at.begin("wfrp", "example:tunnels")
    _ = at.send({"title": ["Mine"]})
    page = at.send(status=200, do="begin").text
    assert "Mine" in page
    assert "Change it in set-up" not in page
    hidden = re.search(r'name="file" value="([^"]*)"', page)
    assert hidden is not None
    assert "title: Mine" in hidden[1]


def test_who_may_not_begin_battles_sees_no_draft(at: Desk) -> None:
    """Whoever has the address and does not run the server."""
    at.begin("wfrp", "example:tunnels")
    server = at.client.app.state.server  # type: ignore[attr-defined]
    server.guests_begin = False
    _ = at.get(status=403)
    _ = at.get("/new/wfrp", status=403)
    for path in (at.path, f"{at.path}/rail", f"{at.path}/template", "/new/wfrp", "/new", "/new/wfrp/forget"):
        assert at.post(path, {"title": ["x"]}).status_code == 403
    server.guests_begin = True
    _ = at.get("/setup/" + "0" * 32, status=404)
    _ = at.get("/new/chess", status=404)
    assert (
        at.client.post(at.path, data={"title": "x"}, headers={"origin": "http://evil.example"}).status_code
        == 403
    )


# Odds


def test_odds_change_with_the_form_and_are_the_same_for_the_same(at: Desk) -> None:
    """The rail alone answers the script; going back gives the numbers from before."""
    at.begin("gurps", "example:ford")
    plan = at.fields()["sides.0.plan"]
    rails = [
        at.send({"sides.0.plan": [value]}, 200, "/rail").json()["rail"] for value in (plan[0], "3", plan[0])
    ]
    assert rails[0] == rails[2] != rails[1]
    assert "42.27" in rails[0]
    assert "Exact" in rails[0]


def test_what_is_wrong_with_a_modifier_leaves_it_out(at: Desk) -> None:
    """The odds are those without it, and say so; the script is told what is wrong with each field."""
    at.begin("gurps", "example:ford")
    answer = at.send({"sides.1.referee.0.value": ["7"]}, 200, "/rail").json()
    assert list(answer["wrong"]) == ["sides.1.referee.0.value"]
    assert "7" in answer["wrong"]["sides.1.referee.0.value"]
    assert answer["wrong"]["sides.1.referee.0.value"] in at.client.get(at.path).text
    assert "Left out because of an error: Caithness: From the referee: Modifier." in answer["rail"]
    without = at.send({"sides.1.referee": ["0"]}, 200, "/rail").json()["rail"]
    shares = re.findall(r'class="share">([\d.]+)', without)
    assert shares
    assert shares == re.findall(r'class="share">([\d.]+)', answer["rail"])


def test_what_cannot_be_left_out_shows_what_was_before(at: Desk) -> None:
    """A unit without a number is not left out in silence."""
    at.begin("gurps", "example:ford")
    before = re.findall(r'class="share">([\d.]+)', at.send({}, 200, "/rail").json()["rail"])
    answer = at.send({"sides.0.units.0.count": [""]}, 200, "/rail").json()
    assert "Missing or wrong: Megalos: First cohort: Men. There is no battle without" in answer["rail"]
    assert "Left out" not in answer["rail"]
    assert before == re.findall(r'class="share">([\d.]+)', answer["rail"])


def test_what_is_wrong_in_two_fields_says_which(at: Desk) -> None:
    """Where the same words would stand beside each other."""
    at.begin("gurps", "example:ford")
    count, name = "sides.0.units.0.count", "sides.0.units.0.name"
    wrong = at.send({count: [""], name: [""]}, 200, "/rail").json()["wrong"]
    assert "Name: this field is needed." in wrong[name]
    assert "Men: this field is needed." in wrong[count]
    wrong = at.send({count: [""], name: ["A"]}, 200, "/rail").json()["wrong"]
    assert "This field is needed." in wrong[count]


def test_any_field_that_can_be_left_out_is(at: Desk) -> None:
    """One wrong field or several: the odds are those without them all, in one sentence."""
    at.begin("gurps", "example:ford")
    wrong = {"sides.1.referee.0.value": ["7"], "sides.0.plan": ["9"]}
    rail = at.send(wrong, 200, "/rail").json()["rail"]
    assert "Megalos: " in rail
    assert "All other fields count." in rail
    assert "There is no battle without" not in rail
    without = at.send({"sides.1.referee": ["0"], "sides.0.plan": [""]}, 200, "/rail").json()["rail"]
    shares = re.findall(r'class="share">([\d.]+)', without)
    assert shares
    assert shares == re.findall(r'class="share">([\d.]+)', rail)


def test_the_ledger_says_what_arms_are_countered_in_words() -> None:
    """Not as the file has them."""
    with desk("ru") as at:
        at.begin("gurps", "example:ford")
        rail = at.send({}, 200, "/rail").json()["rail"]
        assert "Какие роды нейтрализует, конница" in rail


@pytest.mark.parametrize("book", BOOKS)
def test_the_ledger_says_what_the_number_is_made_of(at: Desk, book: str) -> None:
    """Every part of both sides stands in it, and what each modifier is worth, none twice."""
    name = examples(book)[0]
    at.begin(book, f"example:{name}")
    _ = at.send(do="each")
    page = at.get()
    (ledger,) = (each for each in page.walk() if each.attributes.get("id") == "ledger")
    rows = [each for each in ledger.walk() if each.tag == "tr"]
    battle = example(book, name, "en")[0]
    parts = [part for side in battle.book.parts(battle.state) for part in side[:-1]]
    values = [e for row in rows[1:-1] for e in row.walk() if "value" in e.attributes.get("class", "").split()]
    told = [e for e in values if not any("soft" in inner.attributes.get("class", "") for inner in e.inside)]
    assert len(told) == len(parts)
    worth = [
        e.text
        for row in rows[1:-1]
        for e in row.walk()
        if e.attributes.get("class") == "without" and e.text.strip()
    ]
    whole = next(each for each in at.workers.answers if each.each)
    found = at.workers.answers[whole]
    assert len(worth) == len(found.worths) + len(found.parts)


def test_what_can_only_be_sampled_is_computed_when_asked_for(at: Desk) -> None:
    """Not with every change; and the same question has the same answer."""
    sampled = [(book, name) for book, name in EXAMPLES if _is_sampled(book, name)]
    for book, name in sampled[:1]:
        at.begin(book, f"example:{name}")
        assert "Sample the odds" in words(at.get(), "rail")
        _ = at.send({"title": ["Other"]}, 200, "/rail")
        assert at.workers.questions == []
        _ = at.send(do="sample")
        page = words(at.get(), "rail")
        assert "Sample the odds" not in page
        assert len(at.workers.questions) == 1
        assert page == words(at.get(), "rail")


class _Slow(Here):
    """Computes for a minute."""

    async def compute(self, function: Callable[[Q], A], question: Q, *, keep: bool = True) -> A:
        """Nothing."""
        self.questions.append(question)
        await asyncio.sleep(60)
        raise AssertionError

    def is_computing(self, function: Callable[[Q], A], question: Q) -> bool:
        """Whether it was asked."""
        return question in self.questions


def test_nobody_waits_at_a_blank_page_for_odds_that_take_long(at: Desk) -> None:
    """The page comes back, says that they are computed, and asks again."""
    at.begin("savage", "example:bridge")
    at.client.app.state.server.workers = _Slow()  # type: ignore[attr-defined]
    assert 'data-again="yes"' not in at.client.get(at.path).text
    _ = at.send(do="sample")
    page = at.client.get(at.path).text
    assert 'data-again="yes"' in page
    assert "computing anew" in page
    assert "Sample the odds" not in page


def _is_sampled(book: str, name: str) -> bool:
    battle = example(book, name, "en")[0]
    return battle.book.is_sampled(battle.state)


def test_a_draft_outlives_the_server(at: Desk) -> None:
    """It is in the database, as it was left."""
    at.begin("wfrp", "example:tunnels")
    _ = at.send({"sides.0.units.0.count": ["ten"]})
    found = at.store.draft(at.path.rpartition("/")[2])
    assert found is not None
    assert '"ten"' in found.text
    assert found.valid is not None
    assert '"ten"' not in found.valid


def test_a_form_that_comes_with_no_file_chosen_begins_from_the_choice(at: Desk) -> None:
    """A browser then sends an empty file beside the choice."""
    parts = (("from", "", "example:tunnels"), ("file", '; filename=""', ""))
    body = "".join(
        f'--edge\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n'
        for name, more, value in parts
    )
    answer = at.client.post(
        "/new/wfrp",
        content=f"{body}--edge--\r\n",
        headers={"origin": PLACE, "content-type": "multipart/form-data; boundary=edge"},
        follow_redirects=False,
    )

    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/setup/")


def test_a_form_with_too_many_fields_is_refused_in_a_sentence() -> None:
    """Before they are read; nothing of the draft is lost."""
    with desk() as found:
        found.begin("wfrp", "example:tunnels")
        before = found.file()
        for body in (b"title=a&" + b"x=&" * 5_000, b"&" * 1_000_000):
            answer = found.client.post(
                found.path, content=body, headers={"content-type": "application/x-www-form-urlencoded"}
            )
            assert 400 == answer.status_code
            assert "up to 5,000 fields" in answer.text
        assert before == found.file()


def test_a_set_up_cannot_be_changed_without_end() -> None:
    """Whoever types is far below it."""
    with desk() as found:
        found.begin("wfrp", "example:tunnels")
        for _ in range(EDITS.most):
            assert 303 == found.client.post(found.path, follow_redirects=False).status_code
        assert 429 == found.client.post(found.path, follow_redirects=False).status_code


def test_the_file_of_a_set_up_is_called_harmlessly() -> None:
    """By its title, without what leads to another folder."""
    with desk() as found:
        found.begin("wfrp", "example:tunnels")
        fields = {**found.fields(), "title": ["../../x/..\\y"], "do": ["file"]}
        headers = found.post(found.path, fields).headers

        assert (
            "attachment; filename=\"x y.yaml\"; filename*=UTF-8''x%20y.yaml" == headers["content-disposition"]
        )

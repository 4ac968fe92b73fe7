"""The first page and what battles come in by and go out: who may begin, see, bring, put away and delete."""

from __future__ import annotations

import json
import re

import pytest

from tests.web.house import OWNER, PLACE, alerts, ask, hidden, house, other_battle, words
from voevoda.files.examples import example_text, example_title
from voevoda.i18n import LANGUAGES, Language
from voevoda.play.seats import commander
from voevoda.rulebooks import BOOKS
from voevoda.web.limits import BATTLE_FILE, WHOLE_BATTLE
from voevoda.web.requests import MOST_SEATS


def test_who_runs_the_server_opens_a_ready_battle_of_each_book() -> None:
    """By the address that was printed; a stranger sees none of them."""
    with house() as found:
        owner, stranger = found.owner(), found.browser()
        page = owner.get("/")
        doors = re.findall(r'action="(/battles/\w+/open)"', page)

        assert len(BOOKS) == len(doors)
        assert "no battle here yet" in words(stranger.get("/"))
        stranger.post(doors[0], {}, 404)
        seat = owner.post(doors[0], {"a": "b"}).headers["location"]
        assert "The referee" in words(owner.get(seat)) or "referee" in words(owner.get(seat)).lower()
        assert len(BOOKS) - 1 == len(re.findall(r'action="(/battles/\w+/open)"', owner.get("/")))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_table_gets_its_battles_in_the_language_of_whoever_opens_it_first(lang: Language) -> None:
    """Once: who comes back in the other language finds the same ones."""
    with house() as found:
        browser = found.browser(lang)
        browser.get(f"/owner/{OWNER}", 303)
        titles = [battle.title for battle in found.store.battles()]
        assert len(BOOKS) == len(titles)
        assert [lang == "ru"] * len(titles) == [bool(re.search("[а-яё]", title)) for title in titles]
        found.browser("en" if lang == "ru" else "ru").get(f"/owner/{OWNER}", 303)
        assert titles == [battle.title for battle in found.store.battles()]


def test_a_referee_without_a_name_is_called_so_in_the_readers_language() -> None:
    """The program has made the name, so it is nobody's own."""
    with house() as found:
        rita = found.browser("ru")
        seat = rita.begin(name="")
        assert "Ведущий, за столом" in words(rita.get(f"{seat}/seats"))
        rita.client.headers["accept-language"] = "en"
        assert "Referee, at the table" in words(rita.get(f"{seat}/seats"))
        assert "Ведущий" not in rita.get(seat)


def test_the_address_of_whoever_runs_the_server_is_known_by_its_secret() -> None:
    """Nothing but the right one serves, and it leads to a page without it."""
    with house() as found:
        browser = found.browser()
        for wrong in ("x", "f" * 32, OWNER[:-1], "я"):
            browser.get(f"/owner/{wrong}", 404)
        answer = browser.client.get(f"/owner/{OWNER}", follow_redirects=False)

        assert (303, "/") == (answer.status_code, answer.headers["location"])
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert OWNER not in browser.get("/")


def test_a_referee_who_is_there_is_not_put_out_without_a_question() -> None:
    """The owner is told his name, and may go on all the same."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin(name="Rita")
        owner = found.owner()
        (door,) = re.findall(r'action="(/battles/\w+/open)"', owner.get("/"))
        asked = owner.post(door, {}, 200).text
        assert "There is a referee already: Rita" in words(asked)
        rita.get(seat)
        owner.post(door, hidden(asked))
        rita.get(seat, 403)


def test_a_battle_that_came_by_a_command_gets_its_table_when_it_is_opened() -> None:
    """And one whose referee never came is open, too."""
    with house() as found:
        owner = found.owner()
        battle = other_battle(found)
        assert "Other" in words(owner.get("/"))
        asked = owner.post(f"/battles/{battle}/open", {}, 200).text
        owner.post(f"/battles/{battle}/open", hidden(asked))
        owner.post("/battles/none/open", {}, 404)


def test_a_battle_that_is_over_says_so_to_who_runs_the_server() -> None:
    """With who has won it; one that goes on says that he does not sit there; both name their game."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin("wfrp/tunnels")
        row = words(found.owner().get("/"))
        assert "You do not sit at this table yet." in row
        assert "Power points (Warhammer FRP 4e)" in row
        rita.post(f"{seat}/do", {"what": "run", "page": "run", "form": "r"})
        row = words(found.owner().get("/"))
    assert "The battle is over." in row


def test_on_a_network_only_who_runs_the_server_begins_battles() -> None:
    """Others are told so, on the first page and wherever they try."""
    with house(guests_begin=False) as found:
        stranger = found.browser()
        page = stranger.get("/")
        assert "/begin/" not in page
        assert "A seat comes with a link" in words(page)
        stranger.get("/begin/wfrp/tunnels", 403)
        stranger.get("/import", 403)
        stranger.post("/begin", {"file": example_text("wfrp", "tunnels", "en")}, 403)
        stranger.bring("battle.yaml", example_text("wfrp", "tunnels", "en").encode(), 403)
        assert () == found.store.battles()
        found.owner().begin()


def test_battles_that_wait_for_the_reader_come_first() -> None:
    """With the one dark button of the list."""
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        for name in ("ridge", "tunnels"):
            found.rest()
            seat = rita.begin(f"wfrp/{name}")
            rows = found.store.seats(found.battle(seat))
            own = wanda.take(found.link(rita, seat, next(row.seat for row in rows if row.seat.name)))
        wanda.post(f"{own}/do", {**ask(wanda.get(own)), "how": "thrown"})
        page = wanda.get("/")

        assert 1 == page.count("button main")
        assert page.index("Your turn: ") < page.index("The table waits for")
        assert "Round 1. " in words(page)
        assert re.search(r"Power points \d+ : \d+", words(page))


def test_a_newcomer_finds_one_dark_button_and_what_to_do_first() -> None:
    """That of the first battle that is ready; once he sits somewhere, of the one that waits for him."""
    with house() as found:
        owner = found.owner()
        page = owner.get("/")
        assert "Sit down as the referee of any" in words(page)
        assert 1 == page.count("button main")
        assert "Sit down as referee" in page[page.index("button main") :][:60]
        owner.post(re.findall(r'action="(/battles/\w+/open)"', page)[0], {"a": "b"})
        for door in re.findall(r'action="(/battles/\w+/open)"', owner.get("/"))[:2]:
            owner.post(door, {"a": "b"})
        for each in (owner, found.owner()):
            assert "Sit down as the referee of any" not in words(each.get("/"))
            assert 1 == each.get("/").count("button main")


def test_an_empty_archive_says_how_it_is_filled() -> None:
    """And is no second first page."""
    with house() as found:
        page = found.owner().get("/archive")
        assert "The archive is empty" in words(page)
        assert "/begin/" not in page


def test_a_set_up_that_was_left_is_found_from_the_first_page() -> None:
    """By whoever runs the server alone: its address is all that it takes to change it."""
    with house() as found:
        owner, other = found.owner(), found.browser()
        draft = other.post("/new/savage", {"from": ""}, 303).headers["location"]
        assert draft in owner.get("/")
        assert draft not in other.get("/")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", list(BOOKS))
def test_every_book_has_a_column_with_an_example_to_begin(lang: Language, book: str) -> None:
    """In both languages; whoever begins is the referee."""
    with house() as found:
        browser = found.browser(lang)
        page = browser.get("/")
        (start,) = re.findall(rf'href="/begin/{book}/(\w+)"', page)[-1:]
        assert example_title(book, start, lang) in words(page)
        seat = browser.begin(f"{book}/{start}")
        browser.get(seat)
        assert found.store.battles()[0].lang == lang


def test_a_referee_may_command_a_side_and_dice_be_agreed_on() -> None:
    """Asked before the battle begins; a side that there is not is refused."""
    with house() as found:
        browser = found.browser()
        seat = browser.begin(plays="Ironbreakers", dice="table", at_once="yes", name="  ")
        battle = found.store.battles()[0]
        assert ["table", True] == [battle.settings["dice"], battle.settings["at_once"]]
        assert "Referee, commands Ironbreakers" in words(browser.get(f"{seat}/seats"))
        form = hidden(browser.get("/begin/wfrp/tunnels"))
        refused = browser.post("/begin", {**form, "plays": "Nobody"}, 409).text
        assert 1 == len(alerts(refused))
        assert 1 == len(found.store.battles())


def test_a_form_that_is_sent_twice_begins_one_battle() -> None:
    """Both answers lead to the same seat, and open it; with something else filled in it is another."""
    with house() as found:
        browser, hasty = found.browser(), found.browser()
        form = {**hidden(browser.get("/begin/wfrp/tunnels")), "name": "Rita", "plays": "", "dice": "either"}
        seats = {each.post("/begin", form).headers["location"] for each in (browser, hasty)}
        (seat,) = seats
        browser.get(seat)
        hasty.get(seat)
        assert 1 == len(found.store.battles())
        assert seat != browser.post("/begin", {**form, "name": "Rite"}).headers["location"]


def test_a_battle_file_comes_in_and_begins() -> None:
    """Whatever encoding or line ends it has; who sits where is asked then."""
    with house() as found:
        browser = found.browser()
        file = example_text("wfrp", "tunnels", "ru").replace("\n", "\r\n").encode("utf-8-sig")
        asked = browser.bring("битва.yaml", file, 200).text
        browser.get(browser.post("/begin", {**hidden(asked), "name": "Rita"}).headers["location"])


BAD = {
    "what a battle is not": b"- 1\n- 2\n",
    "no rulebook": b"title: x\n",
    "broken": b"a: [",
    "bytes": b"\xff\x00\xfe" * 10,
    "empty": b"",
    "a loop": b"a: &a [*a]",
    "deep": b"[" * 5_000,
    "too large": b"# " + b"x" * BATTLE_FILE,
    "a journal that is none": b'{"voevoda": 1, "entry": "begun"}\n',
    "a journal of nobody": b'{"voevoda": 99999, "entry": "begun", "book": "wfrp"}\n',
    "a deep journal": b'{"entry": ' + b"[" * 100_000 + b"\n",
    "a house table elsewhere": b"rulebook: wfrp\ntables:\n  influence: /etc/passwd\n",
}


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_no_battle_is_refused_in_a_sentence(what: str) -> None:
    """Nothing is begun, and nothing of this machine's files is told."""
    with house() as found:
        answer = found.browser().bring("battle.yaml", BAD[what], 413 if what == "too large" else 400)

        assert 1 == len(alerts(answer.text))
        assert "Nothing was changed." in alerts(answer.text)[0]
        assert "root:" not in answer.text
        assert () == found.store.battles()


def test_each_error_of_a_file_stands_in_a_line_of_its_own() -> None:
    """As a sentence that ends."""
    with house() as found:
        file = example_text("wfrp", "tunnels", "en").replace("count: 10", "count: 0").replace("round", "rund")
        page = found.browser().bring("battle.yaml", file.encode(), 400).text
        lines = [words(line) for line in re.findall("<li>(battle.yaml.*?)</li>", page)]
        assert len(lines) > 1
        assert [True] * len(lines) == [line[-1] in ".?" for line in lines]
        assert "accepted: from 1 to 1,000,000,000,000." in lines[0]


@pytest.mark.parametrize(("lang", "said"), [("en", "a picture"), ("ru", "картинка")])
@pytest.mark.parametrize("path", ["/import", "/new/gurps"])
def test_a_picture_is_told_to_be_no_battle_however_large(path: str, lang: Language, said: str) -> None:
    """Rather than to be smaller."""
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 400
    with house() as found:
        sent = found.browser(lang).client.post(
            path, files={"file": ("map.png", picture)}, headers={"origin": PLACE}
        )
        (alert,) = alerts(sent.text)
        assert said in alert
        assert "64" not in alert


def test_a_file_larger_than_any_battle_is_not_even_read() -> None:
    """The person reads why all the same."""
    with house() as found:
        answer = found.browser().bring("battle.jsonl", b"x" * (2 * WHOLE_BATTLE), 413)

        assert "A battle file (YAML or JSON) of at most 64 KB is accepted" in words(answer.text)


def test_no_file_is_refused_in_a_sentence() -> None:
    """As from a form that was sent too early."""
    with house() as found:
        assert ["Not done. No file was chosen."] == alerts(found.browser().bring("", b"", 400).text)


def test_a_battle_leaves_as_a_file_and_comes_back() -> None:
    """Without its seed while it is open; it is called as it was, and its dice go on by hand."""
    with house() as found:
        rita = found.browser()
        seat = rita.begin()
        battle = found.store.battles()[0]
        answer = rita.client.get(f"{seat}/battle.jsonl")
        disposition = answer.headers["content-disposition"]
        assert disposition.startswith('attachment; filename="Ambush in the tunnels.jsonl"')
        assert found.store.load(battle.id).seed not in answer.text
        assert "begun" == json.loads(answer.text.splitlines()[0])["entry"]

        again = rita.bring("battle.jsonl", answer.content).headers["location"]
        assert "This battle came from a file" in words(rita.get(again))
        assert ["Ambush in the tunnels"] * 2 == [each.title for each in found.store.battles()]


def test_a_battle_is_renamed_put_away_and_brought_back() -> None:
    """By its referee alone."""
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, commander("Ironbreakers")))
        wanda.get(f"{own}/battle", 403)
        wanda.post(f"{own}/battle", {"title": "Mine"}, 403)
        wanda.post(f"{own}/archive", {"away": "yes"}, 403)
        rita.post(f"{seat}/battle", {"title": "Under the mountain"})
        refused = rita.post(f"{seat}/battle", {"title": "a\nb"}, 409).text
        assert 1 == len(alerts(refused))
        assert "Under the mountain" in words(wanda.get("/"))

        rita.post(f"{seat}/archive", {"away": "yes"})
        assert "Under the mountain" not in words(rita.get("/"))
        assert 'href="/archive"' in rita.get("/")
        assert "Under the mountain" in words(rita.get("/archive"))
        rita.get(seat)
        rita.post(f"{seat}/archive", {"away": "no"})
        assert "Under the mountain" in words(rita.get("/"))


def test_a_battle_is_deleted_after_a_second_question() -> None:
    """Everybody at its table is told that the seat is gone."""
    with house() as found:
        rita, wanda = found.browser(), found.browser()
        seat = rita.begin()
        own = wanda.take(found.link(rita, seat, commander("Ironbreakers")))
        wanda.post(f"{own}/delete", {"sure": "yes"}, 403)
        asked = rita.get(f"{seat}/delete")
        rita.post(f"{seat}/delete", {}, 400)
        rita.post(f"{seat}/delete", {"sure": "no"}, 400)
        assert 1 == len(found.store.battles())
        rita.post(f"{seat}/delete", hidden(asked))
        assert () == found.store.battles()
        wanda.get(own, 403)
        assert "no battle here yet" in words(wanda.get("/"))


def test_a_browser_with_many_seats_keeps_the_last() -> None:
    """A cookie holds no more; each seat's own goes on opening it."""
    with house() as found:
        browser = found.browser()
        file = example_text("wfrp", "tunnels", "en")
        seats = []
        for number in range(MOST_SEATS + 2):
            found.rest()
            answer = browser.post("/begin", {"file": file, "form": f"{number}", "name": "Rita"})
            seats.append(answer.headers["location"])
        page = browser.get("/")

        assert len(answer.headers.get_list("set-cookie")[1]) < 4096
        assert MOST_SEATS == len(set(re.findall(r"/seat/\w+", page)))
        assert seats[-1] in page
        browser.get(seats[0])


def test_pages_that_are_not_there_say_so_in_a_sentence() -> None:
    """As do those that are reached the wrong way."""
    with house() as found:
        browser = found.browser()
        for path in (
            "/nowhere",
            "/begin/wfrp/none",
            "/begin/none/none",
            "/begin/wfrp/..%2f..%2fx",
            "/static/x",
        ):
            assert "There is no such page" in words(browser.get(path, 404))
        assert "not opened like this" in words(browser.get("/begin", 405))
        assert "Load again" in words(browser.get(f"/seat/{'0' * 16}", 403))

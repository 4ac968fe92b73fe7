"""``voevoda serve``: where it listens, what it says of that, and how it begins and ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx
import pytest

from tests.cli.conftest import Voevoda
from voevoda.cli.refusals import BadInput
from voevoda.cli.serve import Place, lan_address, lan_command, listening, owner_secret
from voevoda.rulebooks import BOOKS

OWNER = re.compile(r"http://127\.0\.0\.1:\d+/owner/[0-9a-f]{32}")


@pytest.mark.parametrize(
    ("line", "english", "russian"),
    [
        (["--port", "x"], "--port: given x", "--port: дано x"),
        (["--port=70000"], "from 0 to 65535", "от 0 до 65535"),
        (["--host", "nowhere.invalid"], "no address nowhere.invalid", "нет адреса nowhere.invalid"),
        (["--host", "192.0.2.77"], "no address 192.0.2.77", "нет адреса 192.0.2.77"),
        (["--address", "voevoda"], "--address: given voevoda", "--address: дано voevoda"),
        (["--address", "https://u@x/y"], "without a path", "без пути"),
        (["--data", "tunnels.yaml"], "no database of battles", "не база битв"),
        (["--data", "mysql://x"], "postgresql:// or sqlite://", "postgresql:// или sqlite://"),
        (["--lane"], "Did you mean --lan?", "Может быть, --lan?"),
        (["x"], "Too much on the line: x", "Лишнее в строке: x"),
    ],
)
def test_what_cannot_be_served_is_refused(
    voevoda: Voevoda, line: list[str], english: str, russian: str
) -> None:
    """In a sentence, with exit code 2."""
    for lang, words in (("en", english), ("ru", russian)):
        said = voevoda(
            "serve", *(["--data", "battles"] if "--data" not in line else []), *line, "--lang", lang
        )

        assert (2, "") == (said.code, said.out)
        assert words in said.err


def test_a_port_that_is_taken_is_said_and_how_to_choose_another(voevoda: Voevoda) -> None:
    """Where the person asked for it; else the next is taken."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        said = voevoda("serve", "--data", "battles", "--port", port)

    assert (2, "") == (said.code, said.out)
    assert f"Port {port} is taken" in said.err
    assert "--port N" in said.err


def test_without_a_port_the_next_that_is_free_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """And said."""
    with listening(Place(), "en") as (first,), listening(Place(), "en") as (second,):
        ports = [each.getsockname()[1] for each in (first, second)]

    assert ports[0] < ports[1]
    assert f"the server is on port {ports[1]}" in capsys.readouterr().err


def test_only_this_machine_is_listened_to_unless_somebody_says_otherwise() -> None:
    """As the option ``--host`` does; ``--lan`` is every network there is."""
    with listening(Place(port=0), "en") as (near,), listening(Place("0.0.0.0", 0), "en") as (far,):  # noqa: S104
        assert ["127.0.0.1", "0.0.0.0"] == [each.getsockname()[0] for each in (near, far)]  # noqa: S104
    with pytest.raises(BadInput), listening(Place("192.0.2.77", 0), "en"):
        pass


def test_the_secret_of_the_owner_is_the_same_at_every_start(tmp_path: Path) -> None:
    """It lies beside the database and is for its owner alone; another database has another."""
    first = owner_secret(str(tmp_path / "a"))

    assert first == owner_secret(str(tmp_path / "a"))
    assert first != owner_secret(str(tmp_path / "b"))
    assert owner_secret("sqlite://") != owner_secret("sqlite://")
    if os.name == "posix":
        assert 0o600 == (tmp_path / "a" / "owner").stat().st_mode & 0o777


def test_a_secret_that_was_spoilt_is_made_anew(tmp_path: Path) -> None:
    """As one that cannot be kept serves until the end."""
    (tmp_path / "owner").write_text("spoilt")
    made = owner_secret(str(tmp_path))
    assert re.fullmatch("[0-9a-f]{32}", made)
    assert made == owner_secret(str(tmp_path))
    (tmp_path / "file").write_text("")
    assert re.fullmatch("[0-9a-f]{32}", owner_secret(str(tmp_path / "file" / "none")))


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own process, and all that it says until it listens."""
    command = [sys.executable, "-m", "voevoda.cli", "--data", str(folder), "--port", "0", *options]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", env=environment
    ) as server:
        assert server.stdout is not None
        try:
            yield server, said_by(server.stdout)
        finally:
            server.kill()


def said_by(stream: IO[str]) -> str:
    """What is said before it listens."""
    said = ""
    while "Ctrl+C" not in said:
        line = stream.readline()
        assert line, said
        said += line
    return said


def test_what_to_type_for_phones_is_the_same_with_lan() -> None:
    """With the port and the folder that were given."""
    assert "voevoda --lan" == lan_command(None, None, "en")
    assert "voevoda --lan --port 9000 --data 'my battles'" == lan_command("9000", "my battles", "en")


@pytest.mark.slow
def test_the_first_start_prints_an_address_with_a_battle_of_each_book(tmp_path: Path) -> None:
    """Opening it works; ended, it ends well; begun again, everything is there."""
    with serving(tmp_path) as (server, said), httpx.Client(follow_redirects=True) as browser:
        (address,) = OWNER.findall(said)
        page = answer_of(browser, address)
        doors = re.findall(r'action="(/battles/\w+/open)"', page.text)
        assert len(BOOKS) == len(doors)
        opened = browser.post(page.url.join(doors[0]))
        assert opened.status_code == 200
        seat = opened.url.path
        server.send_signal(signal.SIGINT)
        assert 0 == server.wait(30)
        assert server.stdout is not None
        assert server.stderr is not None
        assert "The battles are kept" in server.stdout.read()
        assert "" == server.stderr.read()
    if os.name == "posix":
        assert 0o600 == (tmp_path / "voevoda.sqlite3").stat().st_mode & 0o777

    port = str(opened.url.port)
    with serving(tmp_path, "--port", port) as (_, said), browser_with(browser) as again:
        assert address in said
        assert answer_of(again, f"http://127.0.0.1:{port}{seat}").status_code == 200


def answer_of(browser: httpx.Client, address: str) -> httpx.Response:
    """A page, as soon as the server is there."""
    for _ in range(100):
        try:
            return browser.get(address)
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(address)


def browser_with(known: httpx.Client) -> httpx.Client:
    """A browser with the cookies of another."""
    return httpx.Client(cookies=known.cookies, follow_redirects=True)


@pytest.mark.slow
def test_the_address_for_others_is_printed_and_drawn(tmp_path: Path) -> None:
    """Who comes by it sees nobody's battle, and begins none."""
    others = "http://192.0.2.20:8000"
    with serving(tmp_path, "--lan", "--address", others) as (server, said):
        own = OWNER.findall(said)[0]
        with httpx.Client(headers={"accept-language": "en"}) as phone:
            page = answer_of(phone, own.partition("/owner/")[0])
        server.terminate()
        assert 0 == server.wait(30)
        assert server.stderr is not None
        assert "" == server.stderr.read()

    assert others in said
    assert "█▀" in said
    assert "whoever can listen in" in said
    assert "/battles/" not in page.text
    assert "/begin/" not in page.text


def test_the_address_in_the_network_is_one_that_others_reach() -> None:
    """Or there is none; nothing is sent to learn it."""
    assert not (lan_address() or "").startswith(("127.", "0.", "::1"))

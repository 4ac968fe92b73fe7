"""How the table in the browser bears a full house: 50 tables of 4 seats, an answer a second at each.

Run as ``python benchmarks/web.py [SECONDS]``.  The server is a process of its own, as ``voevoda serve`` runs
it; this one plays the browsers.  Measured is the time from the moment a form is sent until each of the other
seats has the frame that shows the answer.
"""

# ruff: noqa: S603, T201  It starts the server and prints.

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from voevoda.files.examples import example
from voevoda.i18n import LANGUAGES
from voevoda.journal_store import open_store
from voevoda.play.seats import Seat
from voevoda.table import Tables, Taken
from voevoda.web.requests import seat_path

TABLES = 50
SEATS = 4


def _free_port() -> int:
    """One that nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


PORT = _free_port()
ORIGIN = f"http://127.0.0.1:{PORT}"

AIM_MS, AIM_MB, AIM_KB, AIM_REQUESTS = 150, 400, 40, 4

PLACE = re.compile(r'class="ask[^"]* asked".*?name="place" value="([^"]*)"', re.DOTALL)
"""The place of a question that waits for an answer."""


@dataclass(eq=False)
class Chair:
    """A seat with its page open."""

    path: str
    token: str
    socket: ClientConnection | None = None
    asks: str = ""
    """What it is asked, as HTML."""
    version: int = 0
    came: asyncio.Queue[tuple[int, float]] = field(default_factory=asyncio.Queue)
    """The versions of the frames that came, and when."""

    @property
    def headers(self) -> dict[str, str]:
        """What a browser would say."""
        return {"Cookie": f"seat={self.token}", "Origin": ORIGIN}

    async def listen(self) -> None:
        """Take frames as they come."""
        assert self.socket is not None
        async for words in self.socket:
            frame = json.loads(words)
            if frame["version"] != self.version:
                self.version = frame["version"]
                self.came.put_nowait((self.version, time.perf_counter()))
            self.asks = frame["regions"].get("asks", self.asks)


@dataclass(eq=False)
class Measured:
    """What was measured."""

    shown: list[float] = field(default_factory=list)
    """Seconds from a form to each other seat's screen."""
    answered: list[float] = field(default_factory=list)
    """Seconds from a form to its answer."""
    refused: int = 0
    computed: float = 0.0
    """Seconds that the server computed meanwhile."""
    late: int = 0
    """Frames that had not come within two seconds."""


def begin_tables(folder: Path) -> list[list[Chair]]:
    """Battles with everybody at the table, as the database keeps them."""
    found = []
    with open_store(folder) as store:
        tables = Tables(store)
        battle, file = example("wfrp", "tunnels", LANGUAGES[0])
        for number in range(TABLES):
            taken = tables.begin(battle.book, battle.state, title=f"Table {number}", lang="ru", file=file)
            assert isinstance(taken, Taken)
            chairs = [Chair(seat_path(taken.sitter), taken.token)]
            others = [row.seat for row in store.seats(taken.sitter.battle) if row.seat != taken.sitter.seat]
            others.sort(key=lambda seat: ("commander", "spectator", "player").index(seat.kind))
            chairs += [_chair(tables, taken.token, seat) for seat in others[: SEATS - 1]]
            found.append(chairs)
    return found


def _chair(tables: Tables, referee: str, seat: Seat) -> Chair:
    link = tables.reissue(referee, seat)
    assert isinstance(link, str), link
    taken = tables.take(link, "take", str(seat))
    assert isinstance(taken, Taken), taken
    return Chair(seat_path(taken.sitter), taken.token)


async def play(
    chairs: list[Chair], until: float, wait: float, client: httpx.AsyncClient, got: Measured
) -> None:
    """One table: an answer each second by whoever is asked; when the battle is over, much is taken back."""
    await asyncio.sleep(wait)
    number = 0
    while time.perf_counter() < until:
        began = time.perf_counter()
        number += 1
        asked = [(chair, found) for chair in chairs if (found := PLACE.search(chair.asks))]
        chair, form = chairs[0], {"what": "undo", "reason": "once more"}
        if asked:
            chair, found = asked[0]
            form = {"what": "throw", "place": found[1]}
        body = urlencode({**form, "form": f"{number}-{time.time()}"})
        headers = {**chair.headers, "Content-Type": "application/x-www-form-urlencoded"}
        before = {each: each.version for each in chairs}
        answer = await client.post(f"{chair.path}/do", content=body, headers=headers)
        got.answered.append(time.perf_counter() - began)
        if answer.status_code == 303:  # which the page's script does not follow: its socket brings the change
            await _seen(chairs, chair, before, began, got)
        else:
            got.refused += 1
        await asyncio.sleep(max(0.0, began + 1 - time.perf_counter()))


async def _seen(
    chairs: list[Chair], but: Chair, before: dict[Chair, int], began: float, got: Measured
) -> None:
    for other in chairs:
        if other is but:
            continue
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + 2):
                version, came = await other.came.get()
                while version <= before[other]:
                    version, came = await other.came.get()
        except TimeoutError:
            got.late += 1
        else:
            got.shown.append(came - began)


async def full_house(tables: list[list[Chair]], seconds: float, server: int) -> Measured:
    """All tables at once."""
    got = Measured()
    chairs = [chair for table in tables for chair in table]
    for chair in chairs:
        uri = f"ws://127.0.0.1:{PORT}{chair.path}/live"
        chair.socket = await connect(
            uri, additional_headers={"Cookie": f"seat={chair.token}"}, origin=Origin(ORIGIN), max_size=None
        )
    listening = [asyncio.create_task(chair.listen()) for chair in chairs]
    await asyncio.sleep(5)
    before = processor_time(server)
    async with httpx.AsyncClient(
        base_url=ORIGIN, timeout=30, limits=httpx.Limits(max_connections=50)
    ) as client:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(play(table, until, n / TABLES, client, got) for n, table in enumerate(tables)))
    got.computed = processor_time(server) - before
    for task in listening:
        _ = task.cancel()
    for chair in chairs:
        assert chair.socket is not None
        await chair.socket.close()
    return got


def first_page() -> tuple[int, int]:
    """The bytes that a first visit takes, and in how many requests."""
    with httpx.Client(base_url=ORIGIN, headers={"Accept-Encoding": "gzip"}) as client:
        html = client.get("/")
        loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', html.text)
        sizes = [_size(client, "/"), *(_size(client, path) for path in dict.fromkeys(loaded))]
    return sum(sizes), len(sizes)


def _size(client: httpx.Client, path: str) -> int:
    with client.stream("GET", path) as answer:
        return sum(map(len, answer.iter_raw()))


def memory(process: int) -> float:
    """The most MB that a process has had in memory."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


def processor_time(process: int) -> float:
    """The seconds that a process has computed; its workers are not in it."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for_server() -> None:
    """Until it answers."""
    for _ in range(200):
        try:
            _ = httpx.get(ORIGIN)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError


def main(seconds: float) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        tables = begin_tables(Path(folder))
        command = [sys.executable, "-m", "voevoda.cli", "serve", "--port", str(PORT), "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            try:
                wait_for_server()
                size, requests = first_page()
                got = asyncio.run(full_house(tables, seconds, server.pid))
                most = memory(server.pid)
            finally:
                server.terminate()
    ms = [1000 * each for each in got.shown]
    own = [1000 * each for each in got.answered]
    print(f"{TABLES} tables of {SEATS} seats, {len(own)} answers in {seconds:.0f} s")
    print(f"  seen by another seat  median {median(ms):6.1f} ms   95th {_95(ms):6.1f} ms   aim {AIM_MS} ms")
    print(f"  form answered         median {median(own):6.1f} ms   95th {_95(own):6.1f} ms")
    print(f"  refused {got.refused}, not seen within 2 s {got.late}")
    print(f"  computed {1000 * got.computed / len(own):.1f} ms an answer")
    print(f"  memory {most:.0f} MB   aim {AIM_MB} MB")
    print(
        f"  first page {size / 1024:.1f} KB in {requests} requests   aim {AIM_KB} KB, {AIM_REQUESTS} requests"
    )


def _95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0)

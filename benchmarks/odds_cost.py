"""How the cost of the odds of ``wfrp`` grows with the points: measured, and drawn for the docs.

``python benchmarks/odds_cost.py`` measures anew (three minutes), keeps the figures in ``odds_cost.json``, and
writes ``docs/odds-cost.svg`` and its Russian twin; with ``--draw`` it only draws what was measured.
"""

# ruff: noqa: T201  It prints.

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from math import log10
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.odds_wfrp import Measured, measured

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "benchmarks" / "odds_cost.json"
LIMIT = 1050
"""About where sampling begins."""

COMPUTED = (10, 20, 30, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000)
SAMPLED = (1100, 1500, 3000, 10_000, 100_000, 1_000_000)
"""Militia on both sides, a point each."""

ALWAYS, NEVER = 10**18, 0
"""Greatest efforts that are computed: whatever it takes, or nothing at all."""

Part: TypeAlias = Literal["computed", "beyond", "sampled"]


class Words(NamedTuple):
    """What is written into the picture."""

    file: str
    title: str
    time: str
    memory: str
    points: str
    computed: str
    beyond: str
    sampled: str
    limit: str
    ticks: tuple[str, ...]
    """Ten points, a hundred and so on to a million."""
    times: tuple[str, ...]
    """Ten milliseconds, a hundred and so on to ten seconds."""
    megabytes: str
    thousands: str
    """What stands between groups of three digits, in numbers that are at least …"""
    grouped: int
    tooltip: str


ENGLISH = Words(
    file="odds-cost.svg",
    title="What the odds of a wfrp battle cost, by the points of each side",
    time="Time",
    memory="Memory",
    points="points of each side",
    computed="computed",
    beyond="if computed all the same",
    sampled="sampled",
    limit="1,050",
    ticks=("10", "100", "1,000", "10,000", "100,000", "1,000,000"),
    times=("10 ms", "100 ms", "1 s", "10 s"),
    megabytes="MB",
    thousands=",",
    grouped=1000,
    tooltip="{n} against {n}, {part}: {time} ms, {memory} MB",
)
RUSSIAN = Words(
    file="odds-cost.ru.svg",
    title="Чего стоят шансы битвы wfrp в зависимости от очков каждой стороны",
    time="Время",
    memory="Память",
    points="очки каждой стороны",
    computed="вычислено",
    beyond="если всё равно вычислять",
    sampled="разыграно",
    limit="1050",
    ticks=(
        "10",
        "100",
        "1000",
        "10\N{NO-BREAK SPACE}000",
        "100\N{NO-BREAK SPACE}000",
        "1\N{NO-BREAK SPACE}000\N{NO-BREAK SPACE}000",
    ),
    times=("10 мс", "100 мс", "1 с", "10 с"),
    megabytes="МБ",
    thousands="\N{NO-BREAK SPACE}",
    grouped=10_000,
    tooltip="{n} против {n}, {part}: {time} мс, {memory} МБ",
)
LANGUAGES = (ENGLISH, RUSSIAN)

STYLE = """
  :root { color-scheme: light dark; --paper: #f7f6f2; --ink: #1a1c1f; --soft: #565a5f; --rule: #d3d0c6;
    --edge: #7d7b73; --one: #1f4f96; --one-fill: #2f66b3; --two: #7c5200; --two-fill: #b57a0c; }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #14161a; --ink: #eceae4; --soft: #a9acb1; --rule: #373b42;
      --edge: #80858d; --one: #8db8f2; --one-fill: #4f86d1; --two: #e9b65c; --two-fill: #c98a16; } }
  text { font: 13px -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif;
    fill: var(--soft); font-variant-numeric: lining-nums tabular-nums; }
  .paper { fill: var(--paper); }
  .head { font-size: 17px; font-weight: bold; fill: var(--ink); }
  .middle { text-anchor: middle; }
  .end { text-anchor: end; }
  .thick { stroke: var(--ink); stroke-width: 3; }
  .grid { stroke: var(--rule); }
  .limit { stroke: var(--edge); stroke-dasharray: 2 4; }
  path { fill: none; stroke-width: 2; }
  path.computed { stroke: var(--one-fill); }
  path.beyond { stroke: var(--one-fill); stroke-dasharray: 6 5; }
  path.sampled { stroke: var(--two-fill); }
  circle.computed { fill: var(--one-fill); }
  circle.beyond { fill: var(--paper); stroke: var(--one-fill); stroke-width: 2; }
  rect.sampled { fill: var(--two-fill); }
  text.computed, text.beyond { fill: var(--one); font-weight: 600; }
  text.sampled { fill: var(--two); font-weight: 600; }
"""
"""The colours and the type of the pages, light and dark."""

WIDTH, HEIGHT = 760, 380
TOP, BOTTOM = 66, 316


@dataclass(frozen=True, slots=True)
class Panel:
    """One chart: where it stands, what it shows, and from what to what its upward axis goes."""

    left: int
    right: int
    low: float
    high: float
    shows: Literal["warm", "peak"]
    """Time on a logarithmic scale, or memory on an even one."""

    def x(self, points: float) -> float:
        """Where so many points stand, from 8 to 1.25 million on a logarithmic scale."""
        return self.left + (self.right - self.left) * log10(points / 8) / log10(1_250_000 / 8)

    def y(self, value: float) -> float:
        """Where a value stands."""
        if self.shows == "warm":
            share = log10(value / self.low) / log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return BOTTOM - (BOTTOM - TOP) * share


def main() -> None:
    """Measure unless only drawing is wanted; write the pictures; print the table of the docs."""
    if sys.argv[1:] != ["--draw"]:
        battles = [measured(n, n, exact=ALWAYS) for n in COMPUTED]
        battles += [measured(n, n, exact=NEVER) for n in SAMPLED]
        kept = {
            "cores": os.cpu_count(),
            "machine": machine(),
            "battles": [asdict(battle) for battle in battles],
        }
        FIGURES.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
    for words in LANGUAGES:
        (ROOT / "docs" / words.file).write_text(drawn(words), "utf-8")
        print(*rows(words), sep="\n")


def machine() -> str:
    """What the figures were measured on."""
    cpus = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    model = next(line.partition(": ")[2] for line in cpus if line.startswith("model name"))
    return f"{model}, {platform.system()}, Python {platform.python_version()}, NumPy {np.__version__}"


def figures() -> list[Measured]:
    """What was measured."""
    return [Measured(**battle) for battle in json.loads(FIGURES.read_text("utf-8"))["battles"]]


def machine_measured() -> str:
    """What it was measured on."""
    return str(json.loads(FIGURES.read_text("utf-8"))["machine"])


def part_of(battle: Measured) -> Part:
    """Which line of the picture a battle belongs to."""
    if battle.method == "sampled":
        return "sampled"
    return "computed" if battle.one <= LIMIT else "beyond"


def rows(words: Words) -> Iterator[str]:
    """The table of the docs: points, then milliseconds and MB computed and sampled."""
    found = {(battle.one, battle.method): battle for battle in figures()}
    for n in sorted({one for one, _ in found}):
        cells = [f"{n:,}".replace(",", words.thousands) if n >= words.grouped else str(n)]
        for method in ("exact", "sampled"):
            battle = found.get((n, method))
            cells += [f"{battle.warm:.0f}", f"{battle.peak:.0f}"] if battle else ["", ""]
        yield f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def drawn(words: Words) -> str:
    """The picture as SVG."""
    time, memory = Panel(66, 424, 4, 20_000, "warm"), Panel(524, 744, 0, 500, "peak")
    times = zip((10, 100, 1000, 10_000), words.times, strict=True)
    sizes = ((n, f"{n}\N{NO-BREAK SPACE}{words.megabytes}") for n in range(0, 501, 100))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{words.title}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
        *frame(time, words.time, words, times, (0, 1, 2, 3, 4, 5)),
        *frame(memory, words.memory, words, sizes, (0, 2, 4)),
        *marks(time, words),
        *marks(memory, words),
        label("computed", time.x(12), time.y(150), words.computed),
        label("beyond", time.x(3700), time.y(12_500), words.beyond),
        label("sampled", time.x(20_000), time.y(190), words.sampled),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def frame(
    panel: Panel, heading: str, words: Words, ticks: Iterable[tuple[float, str]], columns: tuple[int, ...]
) -> Iterator[str]:
    """A chart without its marks; ``columns`` are the powers of ten, from ten points, that are named."""
    left, right = panel.left, panel.right
    yield f'<line class="thick" x1="{left - 50}" x2="{right}" y1="14" y2="14"/>'
    yield f'<text class="head" x="{left - 50}" y="38">{heading}</text>'
    for value, name in ticks:
        y = panel.y(value)
        yield f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="end" x="{left - 8}" y="{y + 4.5:.1f}">{name}</text>'
    for column in columns:
        x = panel.x(10 ** (column + 1))
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{BOTTOM}" y2="{BOTTOM + 5}"/>'
        yield f'<text class="middle" x="{x:.1f}" y="{BOTTOM + 21}">{words.ticks[column]}</text>'
    yield f'<text class="middle" x="{(left + right) / 2}" y="{BOTTOM + 46}">{words.points}</text>'
    x = panel.x(LIMIT)
    yield f'<line class="limit" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{BOTTOM}"/>'
    yield f'<text class="middle" x="{x:.1f}" y="{TOP - 6}">{words.limit}</text>'


def marks(panel: Panel, words: Words) -> Iterator[str]:
    """The battles of a chart: a line for each part, then a mark for each battle that can be pointed at."""
    battles = figures()
    for part in get_args(Part):
        found = [battle for battle in battles if part_of(battle) == part]
        if part == "beyond":  # goes on where what is computed ends
            found.insert(0, [battle for battle in battles if part_of(battle) == "computed"][-1])
        places = " L".join(
            f"{panel.x(each.one):.1f} {panel.y(getattr(each, panel.shows)):.1f}" for each in found
        )
        yield f'<path class="{part}" d="M{places}"/>'
    for battle in battles:
        part = part_of(battle)
        x, y = panel.x(battle.one), panel.y(getattr(battle, panel.shows))
        shape = (
            f'rect class="{part}" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"'
            if part == "sampled"
            else f'circle class="{part}" cx="{x:.1f}" cy="{y:.1f}" r="4"'
        )
        told = words.tooltip.format(
            n=battle.one, part=getattr(words, part), time=round(battle.warm), memory=round(battle.peak)
        )
        yield f"<{shape}><title>{told}</title></{shape.split(maxsplit=1)[0]}>"


def label(part: Part, x: float, y: float, text: str) -> str:
    """The name of a line, beside it and in its colour."""
    return f'<text class="{part}" x="{x:.1f}" y="{y:.1f}">{text}</text>'


if __name__ == "__main__":
    main()

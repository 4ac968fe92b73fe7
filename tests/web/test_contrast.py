"""Every colour can be seen: the tokens of the stylesheet against each other, by WCAG 2."""

from __future__ import annotations

import re

import pytest

from voevoda.web.assets import asset

CSS = asset("voevoda.css").decode()
GROUNDS = ("paper", "sheet", "sunk")
TEXTS = ("ink", "soft", "one", "two", "clause", "house", "danger")
GRAPHICS = ("edge", "one-fill", "two-fill", "focus")
PAIRS = [
    *((ground, text, 4.5) for ground in GROUNDS for text in TEXTS),
    *((ground, graphic, 3.0) for ground in GROUNDS for graphic in GRAPHICS),
    *((wash, "ink", 4.5) for wash in ("one-wash", "two-wash", "danger-wash")),
    *((wash, "danger", 4.5) for wash in ("danger-wash",)),
    *((wash, "clause", 4.5) for wash in ("one-wash", "two-wash")),
    *((band, "on", 4.5) for band in ("one", "two")),
    ("ink", "paper", 4.5),
    *(("card", ink, 4.5) for ink in ("card-ink", "card-red", "back-one", "back-two")),
]
"""Ground, what stands on it, the least contrast."""


def sets() -> dict[str, dict[str, str]]:
    """The colours of each theme, and the dark ones as they are declared a second time."""
    light = re.search(r":root \{\ncolor-scheme: light;(.*?)\}", CSS, re.DOTALL)
    device = re.search(
        r"@media \(prefers-color-scheme: dark\) \{\n:root:not\(\[data-theme=\"light\"\]\) \{\n"
        r"color-scheme: dark;(.*?)\}\n\}",
        CSS,
        re.DOTALL,
    )
    chosen = re.search(r"\n:root\[data-theme=\"dark\"\] \{\ncolor-scheme: dark;(.*?)\}", CSS, re.DOTALL)
    assert light
    assert device
    assert chosen
    first, second, third = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", each[1])) for each in (light, device, chosen)
    )
    return {"light": first, "dark": {**first, **second}, "chosen dark": {**first, **third}}


def luminance(colour: str) -> float:
    """How bright a colour is, 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Between 1 and 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_what_the_standard_says() -> None:
    """Black on white 21; a grey that is known to pass by a hair."""
    assert 21 == contrast("#000000", "#ffffff")
    assert 4.54 == round(contrast("#767676", "#ffffff"), 2)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ground", "drawn", "least"), PAIRS)
def test_what_is_drawn_stands_out(theme: str, ground: str, drawn: str, least: float) -> None:
    """Text by 4.5, a graphic or an outline by 3, in both themes."""
    colours = sets()[theme]

    assert contrast(colours[ground], colours[drawn]) >= least


def test_the_dark_theme_is_the_same_whether_chosen_or_the_devices_own() -> None:
    """It has to be declared twice."""
    assert sets()["dark"] == sets()["chosen dark"]


def test_every_colour_is_a_token() -> None:
    """Outside the tokens and the print the only ones by number are the black and white of a QR code."""
    rest = CSS[CSS.index("--serif") : CSS.index("@page")]

    assert {"#fff", "#000"} == set(re.findall(r"#[0-9a-fA-F]{3,8}\b", rest))

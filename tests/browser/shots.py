"""Pictures of every page, on a desk and on a phone, by light and dark, in both languages, to be looked at.

python -m tests.browser.shots FOLDER [WORD …]

With words: only of pages in whose names one of them stands.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.houses import DESK, PHONE
from tests.browser.places import LANGUAGES, all_places, everywhere


def take(folder: Path, words: list[str]) -> None:
    """A file NAME.WIDTH.LIGHT.LANGUAGE.png for each, the whole page."""
    folder.mkdir(parents=True, exist_ok=True)
    for lang in LANGUAGES:
        with TemporaryDirectory() as data, all_places(Path(data), lang) as (at, places):
            for size, touch in ((DESK, False), (PHONE, True)):
                with everywhere(at, places, size=size, touch=touch) as (page, pages):
                    for name, path in pages:
                        if words and not any(word in name for word in words):
                            continue
                        _ = page.goto(path)
                        for light in ("light", "dark"):
                            page.emulate_media(color_scheme=light)
                            file = folder / f"{name}.{size[0]}.{light}.{lang}.png"
                            _ = page.screenshot(path=file, full_page=True)


if __name__ == "__main__":
    take(Path(sys.argv[1]), sys.argv[2:])

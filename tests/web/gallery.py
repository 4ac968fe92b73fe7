"""The pages and every component in every state as files, to be looked at.

    .venv/bin/python -m tests.web.gallery FOLDER

writes <page>.<language>.<theme>.html and what they load.
"""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Literal

from tests.web.components import components
from tests.web.samples import pages
from voevoda.i18n import LANGUAGES
from voevoda.web.assets import asset
from voevoda.web.templating import render

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def write(folder: Path) -> None:
    """All pages in both languages and both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("voevoda.css", "mark.svg"):
        (folder / name).write_bytes(asset(name))
    for lang in LANGUAGES:
        for theme in THEMES:
            found = {
                name: render(replace(page, frame=replace(page.frame, theme=theme)), lang)
                for name, page in pages().items()
            }
            found["components"] = components(lang, theme)
            for name, html in found.items():
                beside = re.sub(r"/static/([\w.]+)\?\w+", r"\1", html)
                (folder / f"{name}.{lang}.{theme}.html").write_text(beside, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

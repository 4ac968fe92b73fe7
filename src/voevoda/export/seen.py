"""What one seat has seen of a battle, as JSON Lines: for its own records, and never to go on from.

Built from ``Seen`` alone, so that it holds nothing else.
"""

from __future__ import annotations

import json
from typing import Any

from voevoda.export.jsonable import jsonable
from voevoda.export.record import line_text
from voevoda.i18n import Language, text
from voevoda.play.seats import Line, Seat, Seen

FORMAT = 1
"""The version of these files."""


def as_seen(book: str, title: str, seat: Seat, seen: Seen, lang: Language) -> str:
    """A first line with the view and what is asked, then the seat's log; sentences in ``lang``."""
    first = {
        "entry": "seen",
        "voevoda": FORMAT,
        "note": text(lang, "report.seen", {}),
        "book": book,
        "title": title,
        "seat": str(seat),
        "view": jsonable(seen.view),
        "asks": jsonable(seen.asks),
        "waits": list(seen.waits),
    }
    lines = [first, *(_line(n, line, lang) for n, line in enumerate(seen.log, 1))]
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in lines)


def _line(n: int, line: Line, lang: Language) -> dict[str, Any]:
    return {
        "n": n,
        "clause": line.cite,
        "key": line.key,
        "seat": str(line.by),
        "text": line_text(lang, line),
        "facts": jsonable(line.facts),
        **({"reply": jsonable(line.reply), "source": line.source} if line.source else {}),
    }

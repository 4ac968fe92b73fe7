"""What a person who waits sees: that the program is at work, and for how long already.

On standard error, and on a terminal alone; it is gone without a trace when the work is done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from voevoda.cli.streams import is_plain
from voevoda.i18n import Language, text

PATIENCE = 1.0
"""Seconds after which one begins to wonder."""


@contextmanager
def working(lang: Language, after: float = PATIENCE) -> Iterator[None]:
    """Say that odds are being worked out, while they are, if it takes longer than ``after`` seconds."""
    if is_plain(sys.stderr):
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn("line"), TextColumn(text(lang, "cli.working", {})), TimeElapsedColumn()
    progress = Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4)
    _ = progress.add_task("")
    timer = Timer(after, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        progress.stop()

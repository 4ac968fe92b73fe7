"""The file beside a journal where a seed waits that is announced and not shown yet.

Nothing that stands there already is overwritten, and only its owner can read it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from voevoda.files.journal_text import bad
from voevoda.files.journals import reason_of


def keep_seed(journal: str, seed: str) -> None:
    """Keep ``seed`` on the disk.  Raises ``BadFile``, and leaves nothing behind, where that cannot be."""
    file = _beside(journal)
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise bad(str(file), "journal.seed_exists") from error
    except FileNotFoundError as error:
        raise bad(journal, "journal.no_folder") from error
    except OSError as error:
        raise bad(str(file), "journal.unwritable", reason=reason_of(error)) from error
    try:
        with os.fdopen(opened, "w", encoding="utf-8") as stream:
            _ = stream.write(seed + "\n")
            stream.flush()
            os.fsync(opened)
    except OSError as error:
        forget_seed(journal)
        raise bad(str(file), "journal.unwritable", reason=reason_of(error)) from error


def kept_seed(journal: str) -> str | None:
    """The seed that waits beside a journal, if one does."""
    with suppress(OSError, UnicodeError):
        return _beside(journal).read_text("utf-8").rstrip("\n")
    return None


def forget_seed(journal: str) -> None:
    """The seed stands in the journal now, or nowhere: remove the file."""
    with suppress(OSError):
        _beside(journal).unlink(missing_ok=True)


def _beside(journal: str) -> Path:
    return Path(f"{journal}.seed")

"""Who waits for odds sees that the program is at work."""

from __future__ import annotations

import io
import time

import pytest

from voevoda.cli.waiting import working


class Terminal(io.StringIO):
    """A terminal in memory."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize(("lang", "words"), [("en", "working out the odds"), ("ru", "считаются шансы")])
def test_who_waits_at_a_terminal_is_told(monkeypatch: pytest.MonkeyPatch, lang: str, words: str) -> None:
    """With the time that has gone by; the last thing written is the end of that."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with working(lang, after=0):  # type: ignore[arg-type]
        until = time.monotonic() + 20
        while words not in stream.getvalue() and time.monotonic() < until:
            time.sleep(0.01)

    assert words in stream.getvalue()
    assert "0:00:00" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


def test_a_file_and_a_pipe_get_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does who does not wait."""
    for stream in (io.StringIO(), Terminal()):
        monkeypatch.setattr("sys.stderr", stream)
        with working("en", after=0 if not stream.isatty() else 60):
            pass

        assert "" == stream.getvalue().strip()

"""What the tests of the commands share: a person who types commands and reads what comes back."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from voevoda.cli import run


class Said(NamedTuple):
    """What a command came to."""

    code: int
    out: str
    err: str


Voevoda: TypeAlias = Callable[..., Said]


@pytest.fixture
def voevoda(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Voevoda:
    """Run a command in a folder with the battle ``tunnels.yaml``: ``voevoda("fight", "tunnels.yaml")``.

    ``typed`` is what the person types, ``encoding`` that of the console.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS", "VOEVODA_COMMAND", "VOEVODA_TRACE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def call(*args: str, typed: str = "", encoding: str = "utf-8") -> Said:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding, write_through=True) for _ in range(2)]
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
            patch.setattr("sys.stdout", streams[0])
            patch.setattr("sys.stderr", streams[1])
            code = run(args)
        out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)
        return Said(code, out, err)

    (tmp_path / "tunnels.yaml").write_text(call("new", "wfrp").out, "utf-8")
    (tmp_path / "unnamed.yaml").write_text(
        call("new", "wfrp").out.replace("[Grishnak, Snagga]", "[]"), "utf-8"
    )
    return call

"""The same bytes in every process: sets of strings would come in another order in each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def journals(hash_seed: str) -> bytes:
    """What a process with this hash seed writes."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    return subprocess.run(
        [sys.executable, "-m", "tests.contract.journals", "4"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
        cwd=ROOT,
        check=True,
        capture_output=True,
    ).stdout


def test_journals_are_the_same_bytes_in_every_process() -> None:
    """Journals, what every seat saw and imagined, corrections: under three hash seeds."""
    first, *others = (journals(seed) for seed in ("0", "1", "4242"))

    assert len(first) > 10_000
    assert all(other == first for other in others)

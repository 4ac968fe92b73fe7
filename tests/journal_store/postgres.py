"""A PostgreSQL server of our own, for as long as the tests run: no port, no password, nothing left behind."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

ABSENT = "These tests need the programs of a PostgreSQL server; on Debian: apt-get install postgresql"

Fresh: TypeAlias = Callable[[], str]
"""Makes an empty database, and gives its URL."""

FAST = {
    "fsync": "off",  # what is tested here is not what happens when the power fails
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "16MB",
}


def programs() -> Path:
    """The folder of the server's programs: Debian has one for each version, and none of them on the PATH."""
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(versions, key=lambda found: float(found.parts[-3]))[-1:]
    found = shutil.which("initdb") or next(map(str, newest), None)
    if found is None:
        pytest.fail(ABSENT)
    return Path(found).resolve().parent


def user() -> Mapping[str, Any]:
    """Whose process the server is: PostgreSQL refuses to be root's."""
    if os.geteuid() != 0:
        return {}
    known = {each.pw_name: each for each in pwd.getpwall()}
    whose = known.get("postgres") or known["nobody"]
    return {"user": whose.pw_uid, "group": whose.pw_gid, "extra_groups": ()}


@contextmanager
def running() -> Iterator[str]:
    """A new server; gives the folder of its socket."""
    bin_ = programs()
    whose = user()
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short, as a socket's path must be
    if whose:
        os.chown(folder, whose["user"], whose["group"])
    try:
        how = ["--username=voevoda", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        made = subprocess.run(
            [bin_ / "initdb", "-D", folder / "data", *how],
            cwd=folder,
            check=False,
            capture_output=True,
            text=True,
            **whose,
        )
        if made.returncode:
            pytest.fail(f"PostgreSQL made no database:\n{made.stdout}{made.stderr}")
        settings = [word for name, value in FAST.items() for word in ("-c", f"{name}={value}")]
        with (
            (folder / "log").open("wb") as log,
            subprocess.Popen(
                [bin_ / "postgres", "-D", folder / "data", "-k", folder, *settings],
                cwd=folder,
                stdout=log,
                stderr=log,
                **whose,
            ) as server,
        ):
            try:
                _wait(bin_ / "pg_isready", folder, server)
                yield str(folder)
            finally:
                server.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait(is_ready: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    """Wait until the server takes connections."""
    for _ in range(600):
        if server.poll() is not None:
            break
        if not subprocess.run([is_ready, "-q", "-h", folder], cwd=folder, check=False).returncode:
            return
        time.sleep(0.05)
    pytest.fail(f"PostgreSQL did not start:\n{(folder / 'log').read_text('utf-8', 'replace')}")

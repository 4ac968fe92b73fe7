#!/usr/bin/env python3
"""Start voevoda from a fresh copy of its sources: any Python from 3.11 on and a network are enough.

    python3 run.py                   the table in the browser
    python3 run.py COMMAND …         what the command ``voevoda`` does
    python3 run.py test              every check and every test
    python3 run.py test [--] ARGS    pytest alone, with ARGS

The first start makes ``.venv`` beside this file and installs the pinned, hashed set of ``requirements/`` into
it; so does any start after those files, the project's own table in pyproject.toml or the Python have changed.
A stamp, written last, says that ``.venv`` is whole.  What fails or is interrupted leaves the ``.venv`` that
stood before, or none.

Standard library only.  What installing alone needs is imported there, so that a start with nothing to install
is not felt.
"""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BEFORE = ROOT / ".venv.before"  # what stood there, while the new one is made
STAMP = "voevoda-stamp"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")

FOREIGN = {
    *("PYTHONHOME", "PYTHONOPTIMIZE", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONWARNINGS"),
    *("PIP_DRY_RUN", "PIP_PREFIX", "PIP_ROOT", "PIP_TARGET"),
}
"""What a person may have set for another Python, or to install elsewhere; in ours it would do harm."""

CHECKS = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "basedpyright": ["-m", "basedpyright"],
    "import-linter": [str(SCRIPTS / "lint-imports"), "--no-logo"],
    "pytest": ["-m", "pytest", "-n", "2", "--dist", "worksteal"],
}
"""What ``test`` runs, in this order: pytest last, since its closing line is what people look for."""

MESSAGES = {
    "python": {
        "en": "voevoda needs Python 3.11 or newer; this is {version}.",
        "ru": "voevoda нужен Python 3.11 или новее, а это {version}.",
    },
    "preparing": {
        "en": "Preparing, once: downloading what voevoda needs into .venv. A minute or two…",
        "ru": "Подготовка, один раз: скачиваю всё нужное в .venv. Минута-две…",
    },
    "failed": {"en": "Could not prepare .venv: {why}", "ru": "Не удалось подготовить .venv: {why}"},
    "network": {
        "en": "no package index could be reached; is the network up?",
        "ru": "сервер пакетов не отвечает; есть ли сеть?",
    },
    "disk": {"en": "the disk is full", "ru": "на диске нет места"},
    "read-only": {
        "en": "nothing can be written in {root}",
        "ru": "в папку {root} нельзя писать",
    },
    "venv": {
        "en": "this Python cannot make virtual environments; on Debian and Ubuntu: apt install python3-venv",
        "ru": "этот Python не умеет создавать окружения venv; в Debian и Ubuntu: apt install python3-venv",
    },
    "interrupted": {"en": "Interrupted.", "ru": "Прервано."},
    "passed": {"en": "passed", "ru": "прошло"},
    "not passed": {"en": "FAILED", "ru": "НЕ ПРОШЛО"},
}

SIGNS = {
    "disk": ("No space left on device", "Disk quota exceeded"),
    "venv": ("No module named venv", "No module named ensurepip"),
    "read-only": ("Read-only file system", "Permission denied"),
    "network": (
        "Failed to establish a new connection",
        "NameResolutionError",
        "ConnectTimeoutError",
        "ReadTimeoutError",
        "ProxyError",
        "Network is unreachable",
    ),
}
"""Which words in an output or error stand for which of the messages; the first that fits is taken."""


class Failed(Exception):
    """``.venv`` could not be made; the text is the reason, one line in the person's language."""


def main(args: list[str]) -> int:
    """Run what ``args`` ask for and return its exit code."""
    language = language_of(args)
    if sys.version_info < (3, 11):  # noqa: UP036 (this is where the person learns it)
        say("python", language, version=sys.version.split()[0])
        return 1
    wanted = "test" if args[:1] == ["test"] else "run"
    try:
        if not is_ready(wanted):
            prepare(wanted, language)
        return test(args[1:], language) if wanted == "test" else become_voevoda(args)
    except Failed as failed:
        say("failed", language, why=str(failed))
    except OSError as error:
        say("failed", language, why=reason(str(error), language))
    except KeyboardInterrupt:
        say("interrupted", language)
        return 130
    return 1


def is_ready(wanted: str) -> bool:
    """Whether ``.venv`` is whole and holds today's set ``wanted``."""
    return fingerprint(wanted) in stamps() and PYTHON.exists()


def stamps() -> list[str]:
    """Read the fingerprints of the sets that ``.venv`` holds; none if it is not whole."""
    try:
        return (VENV / STAMP).read_text("ascii").split()
    except OSError:
        return []


def fingerprint(wanted: str) -> str:
    """All that an installed set depends on, in short."""
    place = f"{ROOT}\n{sys.platform}\n{sys.implementation.cache_tag}\n".encode()
    pins = (ROOT / "requirements" / f"{wanted}.txt").read_bytes()
    project = (ROOT / "pyproject.toml").read_bytes().partition(b"\n[tool.")[0]
    return hashlib.sha256(place + pins + project).hexdigest()


def prepare(wanted: str, language: str) -> None:
    """Make ``.venv`` with the set ``wanted``, or raise ``Failed`` or ``OSError`` with nothing changed."""
    import signal  # noqa: PLC0415

    say("preparing", language)
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    with locked() as lock:
        settle()
        if is_ready(wanted):  # another run.py has made it meanwhile
            return
        if len(stamps()) > 1:  # who has had the tests' set keeps it
            wanted = "test"
        if VENV.exists():
            VENV.rename(BEFORE)
        try:
            build(wanted, language, lock)
        finally:
            settle()


def build(wanted: str, language: str, lock: int) -> None:
    """Make a new ``.venv`` from nothing and stamp it.  Raises ``Failed``."""
    # Not sys.executable: if run.py was started by the Python of .venv, that has just been moved away.
    base = getattr(sys, "_base_executable", sys.executable)
    ours = [str(PYTHON), "-I", "-m"]
    pip = [*ours, "pip", "install", "--no-user", "--no-input", "--disable-pip-version-check"]
    pins = ROOT / "requirements" / f"{wanted}.txt"
    for command in (
        # Without pip, since venv hides why that fails; Debian has ensurepip in a package of its own.
        [base, "-I", "-m", "venv", "--without-pip", str(VENV)],
        [*ours, "ensurepip", "--default-pip"],
        [*pip, "--require-hashes", "--only-binary=:all:", "-r", str(pins)],
        [*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT)],
    ):
        code, output = finish(command, lock)
        if code:
            raise Failed(reason(output, language))
    sets = dict.fromkeys((wanted, "run"))
    (VENV / STAMP).write_text("\n".join(map(fingerprint, sets)), "ascii")


def settle() -> None:
    """Keep ``.venv`` if it is stamped; otherwise put back what stood there before."""
    if stamps():
        remove(BEFORE)
        return
    remove(VENV)
    if BEFORE.exists():
        BEFORE.rename(VENV)


def remove(folder: Path) -> None:
    """Remove ``folder``, its stamp first, so that half of it is never taken for whole."""
    import shutil  # noqa: PLC0415

    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        (folder / STAMP).unlink(missing_ok=True)
        shutil.rmtree(folder)


@contextmanager
def locked() -> Iterator[int]:
    """Wait until no other run.py is installing here; give the lock's file descriptor."""
    with Path(__file__).open("r+b") as file:  # this file is the lock, so that none is left lying about
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415

            file.seek(1 << 30)  # far behind the text, which stays readable
            while True:
                try:
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # gives up after ten seconds
                    break
                except OSError:
                    continue
        else:
            import fcntl  # noqa: PLC0415

            fcntl.flock(file, fcntl.LOCK_EX)
        yield file.fileno()


def finish(command: list[str], lock: int) -> tuple[int, str]:
    """Run ``command`` to its end and return its exit code and output; interrupted, end all that it started.

    It inherits the lock: should run.py be killed, the next one waits for what is still writing.
    """
    import signal  # noqa: PLC0415
    import subprocess  # noqa: PLC0415

    posix = os.name == "posix"
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=ROOT,
        env=environment(),
        start_new_session=posix,
        pass_fds=(lock,) if posix else (),
    ) as process:
        try:
            output, _ = process.communicate()
        except BaseException:
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()  # until the last of them has let go of the pipe
            raise
    return process.returncode, output


def reason(output: str, language: str) -> str:
    """Why a command or a system call failed, in one line."""
    for message, signs in SIGNS.items():
        if any(sign in output for sign in signs):
            return MESSAGES[message][language].format(root=ROOT)
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["?"]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return (errors or lines)[-1]


def become_voevoda(args: list[str]) -> int:
    """Become the command ``voevoda``; on Windows, start it and return its exit code."""
    started = {**environment(), "VOEVODA_COMMAND": called()}
    if sys.platform == "win32":
        import subprocess  # noqa: PLC0415

        return subprocess.call([str(SCRIPTS / "voevoda.exe"), *args], env=started)
    # Through Python by name, since a script's first line breaks where the path to it is long.
    return os.execve(PYTHON, [str(PYTHON), str(SCRIPTS / "voevoda"), *args], started)  # noqa: S606


def called() -> str:
    """What the person typed to start this, for the hints of what to type next."""
    import shlex  # noqa: PLC0415

    return shlex.join([Path(sys.orig_argv[0]).name, sys.argv[0]])


def test(args: list[str], language: str) -> int:
    """Run every check and tell how each ended; with ``args``, run pytest alone with them."""
    import subprocess  # noqa: PLC0415

    checks = {"pytest": ["-m", "pytest", *args[args[0] == "--" :]]} if args else CHECKS
    codes = {}
    for name, check in checks.items():
        print(f"== {name}", flush=True)
        codes[name] = subprocess.call([str(PYTHON), *check], cwd=ROOT, env=environment())
    print()
    for name, code in codes.items():
        print(f"{name:<14}", MESSAGES["not passed" if code else "passed"][language])
    return int(any(codes.values()))


def environment() -> dict[str, str]:
    """Return the person's environment without what was meant for another Python."""
    return {name: value for name, value in os.environ.items() if name not in FOREIGN}


def language_of(args: list[str]) -> str:
    """``ru`` or ``en``: as ``--lang`` says, else as the locale does."""
    said = [arg[len("--lang=") :] for arg in args if arg.startswith("--lang=")]
    if "--lang" in args:
        said += args[args.index("--lang") + 1 :][:1]
    locales = [os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)]
    chosen = (said + locales + ["en"])[0]
    return "ru" if chosen.partition(".")[0].partition("_")[0] == "ru" else "en"


def say(message: str, language: str, **facts: str) -> None:
    """Write a message on standard error: standard output belongs to the command."""
    print(MESSAGES[message][language].format(**facts), file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

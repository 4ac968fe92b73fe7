"""run.py, tried on a small project of the same shape with real pip and venv, and without a network.

The project's one pinned package is a wheel made here; its build backend can be told to wait, so that an
installation can be interrupted in the middle.
"""

from __future__ import annotations

import hashlib
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

RUN = Path(__file__).parents[1] / "run.py"

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "voevoda"
version = "1"

[tool.ruff]
"""

BACKEND = """
import time, zipfile
from pathlib import Path

HERE = Path(__file__).parent

def build_editable(wheels, config_settings=None, metadata_directory=None):
    with (HERE / "builds").open("a") as builds:
        builds.write("built\\n")
    while (HERE / "wait").exists():
        time.sleep(0.02)
    with zipfile.ZipFile(Path(wheels) / "voevoda-1-py3-none-any.whl", "w") as wheel:
        for name, text in {
            "METADATA": "Metadata-Version: 2.1\\nName: voevoda\\nVersion: 1\\n",
            "WHEEL": "Wheel-Version: 1.0\\nGenerator: x\\nTag: py3-none-any\\n",
            "entry_points.txt": "[console_scripts]\\nvoevoda = voevoda:main\\n",
            "RECORD": "",
        }.items():
            wheel.writestr("voevoda-1.dist-info/" + name, text)
        wheel.writestr("voevoda.pth", str(HERE / "src"))
    return "voevoda-1-py3-none-any.whl"
"""

COMMAND = """
import sys, gadget

def main():
    print(gadget.NAME, *sys.argv[1:])
    return 3
"""


@dataclass(frozen=True)
class Project:
    """A copy of run.py with the least that it needs around it."""

    root: Path
    environment: dict[str, str]

    def command(self, *args: str) -> list[str]:
        """Return the command line that starts run.py."""
        return [sys.executable, str(self.root / "run.py"), *args]

    def run(self, *args: str) -> subprocess.CompletedProcess[str]:
        """Start run.py from another folder and wait for it."""
        return subprocess.run(
            self.command(*args),
            cwd="/",
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def start(self) -> subprocess.Popen[str]:
        """Start run.py and do not wait."""
        return subprocess.Popen(
            self.command(), env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def start_and_hold(self) -> subprocess.Popen[str]:
        """Start run.py and return while it is installing; it goes on when the file ``wait`` is removed."""
        (self.root / "wait").touch()
        process = self.start()
        while self.builds() == 0:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        return process

    def builds(self) -> int:
        """How many installations have come as far as the project itself."""
        log = self.root / "builds"
        return len(log.read_text().splitlines()) if log.exists() else 0

    def pin(self, digest: str) -> None:
        """Pin the one package to ``digest``."""
        (self.root / "requirements" / "run.txt").write_text(f"gadget==1 --hash=sha256:{digest}\n")

    def leftovers(self) -> set[str]:
        """What an installation has left beside run.py."""
        return {path.name for path in self.root.glob(".venv*")}


@pytest.fixture
def digest(tmp_path: Path) -> str:
    """Make the wheel of the one package and return its hash."""
    wheel = tmp_path / "wheels" / "gadget-1-py3-none-any.whl"
    wheel.parent.mkdir()
    with ZipFile(wheel, "w") as archive:
        archive.writestr("gadget.py", "NAME = 'pinned'\n")
        archive.writestr("gadget-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: gadget\nVersion: 1\n")
        archive.writestr("gadget-1.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nTag: py3-none-any\n")
        archive.writestr("gadget-1.dist-info/RECORD", "")
    return hashlib.sha256(wheel.read_bytes()).hexdigest()


@pytest.fixture
def project(tmp_path: Path, digest: str) -> Project:
    """Lay out a project nobody has started yet, in a folder with a space in its name."""
    root = tmp_path / "a voevoda"
    (root / "src" / "voevoda").mkdir(parents=True)
    (root / "requirements").mkdir()
    shutil.copy(RUN, root)
    (root / "pyproject.toml").write_text(PYPROJECT)
    (root / "backend.py").write_text(BACKEND)
    (root / "src" / "voevoda" / "__init__.py").write_text(COMMAND)
    (root / "requirements" / "test.txt").write_text("")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "gadget.py").write_text("NAME = 'found on PYTHONPATH'\n")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "LC_", "LANG"))}
    pip = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "wheels")}
    project = Project(root, {**kept, **pip, "PYTHONPATH": str(elsewhere)})
    project.pin(digest)
    return project


@pytest.mark.slow
def test_the_first_start_installs_and_the_second_only_runs(project: Project) -> None:
    """The command's output and exit code are its own; a later start neither installs nor speaks."""
    first = project.run("fight", "a file")
    project.environment["PIP_FIND_LINKS"] = os.devnull
    second = project.run("fight", "a file")

    assert "pinned fight a file\n" == first.stdout == second.stdout
    assert 3 == first.returncode == second.returncode
    assert [
        "Preparing, once: downloading what voevoda needs into .venv. A minute or two…"
    ] == first.stderr.splitlines()
    assert "" == second.stderr
    assert {".venv"} == project.leftovers()
    assert (project.root / ".venv" / "bin" / "voevoda").exists()


@pytest.mark.slow
def test_a_changed_pin_installs_anew(project: Project) -> None:
    """Only what the set depends on counts: the pins and the project's own table, not the tools' settings."""
    assert 3 == project.run().returncode
    settings = project.root / "pyproject.toml"
    settings.write_text(settings.read_text() + "line-length = 99\n")
    assert "" == project.run().stderr
    pins = project.root / "requirements" / "run.txt"
    pins.write_text("# changed\n" + pins.read_text())

    assert 3 == project.run().returncode
    assert 2 == project.builds()


@pytest.mark.slow
def test_a_venv_whose_python_is_gone_is_made_anew(project: Project) -> None:
    """As after the system's Python was replaced."""
    assert 3 == project.run().returncode
    (project.root / ".venv" / "bin" / "python").unlink()

    assert "pinned\n" == project.run().stdout
    assert {".venv"} == project.leftovers()


@pytest.mark.slow
def test_a_failed_first_installation_leaves_nothing(project: Project) -> None:
    """One line says that it failed and why."""
    project.pin("0" * 64)

    done = project.run("--lang", "ru")

    assert (1, "") == (done.returncode, done.stdout)
    preparing, failed = done.stderr.splitlines()
    assert "Подготовка, один раз: скачиваю всё нужное в .venv. Минута-две…" == preparing
    assert failed.startswith("Не удалось подготовить .venv: THESE PACKAGES DO NOT MATCH THE HASHES")
    assert set() == project.leftovers()


@pytest.mark.slow
def test_a_failed_later_installation_leaves_the_venv_that_stood(project: Project, digest: str) -> None:
    """So with the old pins, voevoda still runs offline."""
    assert 3 == project.run().returncode
    project.pin("0" * 64)
    assert 1 == project.run().returncode
    project.pin(digest)

    again = project.run()

    assert ("pinned\n", "") == (again.stdout, again.stderr)
    assert {".venv"} == project.leftovers()


@pytest.mark.slow
def test_two_at_once_install_once(project: Project) -> None:
    """The second waits for the first and takes what that has made."""
    first = project.start_and_hold()
    second = project.start()
    assert second.stderr is not None
    second.stderr.readline()  # it is preparing, too
    (project.root / "wait").unlink()

    assert "pinned\n" == first.communicate()[0] == second.communicate()[0]
    assert 1 == project.builds()


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_installation_leaves_nothing(project: Project, number: int, code: int) -> None:
    """Neither files nor pip at work nor a traceback."""
    process = project.start_and_hold()

    process.send_signal(number)
    _, error = process.communicate()

    assert code == process.returncode
    assert "Traceback" not in error
    assert set() == project.leftovers()


@pytest.mark.slow
def test_a_killed_installation_is_mended_by_the_next_start(project: Project) -> None:
    """What the killed one has left at work is waited for, then replaced."""
    process = project.start_and_hold()
    process.kill()
    process.communicate()
    (project.root / "wait").unlink()

    assert "pinned\n" == project.run().stdout
    assert 2 == project.builds()
    assert {".venv"} == project.leftovers()


OUTPUTS = [
    ("/usr/bin/python3: No module named ensurepip\n", "apt install python3-venv"),
    ("[Errno 13] Permission denied: '/a/.venv'", str(RUN.parent)),
    ("[Errno 30] Read-only file system: '/a/.venv.lock'", str(RUN.parent)),
    ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n", "disk"),
    ("WARNING: Retrying (…): Failed to establish a new connection: […]\nERROR: No matching …\n", "network"),
    (
        "Collecting x\nERROR: no wheel of x\nERROR: No matching distribution found for x==1\n\nnotice",
        "for x==1",
    ),
    ("pip crashed\n  and said this at last\n", "and said this at last"),
    ("", "?"),
]


@pytest.mark.parametrize(("output", "expected"), OUTPUTS)
def test_a_failure_is_told_in_one_line(output: str, expected: str) -> None:
    """Known troubles in words of our own, others in pip's last words."""
    told = names()["reason"](output, "en")

    assert expected in told
    assert "\n" not in told


@pytest.mark.parametrize(("args", "expected"), [(["--lang", "ru"], "ru"), (["fight", "--lang=en"], "en")])
def test_the_option_chooses_the_language(args: list[str], expected: str) -> None:
    """The same option that voevoda itself takes."""
    assert expected == names()["language_of"](args)


def test_every_message_stands_in_both_languages() -> None:
    """And names the same facts in both."""
    for texts in names()["MESSAGES"].values():
        assert {"en", "ru"} == set(texts)
        assert texts["en"].count("{") == texts["ru"].count("{")


def names() -> dict[str, Any]:
    """Return the names of run.py, without starting it."""
    return runpy.run_path(str(RUN))


@pytest.mark.parametrize("name", ["PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_DRY_RUN"])
def test_what_leads_an_installation_elsewhere_is_left_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person's own package index stays."""
    monkeypatch.setenv(name, "elsewhere")
    monkeypatch.setenv("PIP_INDEX_URL", "mine")
    kept = runpy.run_path(str(RUN))["environment"]()

    assert name not in kept
    assert "mine" == kept["PIP_INDEX_URL"]


def test_the_program_learns_what_the_person_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that its hints can be typed as they stand."""
    monkeypatch.setattr("sys.orig_argv", ["/usr/bin/python3", "run.py", "fight"])
    monkeypatch.setattr("sys.argv", ["run.py", "fight"])

    assert "python3 run.py" == names()["called"]()

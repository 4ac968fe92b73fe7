#!/usr/bin/env python3
"""Build CHANGELOG.md from the fragments in changelog.d/.

    python3 scripts/changelog.py            print what the next release would say
    python3 scripts/changelog.py VERSION    write it at the top of CHANGELOG.md and remove the fragments

Standard library only, so that a release needs nothing installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("added", "changed", "fixed", "removed")
TITLE = "# What has changed\n"


def read_fragments(folder: Path) -> dict[Path, str]:
    """Return each fragment's kind.  Raises ``ValueError`` for a file that is named otherwise."""
    fragments = {}
    for path in sorted(folder.glob("*")):
        if path.name == "README.md":
            continue
        slug, _, kind = path.name.removesuffix(".md").rpartition(".")
        if not slug or kind not in KINDS or path.suffix != ".md":
            raise ValueError(f"{path.name} is not named <slug>.<kind>.md, with a kind of {', '.join(KINDS)}")
        fragments[path] = kind
    return fragments


def section(version: str, fragments: dict[Path, str]) -> str:
    """Return the text of one release: a heading for each kind there is, a point for each fragment."""
    lines = [f"## {version}", ""]
    for kind in KINDS:
        texts = [path.read_text("utf-8").strip() for path, its in fragments.items() if its == kind]
        if texts:
            lines += [f"### {kind.capitalize()}", ""]
            lines += ["- " + text.replace("\n", "\n  ") for text in texts]
            lines.append("")
    return "\n".join(lines)


def release(root: Path, version: str) -> None:
    """Put the section of ``version`` before the earlier ones and remove its fragments."""
    fragments = read_fragments(root / "changelog.d")
    changelog = root / "CHANGELOG.md"
    earlier = changelog.read_text("utf-8").removeprefix(TITLE) if changelog.exists() else ""
    changelog.write_text(f"{TITLE}\n{section(version, fragments)}{earlier}", "utf-8")
    for path in fragments:
        path.unlink()


def main(args: list[str]) -> int:
    """Print or release; exit code 1 and a line on standard error for a fragment that is named wrongly."""
    try:
        if args:
            release(ROOT, args[0])
        else:
            print(section("Unreleased", read_fragments(ROOT / "changelog.d")), end="")
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

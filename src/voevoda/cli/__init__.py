"""The commands: each is one call into the library.

``main`` is where the program begins and the only place where it ends: whatever happens inside becomes
one sentence in the person's language and an exit code, never a traceback.  Imports wait until a command needs
them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from voevoda.cli.streams import open_closed, prepare, silence, warn
from voevoda.i18n import Language, language, text

DONE, NO, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
"""Exit codes; the last two are those of a process that a signal ended."""

__all__ = ["main", "run"]


def main() -> NoReturn:
    """The command ``voevoda``."""
    open_closed()
    sys.exit(run(sys.argv[1:]))


def run(args: Sequence[str]) -> int:
    """Do what ``args`` say and return the exit code."""
    prepare(sys.stdin, sys.stdout, sys.stderr)
    lang = language(None, os.environ)
    try:
        from voevoda.cli.command_line import arrange, language_of

        said, rest = arrange(args)
        lang = language_of(said, lang)
        code = _run(rest, lang)
        sys.stdout.flush()
    except KeyboardInterrupt:
        warn("")
        return INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        return PIPE_CLOSED
    except Exception as error:
        if os.environ.get("VOEVODA_TRACE"):
            raise
        return _refused(error, lang)
    return code


def _run(args: list[str], lang: Language) -> int:
    from voevoda.cli.called import program
    from voevoda.cli.command_line import command_tree, refused

    command = command_tree(lang)
    try:
        with command.make_context(program(), args, obj=lang) as context:
            return command.invoke(context) or DONE
    except Exception as error:
        if (code := getattr(error, "exit_code", None)) is None:
            raise
        if (why := refused(error, lang, command, args)) is None:  # not an error, but `--help`
            return int(code)
        warn(why)
        return BAD_INPUT


def _refused(error: Exception, lang: Language) -> int:
    """Say in one message why nothing was done."""
    from voevoda.cli.refusals import sentences

    known = sentences(error, lang)
    if known is None:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        known = [text(lang, "cli.unexpected", {"what": " ".join(what.split())[:300]})]
    for sentence in known:
        warn(sentence)
    return BAD_INPUT

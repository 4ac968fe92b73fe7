"""The command line in the person's language: its help, and why it was refused.

Typer builds the commands and parses; the words are ours.  The command line is taken apart in two steps, since
``--lang`` may stand anywhere and says in which language everything else, an error in it too, is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from voevoda.cli.called import program
from voevoda.cli.refusals import BadInput
from voevoda.i18n import LANGUAGES, Language, has_text, text

COMMON = ("--format",)
"""Options of the commands that may also stand before the command."""

FIRST = "serve"
"""The command that is meant where none is named."""

ITS = ("--lan", "--host", "--port", "--address", "--behind-proxy", "--data")
"""Its options, which then stand alone."""


def arrange(args: Sequence[str]) -> tuple[str | None, list[str]]:
    """What ``--lang`` says, and the line without it, the common options behind the command."""
    said: str | None = None
    rest = list[str]()
    words = iter(args)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word.startswith("--lang="):
            said = word.removeprefix("--lang=")
        elif word == "--lang":
            said = next(words, "")
        else:
            rest.append(word)
    if not rest or rest[0].partition("=")[0] in ITS:
        return said, [FIRST, *rest]
    return said, _behind_the_command(rest)


def _behind_the_command(args: list[str]) -> list[str]:
    first = list[str]()
    at = 0
    while at < len(args) and args[at].partition("=")[0] in COMMON:
        length = 1 if "=" in args[at] else 2
        first += args[at : at + length]
        at += length
    return [*args[at : at + 1], *first, *args[at + 1 :]]


def language_of(said: str | None, otherwise: Language) -> Language:
    """The language that ``--lang`` names.  Raises ``BadInput``, in the language ``otherwise``."""
    for lang in LANGUAGES:
        if said == lang:
            return lang
    if said is not None:
        raise BadInput("cli.bad_lang", given=said, options=LANGUAGES)
    return otherwise


def command_tree(lang: Language) -> Any:
    """All commands, with every text in ``lang``."""
    from typer.main import get_command

    from voevoda.cli.app import app

    tree: Any = get_command(app)
    for command in (tree, *tree.commands.values()):
        name = command.name if command is not tree else "voevoda"
        command.help = text(lang, f"cli.{name}.help", {})
        command.short_help = text(lang, f"cli.{name}", {})
        for param in command.params:
            param.help = text(lang, key_of(name, param.name, lang), {})
            if param.metavar is not None and has_text(lang, f"cli.metavar.{param.metavar}"):
                param.metavar = text(lang, f"cli.metavar.{param.metavar}", {})
    return tree


def key_of(command: str, param: str, lang: Language) -> str:
    """The message that explains an option: the command's own, or that of all commands."""
    own = f"cli.{command}.{param}"
    return own if has_text(lang, own) else f"cli.option.{param}"


def write_help(command: Any, context: Any, formatter: Any) -> None:
    """Write the help of a command: usage, what it does, arguments, options, commands."""
    lang: Language = context.obj
    formatter.write_usage(
        context.command_path, usage(command, lang), prefix=text(lang, "cli.help.usage", {}) + " "
    )
    formatter.write_paragraph()
    formatter.write_text(command.help)
    for title, rows in sections(command, lang):
        with formatter.section(title):
            formatter.write_dl(rows, col_max=26)


def usage(command: Any, lang: Language) -> str:
    """What stands behind the command's name."""
    pieces = [text(lang, "cli.help.options_metavar", {})]
    pieces += [_argument(param) for param in command.params if param.param_type_name == "argument"]
    pieces += [text(lang, "cli.help.command_metavar", {})] if hasattr(command, "commands") else []
    return " ".join(pieces)


def sections(command: Any, lang: Language) -> list[tuple[str, list[tuple[str, str]]]]:
    """The arguments, options and commands of a command, each with its heading, and what they mean."""
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option"]
    common = [
        ("--lang ru|en", text(lang, "cli.option.lang", {})),
        ("--help", text(lang, "cli.option.help", {})),
    ]
    commands = getattr(command, "commands", {})
    found = [
        ("cli.help.arguments", [(_argument(each), each.help) for each in arguments]),
        ("cli.help.options", [*((_option(each), each.help) for each in options), *common]),
        ("cli.help.commands", [(name, each.short_help) for name, each in commands.items()]),
    ]
    return [(text(lang, title, {}), rows) for title, rows in found if rows]


def _argument(param: Any) -> str:
    name = str(param.metavar or param.name.upper()) + ("…" if param.nargs != 1 else "")
    return name if param.required else f"[{name}]"


def _option(param: Any) -> str:
    return " ".join([", ".join(param.opts), *([] if param.is_flag else [str(param.metavar)])])


def refused(error: Exception, lang: Language, tree: Any, args: Sequence[str]) -> str | None:
    """Why the parser refused the line; None if it did not.

    The parser's own errors are told apart by what they know, since their words are English.
    """
    if not hasattr(error, "format_message"):
        return None
    option = getattr(error, "option_name", None)
    param = getattr(error, "param", None)
    context = getattr(error, "ctx", None)
    called = " ".join([program(), *(word for word in args[:1] if word in tree.commands)])
    command = called if context is None else str(context.command_path)
    if option is not None and hasattr(error, "possibilities"):
        guess = {"guess": error.possibilities[0]} if error.possibilities else {}
        told = text(lang, "cli.no_option", {"given": option})
        told += text(lang, "cli.guess", guess) if guess else ""
    elif option is not None:
        every = [each for part in (tree, *tree.commands.values()) for each in part.params]
        flags = {opt for each in every if getattr(each, "is_flag", False) for opt in each.opts}
        key = "cli.flag_value" if option in {"--help", *flags} else "cli.option_value"
        told = text(lang, key, {"given": option})
    elif param is not None:
        told = text(lang, "cli.missing", {"what": str(param.metavar or param.name), "help": param.help})
    else:
        told = str(getattr(error, "message", error))
    return f"{told} {text(lang, 'cli.see_help', {'command': command})}"


def empty(param: Any, command: str) -> BadInput:
    """The refusal of an argument or an option that is given with nothing in it."""
    what = param.opts[0] if param.param_type_name == "option" else str(param.metavar or param.name)
    return BadInput("cli.empty", what=what, help=param.help, command=command)


def no_command(given: str, commands: Sequence[str]) -> BadInput:
    """The refusal of a command that there is not."""
    near = get_close_matches(given, commands, n=1)
    return BadInput(
        "cli.no_command", given=given, options=tuple(commands), **({"guess": near[0]} if near else {})
    )

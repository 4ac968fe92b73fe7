"""Every command with its arguments and options; what it does is one call.

The texts of the help are messages: ``cli.<command>`` in the list of commands, ``cli.<command>.help``, and for
each argument and option ``cli.<command>.<name>`` or, where all share it, ``cli.option.<name>``.
``--lang`` stands nowhere here: it is taken off the line before that is parsed.  All values arrive as text and
are read by us, so that what is wrong with one is said in the person's language.
"""

from __future__ import annotations

from typing import Annotated, Any

from typer import Argument, Context, Option, Typer
from typer.core import TyperCommand, TyperGroup

from voevoda.cli.command_line import empty, no_command, write_help
from voevoda.cli.refusals import BadInput

How = Annotated[str, Option("--format", metavar="text|json|markdown|short")]
Data = Annotated[str | None, Option("--data", metavar="DIR|URL")]


class Command(TyperCommand):
    """A command whose help is ours."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, and refuse what is left over, and what is empty, in the person's language."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise BadInput("cli.extra", given=tuple(rest), command=ctx.command_path)
        for param in self.params:
            value = ctx.params.get(param.name or "")
            if value == "" or (isinstance(value, list | tuple) and "" in value):
                raise empty(param, ctx.command_path)
        return rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        write_help(self, ctx, formatter)


class Group(TyperGroup):
    """All commands; its help is ours."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, or say which there are."""
        if args[0] not in self.commands:
            raise no_command(args[0], tuple(self.commands))
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        write_help(self, ctx, formatter)


app = Typer(cls=Group, add_completion=False, rich_markup_mode=None, name="voevoda")


@app.callback()
def voevoda() -> None:
    """All commands; a line without one means ``serve``."""


@app.command(cls=Command)
def serve(
    ctx: Context,
    lan: Annotated[bool, Option("--lan")] = False,
    host: Annotated[str | None, Option("--host", metavar="HOST")] = None,
    port: Annotated[str | None, Option("--port", metavar="N")] = None,
    address: Annotated[str | None, Option("--address", metavar="URL")] = None,
    behind_proxy: Annotated[bool, Option("--behind-proxy")] = False,
    data: Data = None,
) -> None:
    """Serve the table in the browser."""
    from voevoda.cli.serve import serve

    serve(lan, host, port, address, data, ctx.obj, behind_proxy=behind_proxy)


@app.command(cls=Command)
def fight(
    ctx: Context,
    file: Annotated[str | None, Argument(metavar="FILE")] = None,
    answers: Annotated[str | None, Option("--answers", metavar="FILE")] = None,
    dice: Annotated[str | None, Option("--dice", metavar="FACES")] = None,
    ask: Annotated[bool, Option("--ask")] = False,
    throw: Annotated[bool, Option("--throw")] = False,
    seed: Annotated[str | None, Option("--seed", metavar="TEXT")] = None,
    policy: Annotated[str | None, Option("--policy", metavar="NAME")] = None,
    side: Annotated[str | None, Option("--as", metavar="SIDE")] = None,
    rounds: Annotated[str | None, Option("--rounds", metavar="N")] = None,
    save: Annotated[str | None, Option("--save", metavar="JOURNAL")] = None,
    resume: Annotated[str | None, Option("--resume", metavar="JOURNAL")] = None,
    next_file: Annotated[str | None, Option("--next", metavar="FILE")] = None,
    how: How = "text",
) -> int:
    """Resolve a battle."""
    from voevoda.cli.fight import Orders, fight

    orders = Orders(
        file=file,
        answers=answers,
        dice=dice,
        ask=ask,
        throw=throw,
        seed=seed,
        rounds=rounds,
        save=save,
        resume=resume,
        next=next_file,
        side=side,
        policy=policy,
        how=how,
    )
    return fight(orders, ctx.obj)


@app.command(cls=Command)
def odds(
    ctx: Context,
    file: Annotated[str, Argument(metavar="FILE")],
    samples: Annotated[str | None, Option("--samples", metavar="N")] = None,
    seed: Annotated[str | None, Option("--seed", metavar="TEXT")] = None,
    policy: Annotated[str | None, Option("--policy", metavar="NAME")] = None,
    how: How = "text",
) -> None:
    """Show the odds of a battle."""
    from voevoda.cli.odds import odds

    odds(file, samples, seed, policy, how, ctx.obj)


@app.command(cls=Command)
def compare(
    ctx: Context,
    file: Annotated[str, Argument(metavar="FILE")],
    change: Annotated[list[str] | None, Option("--with", metavar="PATH=VALUE")] = None,
    each: Annotated[bool, Option("--each")] = False,
    samples: Annotated[str | None, Option("--samples", metavar="N")] = None,
    seed: Annotated[str | None, Option("--seed", metavar="TEXT")] = None,
    policy: Annotated[str | None, Option("--policy", metavar="NAME")] = None,
    how: How = "text",
) -> None:
    """Show the odds beside those of the battle changed."""
    from voevoda.cli.odds import Asked, compare

    compare(Asked(file, tuple(change or ()), each, samples, seed, policy, how), ctx.obj)


@app.command(cls=Command)
def muster(
    ctx: Context,
    file: Annotated[str, Argument(metavar="FILE")],
    unit: Annotated[str | None, Option("--unit", metavar="NAME")] = None,
    recruits: Annotated[str | None, Option("--recruits", metavar="N")] = None,
    quality: Annotated[str | None, Option("--quality", metavar="QUALITY")] = None,
    how: How = "text",
) -> None:
    """Say what units are worth and cost."""
    from voevoda.cli.muster import muster

    muster(file, unit, recruits, quality, how, ctx.obj)


@app.command(cls=Command)
def card(
    ctx: Context,
    file: Annotated[str, Argument(metavar="FILE")],
    how: Annotated[str, Option("--format", metavar="text|json|markdown|html")] = "text",
) -> None:
    """Print battle cards."""
    from voevoda.cli.card import card

    card(file, how, ctx.obj)


@app.command(cls=Command)
def new(
    ctx: Context,
    book: Annotated[str, Argument(metavar="BOOK")],
    example: Annotated[str | None, Option("--example", metavar="NAME")] = None,
) -> None:
    """Print a battle file to start from."""
    from voevoda.cli.pages import new

    new(book, example, ctx.obj)


@app.command(cls=Command)
def check(
    ctx: Context,
    files: Annotated[list[str], Argument(metavar="FILE")],
    how: How = "text",
) -> int:
    """Validate battle files."""
    from voevoda.cli.pages import check

    return check(files, how, ctx.obj)


@app.command(cls=Command)
def tables(
    ctx: Context,
    book: Annotated[str, Argument(metavar="BOOK")],
    name: Annotated[str | None, Argument(metavar="NAME")] = None,
) -> None:
    """Print a house table as the file that could replace it."""
    from voevoda.cli.pages import tables

    tables(book, name, ctx.obj)


@app.command(cls=Command)
def schema(ctx: Context, book: Annotated[str, Argument(metavar="BOOK")]) -> None:
    """Print the JSON Schema of a battle file."""
    from voevoda.cli.pages import schema

    schema(book, ctx.obj)


@app.command(cls=Command)
def rules(
    ctx: Context,
    book: Annotated[str | None, Argument(metavar="BOOK")] = None,
    clause: Annotated[str | None, Argument(metavar="CLAUSE")] = None,
    how: How = "text",
) -> None:
    """Show rulebooks, clauses, readings and house tables."""
    from voevoda.cli.rules import rules

    rules(book, clause, how, ctx.obj)


@app.command(cls=Command)
def replay(
    ctx: Context,
    journal: Annotated[str, Argument(metavar="JOURNAL")],
    side: Annotated[str | None, Option("--as", metavar="SIDE")] = None,
    how: How = "text",
) -> None:
    """Play a journal again."""
    from voevoda.cli.journals import replay

    replay(journal, how, ctx.obj, side)


@app.command(cls=Command)
def explain(
    ctx: Context,
    journal: Annotated[str, Argument(metavar="JOURNAL")],
    n: Annotated[str | None, Argument(metavar="N")] = None,
    side: Annotated[str | None, Option("--as", metavar="SIDE")] = None,
    how: How = "text",
) -> None:
    """Say what was asked, answered and why."""
    from voevoda.cli.journals import explain

    explain(journal, n, how, ctx.obj, side)


@app.command(cls=Command)
def verify(
    ctx: Context,
    journal: Annotated[str, Argument(metavar="JOURNAL")],
    how: How = "text",
) -> int:
    """Hold the dice of a journal against the announced seed."""
    from voevoda.cli.journals import verify

    return verify(journal, how, ctx.obj)


@app.command(cls=Command)
def seats(
    ctx: Context,
    battle: Annotated[str, Argument(metavar="BATTLE")],
    seat: Annotated[list[str] | None, Option("--seat", metavar="SEAT")] = None,
    address: Annotated[str | None, Option("--address", metavar="URL")] = None,
    data: Data = None,
    how: How = "text",
) -> None:
    """Make new join links."""
    from voevoda.cli.store import seats

    seats(battle, seat or [], address, data, how, ctx.obj)


@app.command(cls=Command)
def export(
    ctx: Context,
    battle: Annotated[str, Argument(metavar="BATTLE")],
    to: Annotated[str | None, Option("--to", metavar="FILE")] = None,
    seat: Annotated[str | None, Option("--seat", metavar="SEAT")] = None,
    data: Data = None,
) -> None:
    """Write a battle as one file."""
    from voevoda.cli.store import export

    export(battle, to, seat, data, ctx.obj)


@app.command("import", cls=Command)
def import_file(
    ctx: Context,
    file: Annotated[str, Argument(metavar="FILE")],
    title: Annotated[str | None, Option("--title", metavar="TEXT")] = None,
    data: Data = None,
) -> None:
    """Take a battle from its file, or battles from a backup."""
    from voevoda.cli.store import import_file

    import_file(file, title, data, ctx.obj)


@app.command(cls=Command)
def backup(
    ctx: Context,
    file: Annotated[str | None, Argument(metavar="FILE")] = None,
    data: Data = None,
) -> None:
    """Write the whole database into a new file."""
    from voevoda.cli.store import backup

    backup(file, data, ctx.obj)

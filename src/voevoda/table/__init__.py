"""The service behind a table that several people share: commands in, and what a seat may see out."""

from voevoda.table.commands import (
    Agree,
    Answer,
    Appeal,
    Close,
    Command,
    Correct,
    Done,
    Heard,
    Leave,
    Override,
    Refusal,
    Release,
    Robot,
    Rule,
    RunToEnd,
    TakeOver,
    Throw,
    Undo,
)
from voevoda.table.settings import Settings
from voevoda.table.sight import Sight
from voevoda.table.sitters import Sitter, Subscription, Taken
from voevoda.table.tables import Tables

__all__ = [
    "Agree",
    "Answer",
    "Appeal",
    "Close",
    "Command",
    "Correct",
    "Done",
    "Heard",
    "Leave",
    "Override",
    "Refusal",
    "Release",
    "Robot",
    "Rule",
    "RunToEnd",
    "Settings",
    "Sight",
    "Sitter",
    "Subscription",
    "Tables",
    "TakeOver",
    "Taken",
    "Throw",
    "Undo",
]

"""Reads battle files and house tables: the only package that opens files for rulebooks.

A file is bytes, then text, then plain values with their lines (`Document`), then a book's model, then a
`Battle`. Whatever is wrong on the way is a `BadFile` with its `Problem`s, and nothing half-read remains.
"""

from voevoda.files.battle import Battle, battle_of, read_battle
from voevoda.files.document import Document, parse_document, read_document
from voevoda.files.paths import split_changes
from voevoda.files.problems import BadFile, Problem, problem_text, problem_words
from voevoda.files.tables import Tables, house_table

__all__ = [
    "BadFile",
    "Battle",
    "Document",
    "Problem",
    "Tables",
    "battle_of",
    "house_table",
    "parse_document",
    "problem_text",
    "problem_words",
    "read_battle",
    "read_document",
    "split_changes",
]

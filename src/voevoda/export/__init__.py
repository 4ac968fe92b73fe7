"""What a battle leaves behind: its record, as JSON, as Markdown, in a few lines for a chat, or explained.

Knows rulebooks and languages, but no screen and no file.
"""

from voevoda.export.explained import explanation, reply_text
from voevoda.export.jsonable import as_json, jsonable
from voevoda.export.markdown import as_markdown
from voevoda.export.record import Record, line_facts, line_text, record, short_text
from voevoda.export.seen import as_seen
from voevoda.export.short import as_short

__all__ = [
    "Record",
    "as_json",
    "as_markdown",
    "as_seen",
    "as_short",
    "explanation",
    "jsonable",
    "line_facts",
    "line_text",
    "record",
    "reply_text",
    "short_text",
]

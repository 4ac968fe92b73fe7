"""The database: battles with their journals, seats, commands done, templates, drafts.

``open_store`` gives a ``Store``.  An entry that ``Store.append`` has returned from is on the disk.  What
cannot be done is a ``StoreError``: a message key and facts, and a line of the log under
``voevoda.journal_store``.
"""

import logging

from voevoda.journal_store.errors import NoBattle, Repeated, StaleSequence, StoreError
from voevoda.journal_store.exchange import Imported, import_battle, print_battle
from voevoda.journal_store.records import Agreed, Battle, Draft, Loaded, SeatRow, Template
from voevoda.journal_store.store import Store, mark_of, name_of, open_store

__all__ = [
    "Agreed",
    "Battle",
    "Draft",
    "Imported",
    "Loaded",
    "NoBattle",
    "Repeated",
    "SeatRow",
    "StaleSequence",
    "Store",
    "StoreError",
    "Template",
    "import_battle",
    "mark_of",
    "name_of",
    "open_store",
    "print_battle",
]

# Without this, a program that keeps no log would get our lines on standard error.
logging.getLogger("voevoda").addHandler(logging.NullHandler())

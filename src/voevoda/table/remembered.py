"""What is made of things that stay the same objects: once, however many pages show it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

M = TypeVar("M")


class Remembered(Generic[M]):
    """Makes each thing once, as long as it is among the last that were asked for.

    For things that cannot be looked up by what is in them: they are known by identity.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[tuple[int, Hashable], tuple[object, M]] = OrderedDict()
        self._lock = Lock()

    def of(self, thing: object, key: Hashable, make: Callable[[], M]) -> M:
        """What ``make`` makes of ``thing``; ``key`` is all else that it depends on."""
        name = id(thing), key
        with self._lock:
            found = self._made.get(name)
            if found is not None and found[0] is thing:
                self._made.move_to_end(name)
                return found[1]
        made = make()
        with self._lock:
            self._made[name] = thing, made
            while len(self._made) > self._most:
                _ = self._made.popitem(last=False)
        return made

"""What is made of things that stay the same objects: once, however many pages show it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from hashlib import sha256
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


class Lately(Generic[M]):
    """The last answers to commands that end their own token, so that who sends one twice is told the same."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[bytes, M] = OrderedDict()
        self._lock = Lock()

    def get(self, token: str, command: str) -> M | None:
        """What was answered to this command, if it is among the last."""
        with self._lock:
            return self._answers.get(_hash(token, command))

    def keep(self, token: str, command: str, answer: M) -> M:
        """Remember an answer, and give it."""
        with self._lock:
            self._answers[_hash(token, command)] = answer
            while len(self._answers) > self._most:
                _ = self._answers.popitem(last=False)
        return answer


def _hash(token: str, command: str) -> bytes:
    return sha256(f"{token}\n{command}".encode(errors="replace")).digest()

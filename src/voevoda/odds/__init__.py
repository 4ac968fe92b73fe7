"""Odds: what the engines of all rulebooks share.  Arrays and floating point; no rules and no words.

A rulebook's own engine stands beside its rules, in its ``odds.py``, and is held against them by tests.
"""

from voevoda.odds.chains import course, duration
from voevoda.odds.laws import (
    ArrayLaw,
    convolve,
    dense,
    die,
    grid_law,
    law_of,
    mixture,
    repeated,
    sampled_law,
    total,
)
from voevoda.odds.result import Odds, SideOdds, Worth
from voevoda.odds.sampling import SAMPLES, error, generator

__all__ = [
    "SAMPLES",
    "ArrayLaw",
    "Odds",
    "SideOdds",
    "Worth",
    "convolve",
    "course",
    "dense",
    "die",
    "duration",
    "error",
    "generator",
    "grid_law",
    "law_of",
    "mixture",
    "repeated",
    "sampled_law",
    "total",
]

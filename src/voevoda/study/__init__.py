"""Many odds beside each other: what a change is worth, and what each modifier of a battle is worth."""

from voevoda.study.compare import Change, changed, odds_of, worth_of_each

__all__ = ["Change", "changed", "odds_of", "worth_of_each"]

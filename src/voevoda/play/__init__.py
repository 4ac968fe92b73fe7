"""The table: how rules ask and tell, what a half-played step means, and what is true of a battle.

Pure standard library.  Knows no game, no clock, no randomness and no I/O.
"""

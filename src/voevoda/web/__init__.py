"""The pages: templates and styles, and the plain values they are filled with.

This package receives what a seat may see and never a state.  It draws and translates; it computes nothing of
a battle.
"""

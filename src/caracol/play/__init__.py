"""Playing a puzzle in a terminal.

- `game`: a game as plain data, and all that keys do to it: every function returns another game
- `help`: what a game asks of the rest of caracol: wrong entries, hints in three grades, candidates
- `view`: a game as a text picture, for any size of terminal
- `screen`: the terminal application, the only module that loads textual

Enter at `screen.Screen`, or at `game.Game` to play without a terminal.
"""

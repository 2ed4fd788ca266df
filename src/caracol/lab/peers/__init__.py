"""Other solvers on the same puzzles, each used as its experts would, one puzzle at a time.

`count` tells how many boards there are, up to a limit; `has_second`, whether there is another board
than the one that is told. Nothing here but `z3_boards` imports caracol, so that a peer's whole
process carries none of it.
"""

"""Other solvers on the same puzzles, each used as its experts would, one puzzle at a time.

`count` says how many boards a puzzle has, up to a limit; `has_second`, whether there is another
board than the one given. Nothing here imports caracol, so that a peer's whole process carries none
of it, and its encodings are independent of caracol's.
"""

"""Other solvers on the same puzzles, each used as its experts would, one puzzle at a time.

Nothing here imports caracol, so that a peer's whole process carries none of it.
"""

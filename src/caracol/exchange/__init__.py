"""Puzzles from and to other programs: how `caracol convert` reads and writes them.

`texts` has every format, and knows each by its look: lists with a puzzle a line, .sdk files, and
addresses of puzz.link, which `addresses` reads and writes by kind of puzzle.
"""

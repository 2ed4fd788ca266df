"""Where things stand: names of cells and lines, rows of text, pictures of grids.

Enter at `grid` for square boards; `entries` says what is seen at each place of any board.
"""

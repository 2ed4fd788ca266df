"""Where things stand: a board is made for one shape, of parts, and says all that is no rule.

Each board keeps the protocol `Board` of `board.py`: the cells and what they can hold, the other
places of clues, lines, maps that turn and mirror it, its text below the header, its picture.

- `grid`: rows of square cells; `spiral` reads a grid along a snail and draws its shell
- `edges`: the edges of cells, with clues in the cells
- `numbered`: a grid with a number in every cell, which is the board itself
- `frame`: a grid with clues outside; `signs`: a grid with signs between its cells, `order_signs`
  with signs that say which of two cells is smaller
- `regions`: a grid divided into regions, which may be given in the text
- `lists`: a grid with lists of numbers that describe its rows and columns
- `triangle`: circles on the corners of a triangular lattice, sums between them;
  `triangle_filling` fills the largest without search
- `cube`: a cube whose faces carry rings; `cube_pictures` draws it unfolded and from two sides,
  `cube_joins` solves and counts it face by face
- `sizes`: what a header says about the shape, word by word
- `glyphs`: what stands in a cell and is no text
"""

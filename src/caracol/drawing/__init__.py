"""Pictures of puzzles: `boards` draws one in plain shapes, which `svg` and `characters` show.

Enter at `boards.draw`; `steps.picture` also marks a step. What a board looks like is said by the
board itself and its family's look; here shapes become SVG text, or lines of characters (a
`picture`) for terminals. `notebook` puts pictures, words and tables together as HTML.
"""

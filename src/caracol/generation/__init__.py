"""Puzzles with one solution from which no clue can be left out.

Enter at `production`: `generate`; `order` is what is wanted, `setter` makes single puzzles. A
board is sampled (`sampler`, from `all_boards` of a small shape or by a solver), then clues are
left out by deletion with core refinement (`reduction`; the fewest by implicit hitting sets), or
chosen for a level (`targets`). `workers` shares batches between processes or a cluster,
`duplicates` recognises puzzles seen before; `record` is what is written of each, `pool`
the file, `tables` reads such files; `dataset` splits them for learning.
"""

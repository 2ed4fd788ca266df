"""Puzzles with one solution from which no clue can be left out.

Enter at `production`: `generate` and `Order`. A board is drawn (`sampler`, from `all_boards` of a
small shape or by a solver), then clues are left out by deletion with core refinement
(`reduction`), or chosen for a level (`targets`). `workers` shares batches between processes or a
cluster, `duplicates` tells puzzles apart, `pool` keeps them on file.
"""

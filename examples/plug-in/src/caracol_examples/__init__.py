"""Families of puzzles that install beside caracol."""

"""One module per family of puzzles."""

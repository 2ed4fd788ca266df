"""Drawings as SVG (`svg`) and as lines of characters (`characters`, which makes a `picture`)."""

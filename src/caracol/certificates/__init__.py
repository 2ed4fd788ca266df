"""Proofs that a puzzle has one solution, or none, and the program that checks them.

Enter at `writing`: `certify`; `certificate` is the record. `case_split` refutes case by case, with
look-ahead; where that takes too long, `proofs` takes what a clause-learning solver writes (DRUP).
`propagation` checks a proof by unit propagation before it is given away. `verify` is a program of
its own: one file that imports nothing but the standard library, for those who trust nobody else.
"""

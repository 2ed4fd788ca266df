"""The built-in families: a module each, with its rules, named as the rulebook says, and `FAMILY`.

Text, pictures and symmetries come from the boards. `_cubes` composes unique cubes for `turn_12`.
"""

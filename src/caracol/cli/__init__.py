"""The command line, the only place with argparse and the console.

Enter at `commands`: `main`, and the table of all commands. `arguments` says what each command
takes. Each group of commands has a module, such as `solve` (solve, check, count), `explain`
(explain, grade) and `certify` (certify, verify); `lab` is in `commands` itself. They ask the
library and show its answers; `console`, `inputs`, `progress` and `terminal` are what they share.
"""

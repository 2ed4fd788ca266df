"""The command line, the only place with argparse and the console.

Enter at `commands`: `main`, and the table of all commands. `arguments` says what each command
takes. Each group of commands has a module: `solve` (solve, check, count), `explain` (explain,
grade), `hint`, `generate`, `certify` (certify, verify), `draw`, `book`, `export`, `convert`;
`families` and `lab` are in `commands` itself. They ask the library and show its answers; `console`,
`inputs` and `terminal` are what they share.
"""

"""The command line, the only place with argparse and the console.

Enter at `commands`: `main`. `arguments` says what each command takes; commands with much to show
have a module of their own.
"""

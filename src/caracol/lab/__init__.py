"""Experiments: what `caracol lab` offers.

Enter by an experiment: EXPERIMENTS names the module of each. A module has `main = Experiment(…)`
(experiment: options, time limit, saved run), whose `measure` yields tables (tables: Row, Section,
Run; charts and page draw them). What they share:

samples             the puzzles to work on, and how puzzles are set with any solver
timing, worker      clocks, programs, functions in processes of their own
contest             tools in turns; contestants: what each tool does; solvers: MiniZinc and Prolog
peers               CP-SAT, clingo and others on the same puzzles, without anything of caracol
reasons             cheapest reasons by caracol and by CPMpy's optimal unsatisfiable subsets
stepcheck           steps checked by the rules' own `holds`; tampering: certificates changed
fewest              the fewest clues of any puzzle, by enumerating sets of clues up to symmetry
fit                 exponents of growth, rank correlation
inputs, agreement   texts and puzzles that are almost right
surroundings        disk, memory and clock of what is started
processes           real ones, watched and disturbed: caracol, a Dask cluster
clients             of a studio under load
"""

EXPERIMENTS = {
    "browser": "browser",
    "certificates": "certificates",
    "explain": "explanations",
    "faults": "faults",
    "fuzzing": "fuzzing",
    "grades": "grades",
    "map": "sizes",
    "peers": "contest",
    "rates": "rates",
    "reports": "reports",
    "scale": "scale",
    "scaling": "scaling",
    "soak": "soak",
    "soundness": "soundness",
    "speed": "speed",
    "strategies": "strategies",
    "studio": "load",
    "telling": "telling",
    "world": "world",
}
# What is done with their runs.
TOOLS = {"all": "report", "page": "page"}
# What each experiment asks, in the order in which a reader would.
QUESTIONS = {
    "reports": "The reports again: their figures and ours",
    "strategies": "Search strategies: which variable, which value?",
    "peers": "Peers: the same puzzles, other tools",
    "speed": "Speed: how fast is a puzzle proved unique?",
    "rates": "Rates: how many puzzles a second?",
    "world": "The world's families: how fast, compared with CP-SAT, clingo and a Sudoku program?",
    "scaling": "Scaling: what do larger boards cost?",
    "map": "Map: which boards exist, and how few clues can suffice?",
    "explain": "Explanations: how fast, how cheap, how correct?",
    "telling": "Telling: how well do explanations read?",
    "soundness": "Soundness: does every told step follow, and is the grade the puzzle's own?",
    "grades": "Grades: do experts agree?",
    "certificates": "Certificates: what do proofs cost?",
    "faults": "Faults: killed, out of space, out of memory, out of time",
    "scale": "Scale: many puzzles on a cluster, and what that holds",
    "fuzzing": "Fuzzing: does anything break on inputs that are almost right?",
    "studio": "The studio: does it stay quick under load?",
    "browser": "The studio without a server: how long until it answers?",
    "soak": "Soak: is the studio after an hour what it was at the beginning?",
}

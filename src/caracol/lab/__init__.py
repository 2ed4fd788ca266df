"""Experiments: what `caracol lab` offers, and the module that does it."""

EXPERIMENTS = {
    "certificates": "certifying",
    "explain": "explaining",
    "map": "mapping",
    "peers": "contest",
    "rates": "rates",
    "reports": "reproducing",
    "scaling": "scaling",
    "speed": "speed",
    "strategies": "strategies",
}
# What is done with their runs.
TOOLS = {
    "all": "refreshing",
    "page": "page",
}
# What each experiment asks, in the order in which a reader would.
QUESTIONS = {
    "reports": "The reports again: their figures and ours",
    "strategies": "Search strategies: which variable, which value?",
    "peers": "Peers: the same puzzles, other tools",
    "speed": "Speed: how fast is a puzzle proved unique?",
    "rates": "Rates: how many puzzles a second?",
    "scaling": "Scaling: what do larger boards cost?",
    "map": "Map: which boards exist, and how few clues can suffice?",
    "explain": "Explanations: how fast, how cheap, how right?",
    "certificates": "Certificates: what do proofs cost?",
}

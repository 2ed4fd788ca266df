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

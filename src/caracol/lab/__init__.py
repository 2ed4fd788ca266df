"""Experiments: what `caracol lab` offers, and the module that does it."""

EXPERIMENTS = {
    "certificates": "certifying",
    "explain": "explaining",
    "peers": "contest",
    "rates": "rates",
    "reports": "reproducing",
    "scaling": "scaling",
    "speed": "speed",
    "strategies": "strategies",
}

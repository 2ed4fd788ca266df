"""Experiments: what `caracol lab` offers, and the module that does it."""

EXPERIMENTS = {
    "certificates": "certifying",
    "explain": "explaining",
    "rates": "rates",
    "speed": "speed",
    "strategies": "strategies",
}

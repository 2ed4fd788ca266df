"""What the page may load, as its Content-Security-Policy: its own files and nothing else."""

OWN = {
    "default-src": "'none'",
    "script-src": "'self'",  # none in the page itself, and no eval
    "style-src": "'self'",
    "img-src": "'self' data: blob:",  # pictures may be made on the page
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}


def policy(more: dict[str, str]) -> str:
    """What is said of other sources is added, and what is said of the same ones counts."""
    return "; ".join(f"{source} {allowed}" for source, allowed in (OWN | more).items())

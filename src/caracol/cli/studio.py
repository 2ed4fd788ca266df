"""The command that opens the studio: puzzles played and set in the browser."""

import argparse
import threading
import webbrowser

from ..extras import need
from ..files import reason
from ..puzzle import UsageError
from .console import DONE, warn


def studio(options: argparse.Namespace) -> int:
    if options.static:
        return _write(options)
    if options.downloads:
        raise UsageError("--downloads goes with --static")
    need("studio", "starlette", "uvicorn", "pebble")
    from ..studio.server import Options, serve

    def ready(address: str) -> None:
        warn(f"the studio is at {address} (Ctrl-C ends it)")
        if not options.no_open:
            # Some browsers are started in the foreground.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        serve(Options(options.host, options.port, options.workers), ready)
    except KeyboardInterrupt:
        pass
    except OSError as error:
        where = f"{options.host}:{options.port}"
        raise UsageError(f"{where}: {reason(error)}; use --port to choose another port") from None
    return DONE


def _write(options: argparse.Namespace) -> int:
    """The studio as files."""
    from ..studio.static.site import build

    site = build(options.static, options.downloads, tell=warn)
    for family, why in site.left_out.items():
        warn(f"the family {family} stays behind: {why}")
    warn(f"{options.static}: {site.bytes / 1e6:.1f} MB for a browser to load; try it with")
    warn(f"    python3 -m http.server --bind 127.0.0.1 --directory {options.static}")
    return DONE

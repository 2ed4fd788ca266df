"""The command that opens the studio: puzzles played and set in the browser."""

import argparse
import threading
import webbrowser

from ..extras import need
from ..files import reason
from ..puzzle import UsageError
from .console import DONE, warn


def studio(options: argparse.Namespace) -> int:
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

"""The studio: puzzles played and set in the browser, and the questions that the page asks.

Enter at `questions`: every question, JSON to JSON, with its deadline, no HTTP. `asked` is what a
question says; `layout` is a board as the page shows it, `live` what is known of a board while it is
played or set, `survey` the same as it becomes known; `making` makes puzzles: fresh, edited,
completed, trimmed, varied, and that of a day; `batches` makes many of them and their book.

`server` is all HTTP: `application` (Starlette), `serve` (uvicorn). `pools` runs questions in worker
processes that can be stopped (pebble), `stock` has fresh puzzles ready, `guard` refuses requests
from elsewhere and sets the headers, `policy` says what the page may load, `connections` hangs up on
who asks nothing, `openapi` describes it all. `static` writes all of it as files: there Python
answers in the browser.
"""

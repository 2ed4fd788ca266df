"""The studio as files: the page, Python for the browser, and what answers there.

Enter at `site`, which writes all of it into a directory. `registries` fetches what others make:
Pyodide, and packages built for it. `packages` are the Python packages that go along: caracol and
plug-ins. `here` is the other end, in a worker of the browser: questions as text. The modules in
`page` take their place among those of the page: `answers.js` instead of the one that asks a server.
"""

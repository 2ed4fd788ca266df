# `make run` shows what caracol does, `make test` proves it, `make report` measures it and writes
# docs/lab.html; all set up .venv first.

run: .venv/ready
	@.venv/bin/caracol solve examples/*.txt

test: .venv/ready solvers
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/pytest -q

report: .venv/ready solvers
	.venv/bin/caracol lab all

# Debian's python3 comes without venv; root can add it.
.venv/ready: pyproject.toml hatch_build.py $(wildcard src/caracol/engines/*.[ch])
	python3 -m venv .venv || (apt-get update && apt-get install --yes python3-venv && python3 -m venv .venv)
	.venv/bin/pip install --quiet --upgrade pip
	.venv/bin/pip install --quiet --editable '.[dev]'
	@touch $@

# Other tools that tests and the lab compare with; who is not root goes without, and is told so.
solvers:
	@command -v minizinc >/dev/null && command -v swipl >/dev/null || test $$(id -u) -ne 0 || \
		(apt-get update && apt-get install --yes minizinc swi-prolog-nox)

.PHONY: run test report solvers

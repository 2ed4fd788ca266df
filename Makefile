run: .venv/ready
	@.venv/bin/caracol solve examples/*.txt

test: .venv/ready
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/pytest -q

.venv/ready: pyproject.toml
	python3 -m venv .venv
	.venv/bin/pip install --quiet --editable '.[dev]'
	@touch $@

.PHONY: run test

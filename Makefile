# `make run` shows what caracol does, `make test` proves it, `make report` measures it and writes
# docs/lab.html; all set up .venv first.

run: .venv/ready
	@.venv/bin/caracol solve examples/*.txt

test: .venv/ready solvers
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/pytest -q
	$(MAKE) pure sanitize

# What has compiled parts, once more without them.
pure: .venv/ready
	CARACOL_PURE=1 .venv/bin/pytest -q -m 'not slow and not exhaustive' \
		tests/test_compiled.py tests/test_witnesses.py tests/test_reasons.py tests/test_certify.py \
		tests/test_explain.py

# The compiled parts under gcc's sanitizers, in a copy of the sources; allocations fail in turn.
# Python keeps much memory to the end, so that only leaks from our own library count.
SANITIZED = build/sanitized
ASAN = $(shell gcc -print-file-name=libasan.so 2>/dev/null)
sanitize: .venv/ready
	@if ! test -f "$(ASAN)"; then echo "sanitize: skipped, as there is no gcc with libasan"; exit 0; fi; \
	set -e; rm -rf $(SANITIZED); mkdir -p $(SANITIZED); cp -r src/caracol $(SANITIZED); \
	gcc -std=c11 -O1 -g -Wall -Wextra -Wvla -Werror -fsanitize=address,undefined \
		-fno-sanitize-recover=all -DFAILING_ALLOCATIONS -shared -fPIC \
		-o $(SANITIZED)/caracol/engines/libcaracol.so src/caracol/engines/*.c; \
	LD_PRELOAD="$(ASAN)" PYTHONPATH=$(SANITIZED) PYTHONMALLOC=malloc \
		ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=tests/leaks.txt \
		.venv/bin/python -m pytest -q -p no:cacheprovider -m 'not slow and not exhaustive' \
		tests/test_compiled.py tests/test_witnesses.py

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

.PHONY: run test pure sanitize report solvers

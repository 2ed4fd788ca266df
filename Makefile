# `make run` shows what caracol does, `make test` proves it, `make report` measures it and writes
# docs/lab.html, `make site` the documentation in build/site; all set up .venv first.

run: .venv/ready
	@.venv/bin/caracol solve examples/*.txt

test: .venv/ready solvers browser
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	# Time limits and browsers may stumble on a busy machine: what fails is tried once more, alone.
	.venv/bin/pytest -q -n auto --dist worksteal -m 'not exhaustive and not browser' || \
		.venv/bin/pytest -q -m 'not exhaustive and not browser' --last-failed --last-failed-no-failures none
	.venv/bin/pytest -q -n 2 --dist worksteal -m browser || \
		.venv/bin/pytest -q -m browser --last-failed --last-failed-no-failures none
	$(MAKE) page pure sanitize

# The page's modules: their types, and what needs no browser.
page: browser
	@command -v npm >/dev/null || echo "page: skipped, there is no node"
	@! command -v npm >/dev/null || node --test tests/studio/
	@! command -v npm >/dev/null || $(NODE_MODULES)/.bin/tsc --project tests/studio

# What has compiled parts, once more without them.
pure: .venv/ready
	CARACOL_PURE=1 .venv/bin/pytest -q -m 'not slow and not exhaustive' \
		tests/test_compiled.py tests/test_hitting_sets.py tests/test_reasons.py tests/test_certify.py \
		tests/test_explain.py

# The compiled parts under gcc's sanitizers, in a copy of the sources; allocations fail in turn.
# Python itself keeps some memory to the end: only leaks from our own sources count.
SANITIZED = build/sanitized
ASAN = $(shell gcc -print-file-name=libasan.so 2>/dev/null)
sanitize: .venv/ready
	@test -f "$(ASAN)" || echo "sanitize: skipped, there is no gcc with libasan"
	@test ! -f "$(ASAN)" || $(MAKE) --no-print-directory sanitized

sanitized:
	rm -rf $(SANITIZED) && mkdir -p $(SANITIZED) && cp -r src/caracol $(SANITIZED)
	gcc -std=c11 -O1 -g -Wall -Wextra -Wvla -Werror -fsanitize=address,undefined \
		-fno-sanitize-recover=all -DFAILING_ALLOCATIONS -shared -fPIC \
		-o $(SANITIZED)/caracol/engines/native/libcaracol.so src/caracol/engines/native/*.c
	LD_PRELOAD="$(ASAN)" LSAN_OPTIONS=exitcode=0:log_path=$(SANITIZED)/leaks PYTHONPATH=$(SANITIZED) \
		PYTHONMALLOC=malloc .venv/bin/python -m pytest -q -p no:cacheprovider -k "not steps" tests/test_compiled.py
	! grep -h 'native/[a-z_]*\.c' $(SANITIZED)/leaks*

# An sdist, a wheel of Python alone and one with compiled parts, in dist/.
dist: .venv/ready
	.venv/bin/python -m release.distributions

# Each of them installed into an empty environment, with and without extras, and every command there.
dist-test: dist
	.venv/bin/python -m release.installed dist

# All that can be checked of a release by itself, and what is left to do by hand.
release-check: .venv/ready
	.venv/bin/python -m release.checklist

report: .venv/ready solvers
	.venv/bin/caracol lab all

site: .venv/ready
	.venv/bin/python docs/make_site.py build/site

# Debian's python3 comes without venv; root can add it.
.venv/ready: pyproject.toml hatch_build.py $(wildcard src/caracol/engines/native/*.[ch])
	python3 -m venv .venv || (apt-get update && apt-get install --yes python3-venv && python3 -m venv .venv)
	.venv/bin/pip install --quiet --upgrade pip
	.venv/bin/pip install --quiet --editable '.[dev]'
	@touch $@

# Other tools that tests and the lab compare with; who is not root goes without, and is told so.
solvers:
	@command -v minizinc >/dev/null && command -v swipl >/dev/null && command -v qqwing >/dev/null || \
		test $$(id -u) -ne 0 || \
		(apt-get update && apt-get install --yes minizinc swi-prolog-nox qqwing)

# A real browser for the tests of the page, what checks it there, and another player of puzzles;
# who is not root or has no npm goes without, and is told so.
NODE_MODULES = build/npm/node_modules
browser:
	@command -v chromium >/dev/null || test $$(id -u) -ne 0 || \
		(apt-get update && apt-get install --yes chromium)
	@test -d $(NODE_MODULES)/pzpr || ! command -v npm >/dev/null || \
		npm install --silent --no-save --prefix build/npm axe-core@4 typescript@5 pzpr@0.10

.PHONY: run test page browser pure sanitize sanitized dist dist-test release-check report site solvers

# Two commands are enough: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play test test-browser test-long mutants lint install web kernel site-docs coverage audit lock clean

play: install web
	$(BIN)/aiguillage

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --group dev --editable .
	touch $(STAMP)

# The browser client; does nothing when it is up to date.
web: install
	$(BIN)/python web/build.py

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What a newcomer would wait for, all at once: the tests would compile the rules one after the other.
test: install
	$(MAKE) -j compile-amsterdam compile-cardgame lint web
	$(BIN)/pytest -m "not long" --ignore=tests/browser --numprocesses auto --dist loadfile
	$(MAKE) test-browser

# People in a real Chromium, which is installed where there is none; the last part of `make test`.
test-browser: install web
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/pytest -m "not long" tests/browser

# The rules and bots of a title and of all its family.
compile-%: install
	$(BIN)/python -m aiguillage.server.kernel $*

# Break every rule on purpose, in at least three ways, and see that its tests notice; `make test` does so with a few.
mutants: install
	$(BIN)/python bench/mutants.py

# The kernel as WebAssembly (src/aiguillage/kernel); to be run, and its files committed, after a change of the rules,
# of the bots' or of the interfaces' kernel code.
kernel: install
	$(BIN)/python tools/kernel/build.py

test-long: install
	$(BIN)/pytest -m long

# The documentation as a site, in build/docs; a warning is an error.
site-docs: install
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --group docs
	$(BIN)/mkdocs build

# Which lines the tests reach. Compiled code is not seen, only what runs in the interpreter.
coverage: install web
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --group coverage
	$(BIN)/pytest -m "not long" --ignore=tests/browser --numprocesses auto --dist loadfile --cov --cov-report=term

# Known holes in what we depend on.
audit: install
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --group audit
	$(BIN)/pip-audit --skip-editable
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web audit --audit-level=high

# The versions that everybody installs, written anew from pyproject.toml.
GROUPS := dev docs coverage audit lock
lock: install
	$(BIN)/pip install --quiet --disable-pip-version-check --group lock
	$(BIN)/uv pip compile pyproject.toml --upgrade --universal --all-extras $(GROUPS:%=--group %) \
		--no-annotate --no-header --no-emit-index-url --no-emit-find-links --output-file constraints.txt

clean:
	rm -rf $(VENV)

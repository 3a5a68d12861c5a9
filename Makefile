# Everything people, hooks and CI call. Each target makes its own environment first.
# On a fresh machine it needs git, make and Python 3.11 or later (with its venv module).

.DEFAULT_GOAL := help
.PHONY: help demo test check lint bench docs lock build FORCE
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?=
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
PLAIN := $(VENV)/.plain
STAMP := $(VENV)/.made
SOURCES := $(wildcard memory_md cli tests benchmarks docs)
# What pytest makes of the tests is kept for the next run.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

# An environment belongs to the directory it was made in: a copied or moved one is made again.
ifneq ($(wildcard $(PLAIN) $(STAMP)),)
$(shell [ "$$(sort -u $(wildcard $(PLAIN) $(STAMP)))" = "$$(pwd -P)" ] && $(BIN)/python -c '' 2>/dev/null || rm -rf $(VENV))
endif

help:  ## show this list
	@sed -n 's/^\([a-z]*\):[^#]*## */  make \1|/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

demo: $(PLAIN)  ## a memory from nothing, in a throwaway repository
	@PATH="$$PWD/$(BIN):$$PATH" bash examples/demo.sh

test: $(STAMP)  ## the whole suite (ARGS="-k word" for a part)
	@echo "Running the tests."
	@PYTHONWARNDEFAULTENCODING=1 $(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: lint test  ## what CI checks

lint: $(STAMP)  ## style, format and types
	@echo "Checking style and format."
	@$(BIN)/ruff check --quiet $(SOURCES)
	@$(BIN)/ruff format --quiet --check --diff $(SOURCES)
	@echo "Checking types."
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/mypy --no-error-summary --platform win32 --cache-dir .mypy_cache/win32

bench: $(STAMP)  ## the page of figures: how good and how fast it is (bench-NAME for one)
	@$(BIN)/python -m benchmarks $(ARGS)

bench-%: $(STAMP) FORCE
	@$(BIN)/python -m benchmarks $* $(ARGS)

docs: $(STAMP)  ## make those parts of docs/ anew that follow from the program
	@$(BIN)/python -m docs.generate

lock: $(STAMP)  ## choose the development versions anew (ARGS=--upgrade for the newest)
	@$(BIN)/python -m pip install -qq uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url \
		--custom-compile-command 'make lock' --all-extras --group dev \
		--output-file requirements-dev.txt $(ARGS) pyproject.toml

build: $(STAMP)  ## the wheel and the sdist in dist/, tried with the newest and lowest dependencies
	@rm -rf build dist
	@$(BIN)/python -m build --no-isolation --outdir dist . >$(VENV)/build.log 2>&1 || \
		{ cat $(VENV)/build.log; exit 1; }
	@rm -rf build
	@$(BIN)/python -m pip install -qq uv
	@bash .ci/try-dist "$$PWD/$(BIN)/python"

# What is needed to run `mem`, and no more: who only looks should not wait for the tools.
# Candidates are run, not only looked up: a name on the PATH may be a stub, or lack venv.
$(PLAIN): requirements-dev.txt pyproject.toml
	@if ! $(BIN)/python -c '' 2>/dev/null; then \
		for python in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
			"$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
				>/dev/null 2>&1 && found=$$python && break; \
		done; \
		if [ -z "$${found-}" ]; then \
			echo "make: no Python 3.11 or later with its venv module was found" >&2; \
			echo "hint: install one, or name it: make PYTHON=/path/to/python3" >&2; \
			exit 1; \
		fi; \
		echo "Making $(VENV) with $$("$$found" --version)."; \
		rm -rf $(VENV) && "$$found" -m venv $(VENV); \
	fi
	@echo "Installing mem and the libraries that it needs."
	@$(BIN)/python -m pip install -qq -c requirements-dev.txt setuptools
	@$(BIN)/python -m pip install -qq -c requirements-dev.txt --no-build-isolation -e .
	@$(BIN)/python -m compileall -q memory_md cli  # no run does it under PYTHONDONTWRITEBYTECODE
	@pwd -P >$@

$(STAMP): $(PLAIN)
	@echo "Installing the development versions of requirements-dev.txt."
	@$(BIN)/python -m pip install -qq -r requirements-dev.txt
	@pwd -P >$@

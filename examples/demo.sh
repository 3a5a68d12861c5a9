#!/usr/bin/env bash
# From an agent's work to its next prompt, in a throwaway git repository: `make demo`.
set -euo pipefail

examples=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
place=$(mktemp -d "${TMPDIR:-/tmp}/mem-demo.XXXXXX")
trap 'rm -rf "$place"' EXIT
unset MEM_ROOT GIT_DIR GIT_WORK_TREE
export GIT_CEILING_DIRECTORIES=${place%/*}
export PYTHONUNBUFFERED=1 # both streams in order, into a file too

title() { printf '\n# %s\n' "$1"; }
show() {
  printf '\n$ %s\n' "$*"
  "$@"
}

cp -R "$examples" "$place/examples"
cd "$place"
git init --quiet --initial-branch=main
# The files the examples speak of: what names only files that are gone is not shown in a context.
while read -r path; do
  mkdir -p "$(dirname "$path")"
  touch "$path"
done <examples/files.txt

title "A repository gets a memory"
show mem init

title "It learns: a Claude Code transcript, plain output, a plan summary, a handoff"
show mem extract examples/session.jsonl
show mem extract examples/output.md
show mem extract examples/47-02-SUMMARY.md
show mem extract examples/handoff.json

title "What it knows are plain files"
show cat learnings.md
show cat relationships.json

title "It reminds: this goes into the next prompt"
show mem context --budget 800

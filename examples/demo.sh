#!/usr/bin/env bash
# From an agent's work to its next prompt, in a throwaway git repository: `make demo`.
set -euo pipefail

examples=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
place=$(mktemp -d "${TMPDIR:-/tmp}/mem-demo.XXXXXX")
trap 'rm -rf "$place"' EXIT
unset MEM_ROOT GIT_DIR GIT_WORK_TREE
export MEM_USER_ROOT=$place/own PYTHONUNBUFFERED=1

show() {
  printf '\n$ %s\n' "$*"
  "$@"
}

cp -R "$examples" "$place/examples"
cd "$place"
git init --quiet --initial-branch=main
# The files that the examples speak of: an entry about files that are gone is not shown.
mkdir -p src/auth src/jobs tests
touch src/auth/jwt.py src/config.py src/jobs/nightly.py tests/test_auth.py

printf '# A repository gets a memory\n'
show mem init
printf '\n# It learns: from a session of Claude Code, a handoff, and a person\n'
show mem extract examples/session.jsonl
show mem extract examples/handoff.json
show mem add -c convention "Run make lint before committing"
printf '\n# What it knows are plain files\n'
show cat learnings.md
printf '\n# It reminds: this goes into the next prompt\n'
show mem context --query "let the login expire"

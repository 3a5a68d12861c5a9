#!/usr/bin/env bash
# Runs specs through an agent, one after another, with a memory between them.
#
#   AGENT="claude -p" CHECK="make test" autopilot.sh specs/*.md
#
# `mem context` goes into each prompt, `mem extract` learns from each answer, and a failure becomes a
# row of the diary, so that later specs are warned.
set -uo pipefail

agent=${AGENT:-claude -p --permission-mode acceptEdits}
check=${CHECK:-true}
folder=$(git rev-parse --absolute-git-dir)/autopilot # never in a commit
failed=0

for spec in "$@"; do
  id=$(basename "$spec" .md)
  mkdir -p "$folder/$id"
  {
    mem context --spec "$spec" --ask
    printf '\n# Your task\n\n'
    cat "$spec"
  } >"$folder/$id/prompt.md"

  if bash -c "$agent" <"$folder/$id/prompt.md" >"$folder/$id/output.md" && bash -c "$check"; then
    mem diary resolve "$id" 2>/dev/null # mostly there is nothing to resolve
    echo "done    $id"
  else
    changed=()
    while IFS= read -r path; do changed+=(--file "$path"); done < <(git diff --name-only)
    mem diary new "$id" --type problem --summary "the agent or its check failed" \
      ${changed[@]+"${changed[@]}"}
    echo "failed  $id"
    failed=1
  fi
  mem extract "$folder/$id/output.md" --session "$id"
done
exit "$failed"

#!/usr/bin/env bash
# Runs a queue of specs through any agent, with a memory between them: `mem context` goes into each
# prompt, `mem extract` learns from each answer, and a failure becomes a row of the diary, so that
# later specs and the next attempt are warned. It needs mem, git and bash 3.2. Copy it, change it.
set -euo pipefail

usage() {
  cat <<'END'
Usage: autopilot.sh [--stop] [--again] [--dry-run] [--list FILE] SPEC|FOLDER...

Run each spec (of a folder: its *.md) through an agent that reads its prompt on
standard input. What is done is not run again: after a failure or an
interruption, call it again.

  --stop       Stop at the first failure.
  --again      Run what is done, too.
  --dry-run    Say what would run, and run nothing.
  --list FILE  More specs, a path a line.

  AGENT   The agent's command.  [claude -p --permission-mode acceptEdits]
  CHECK   A command that has to succeed after it, such as "make test".
  BUDGET  Tokens of the memory in a prompt.  [500]
  LIMIT   Seconds that a spec may take; 0 is no limit.  [3600]

The commands see AUTOPILOT_ID, AUTOPILOT_SPEC and AUTOPILOT_PROMPT (a file).
Exit codes: 0 all done, 1 a spec failed, 2 it could not run, 130 interrupted.
END
}

say() { printf 'autopilot: %s\n' "$*" >&2; }
die() { say "$1" && printf 'hint: %s\n' "${2:-autopilot.sh --help}" >&2 && exit 2; }
report() { results+=("$(printf '%-8s %s  (%s)' "$@")"); } # how it came out, the ID, details

# Sets path, id and dir. A spec is called by its file's name, a `spec.md` by its folder's.
identify() {
  path=$(cd -- "$(dirname -- "$1")" && pwd)/${1##*/}
  id=${path##*/}
  id=${id%.md}
  case $id in spec | plan | task | tasks | prompt) id=${path%/*} && id=${id##*/} ;; esac
  id=${id//[[:space:][:cntrl:]]/-}
  id=${id:0:100} dir=$state/$id
}

add() {
  local spec
  if [ -d "$1" ]; then
    for spec in "${1%/}"/*.md; do
      case ${spec##*/} in README.md | '*.md') ;; *) add "$spec" ;; esac
    done
    return
  fi
  [ -f "$1" ] || die "$1: there is no such spec"
  identify "$1"
  case $ids in *"/$id/"*) die "$1: this queue has a $id already" "rename one of the two" ;; esac
  ids+=/$id/ queue+=("$1")
}

take_lock() { # the file is created in one step, or not at all
  local holder
  mkdir -p "$state"
  if ! (set -C && echo $$ >"$state.lock") 2>/dev/null; then
    holder=$(cat "$state.lock")
    ! kill -0 "${holder:-0}" 2>/dev/null ||
      die "process $holder is at work in this work tree" "wait for it, or add a git worktree"
    echo $$ >"$state.lock" # whoever wrote it is gone
  fi
  locked=yes
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# shellcheck disable=SC2329  # a trap calls it
finish() {
  [ $? -lt 128 ] || say "interrupted; the same command goes on with ${id:-the first}"
  end_agent
  [ "$locked" = no ] || rm -f "$state.lock"
  [ ${#results[@]} -eq 0 ] || printf '%s\n' '' "${results[@]}"
}

write_prompt() {
  mem context --spec "$1" --budget "$budget" --ask >"$dir/prompt.md" || say "going on without a context"
  {
    printf '\n# Your task\n\n'
    cat -- "$1"
    printf '\n\nIf you could not finish, say why.\n'
  } >>"$dir/prompt.md"
}

# The prompt is a file, not a pipe: an agent that does not read it is not killed for that. What goes
# to standard error is no answer, so nothing is learned from it. Agent and check are a process group
# of their own (set -m), to be ended with all that they started.
run_agent() {
  set -m
  { {
    bash -c "$agent" <"$dir/prompt.md" | tee "$dir/output.md" >&3 &&
      { [ -z "$check" ] || { say "checking: $check" && bash -c "$check" </dev/null; }; }
  } 2>&1 | tee "$dir/errors.log" >&2; } 3>&1 &
  job=$!
  { [ "$limit" -gt 0 ] && sleep "$limit" && kill -TERM -- "-$job" && sleep 10 &&
    kill -KILL -- "-$job"; } >/dev/null 2>&1 &
  clock=$!
  set +m
  status=0
  wait "$job" 2>/dev/null || status=$?
  end_agent
}

end_agent() {
  local group
  for group in $job $clock; do kill -TERM -- "-$group" 2>/dev/null || true; done
  [ -z "$clock" ] || wait "$clock" 2>/dev/null || true # or bash tells of its end
  job='' clock=''
}

# Of a log, the last line that tells of an error, else the last with words in it; what make and npm
# say after any error only if there is no other. Colours and control characters are left out.
last_words() {
  tail -n 20 "$1" | LC_ALL=C tr '\r' '\n' |
    LC_ALL=C sed $'s/\033\\[[0-9;?]*[a-zA-Z]//g' | LC_ALL=C tr -d '\000-\010\013-\037\177' |
    LC_ALL=C awk '!/[^[:space:][:punct:][:digit:]]/ { next }
      { any = $0 }
      /^(autopilot|=+ |make(\[[0-9]+\])?: \*\*\*|npm (ERR!|error) )/ { next }
      { last = $0 }
      tolower($0) ~ /error|fail|fatal|panic|exception|denied|refused|cannot|limit/ { cause = $0 }
      END { print cause != "" ? cause : last != "" ? last : any }'
}

# What the attempt changed (commits included): a spec that allows one of these files is warned.
find_changed() { # sets files, to options of `mem diary new`
  files=()
  while IFS= read -r -d '' file; do
    [ "$dir/prompt.md" -nt "$file" ] || [ ${#files[@]} -ge 20 ] || files+=("--file=$file")
  done < <(
    git diff -z --name-only --relative "$before" -- 2>/dev/null || true # there may be no commit yet
    git ls-files -z --others --exclude-standard
  )
}

run_spec() {
  local start=$SECONDS why before files file
  mkdir -p "$dir" && rm -f "$dir/done"
  export AUTOPILOT_ID=$id AUTOPILOT_SPEC=$path AUTOPILOT_PROMPT=$dir/prompt.md
  before=$(git rev-parse --quiet --verify HEAD 2>/dev/null) || true
  write_prompt "$1"
  run_agent
  find_changed # before mem itself changes some
  if [ "$status" -eq 126 ] || [ "$status" -eq 127 ]; then # the next spec would fare no better
    code=2 && report stopped "$id" "exit $status: a command could not be started"
    return
  fi
  mem extract --session="$id" -- "$dir/output.md" || say "nothing was learned from $id"
  if [ "$status" -eq 0 ]; then
    printf '%s\n' "$path" >"$dir/done"
    mem diary resolve -- "$id" 2>/dev/null || true # mostly there is nothing to resolve
    report "done" "$id" "$((SECONDS - start)) s"
    return
  fi
  why=$(last_words "$dir/errors.log")
  why=${why:-$(last_words "$dir/output.md")}
  why="exit $status: ${why:-it printed nothing}"
  [ "$limit" -eq 0 ] || [ $((SECONDS - start)) -lt "$limit" ] || why="over $limit s; $why"
  mem diary new --type problem --summary="${why:0:300}" ${files[@]+"${files[@]}"} -- "$id" ||
    say "the diary has no row of it"
  code=1 && report failed "$id" "${why:0:120}"
}

agent=${AGENT:-claude -p --permission-mode acceptEdits} check=${CHECK:-}
budget=${BUDGET:-500} limit=${LIMIT:-3600} stop=no again=no dry=no
names=() queue=() results=() ids='' id='' job='' clock='' locked=no code=0 count=0

while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage && exit ;;
    --stop) stop=yes ;;
    --again) again=yes ;;
    --dry-run) dry=yes ;;
    --list)
      [ -r "${2:-}" ] || die "--list wants a file"
      while IFS= read -r line || [ -n "$line" ]; do [ -z "$line" ] || names+=("$line"); done <"$2"
      shift ;;
    -*) die "there is no option $1" ;;
    *) names+=("$1") ;;
  esac
  shift
done

[[ $budget$limit =~ ^[0-9]+$ ]] || die "BUDGET and LIMIT are whole numbers"
[ ${#names[@]} -gt 0 ] || die "no spec was named"
command -v mem >/dev/null || die "mem is not on the PATH" "pipx install memory-md"
state=$(git rev-parse --absolute-git-dir 2>/dev/null)/autopilot || # never in a commit
  die "this is no git repository" "git init"
for spec in "${names[@]}"; do add "$spec"; done
[ ${#queue[@]} -gt 0 ] || die "there is no spec in ${names[*]}"

trap finish EXIT
[ "$dry" = yes ] || take_lock
for spec in "${queue[@]}"; do
  count=$((count + 1))
  if [ ! -f "$spec" ]; then
    report gone "$spec" "an earlier task moved or deleted it"
    continue
  fi
  identify "$spec"
  if [ "$again" = no ] && [ "$(cat "$dir/done" 2>/dev/null)" = "$path" ]; then
    report skipped "$id" "done before; see --again"
  elif [ "$code" -eq 2 ] || { [ "$code" -eq 1 ] && [ "$stop" = yes ]; }; then
    report "not run" "$id" "$spec"
  elif [ "$dry" = yes ]; then
    report "to run" "$id" "$spec"
  else
    say "$count/${#queue[@]} $id"
    run_spec "$spec"
  fi
done
exit "$code"

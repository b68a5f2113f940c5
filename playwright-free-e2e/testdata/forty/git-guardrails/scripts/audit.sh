#!/usr/bin/env bash
# Asks the guard about each command of a list, and writes down what it blocks.
set -uo pipefail
guard="$(dirname "$0")/block-dangerous-git.sh"
list=$1 out=$2
mkdir -p "$(dirname "$out")"
: > "$out"
blocked=0
while IFS= read -r command || [[ -n $command ]]; do
  [[ -z $command || $command == \#* ]] && continue
  if jq -n --arg c "$command" '{tool_name: "Bash", tool_input: {command: $c}}' | bash "$guard" 2>> "$out"; then
    printf 'ok       %s\n' "$command"
  else
    printf 'blocked  %s (%d)\n' "$command" $?
    ((blocked++))
  fi
done < "$list"
echo "$blocked blocked"
[ "$blocked" -eq 0 ]

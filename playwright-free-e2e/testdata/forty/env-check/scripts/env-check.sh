#!/usr/bin/env bash
# Compares .env files with their example, and never prints a value.
set -uo pipefail
example=$1 actual=$2 out=$3
mkdir -p "$out"
keys() { grep -vE '^[[:space:]]*(#|$)' "$1" | sed -E 's/^[[:space:]]*(export[[:space:]]+)?([A-Za-z_][A-Za-z0-9_]*)=.*/\2/' | sort -u; }
comm -23 <(keys "$example") <(keys "$actual") > "$out/missing.txt"
comm -13 <(keys "$example") <(keys "$actual") > "$out/unknown.txt"
declare -i weak=0
while IFS='=' read -r key value; do
  value=${value%\"}; value=${value#\"}
  case $value in
    '') echo "empty: $key" ;;
    changeme|password|secret|xxx*) echo "placeholder: $key"; weak+=1 ;;
    *) (( ${#value} < 8 )) && [[ $key =~ (SECRET|TOKEN|KEY)$ ]] && { echo "short: $key"; weak+=1; } ;;
  esac
done < <(grep -vE '^[[:space:]]*(#|$)' "$actual" | sed -E 's/^[[:space:]]*(export[[:space:]]+)?//') > "$out/values.txt"
for f in missing unknown values; do
  [[ -s $out/$f.txt ]] && { echo "$f:"; sed 's/^/  /' "$out/$f.txt"; }
done
sort "$actual" | uniq -d | grep -q . && echo "a line is there twice"
[[ ! -s $out/missing.txt && $weak -eq 0 ]]

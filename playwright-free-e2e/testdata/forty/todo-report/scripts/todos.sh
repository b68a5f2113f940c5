#!/usr/bin/env bash
set -euo pipefail
src="${1:?usage: todos.sh SOURCE OUT}"; out="${2:-todos}"
mkdir -p "$out"
grep -rnE --include='*.js' --include='*.py' --include='*.sh' '(TODO|FIXME|HACK)(\([a-z]+\))?:' "$src" | sort -t: -k1,1 -k2,2n > "$out/raw.txt"
awk -F: -v OFS='\t' '
  { file = $1; line = $2; text = $0; sub(/^[^:]*:[^:]*:/, "", text)
    match(text, /(TODO|FIXME|HACK)/); kind = substr(text, RSTART, RLENGTH)
    who = "nobody"; if (match(text, /\([a-z]+\)/)) who = substr(text, RSTART + 1, RLENGTH - 2)
    sub(/.*(TODO|FIXME|HACK)(\([a-z]+\))?: */, "", text); print kind, who, file ":" line, text }' "$out/raw.txt" > "$out/todos.tsv"
{
  printf '# %d things to do\n\n' "$(wc -l < "$out/todos.tsv")"
  cut -f1 "$out/todos.tsv" | sort | uniq -c | sort -rn | awk '{ printf "- %s: %d\n", $2, $1 }'
  cut -f2 "$out/todos.tsv" | sort -u | while read -r who; do
    printf '\n## %s\n\n' "${who^}"
    grep -P "\t$who\t" "$out/todos.tsv" | while IFS=$'\t' read -r kind _ at text; do printf -- '- [ ] **%s** %s (`%s`)\n' "$kind" "$text" "${at#"$src"/}"; done
  done
} > "$out/TODO.md"
head -n 4 "$out/TODO.md"
rm "$out/raw.txt"

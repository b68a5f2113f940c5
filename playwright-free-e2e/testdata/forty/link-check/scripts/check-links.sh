#!/bin/bash
# Usage: check-links.sh FOLDER REPORT
# Looks for relative links of Markdown files that lead nowhere, and for anchors that no heading has.
set -euo pipefail
root=${1%/}; report=$2
mkdir -p "$(dirname "$report")"
broken=0; checked=0
declare -A anchors

slug() { tr '[:upper:]' '[:lower:]' <<<"$1" | sed -e 's/[^a-z0-9 _-]//g' -e 's/ /-/g'; }

anchors_of() {
  local file=$1 line list=" "
  while IFS= read -r line; do
    list+="$(slug "${line##*\# }") "
  done < <(grep -E '^#{1,6} ' "$file" || true)
  anchors[$file]=$list
}

{
  echo "# Links"
  echo
  while IFS= read -r -d '' file; do
    n=0
    while IFS= read -r line; do
      n=$((n + 1))
      rest=$line
      while [[ $rest =~ \]\(([^\)]+)\) ]]; do
        target=${BASH_REMATCH[1]}
        rest=${rest#*"](${target})"}
        case $target in http://*|https://*|mailto:*) continue ;; esac
        checked=$((checked + 1))
        path=${target%%#*}; anchor=""
        [[ $target == *"#"* ]] && anchor=${target#*#}
        if [[ -z $path ]]; then at=$file; else at=$(realpath -m --relative-to=. "$(dirname "$file")/$path"); fi
        if [[ ! -e $at ]]; then
          echo "- \`${file#"$root"/}:$n\`: there is no \`$target\`"; broken=$((broken + 1))
        elif [[ -n $anchor && $at == *.md ]]; then
          [[ -v "anchors[$at]" ]] || anchors_of "$at"
          [[ ${anchors[$at]} == *" $anchor "* ]] || { echo "- \`${file#"$root"/}:$n\`: \`$path\` has no heading \`$anchor\`"; broken=$((broken + 1)); }
        fi
      done
    done < "$file"
  done < <(find "$root" -name '*.md' -print0 | sort -z)
  echo
  echo "$checked checked, $broken broken."
} > "$report"
tail -n 1 "$report"
(( broken == 0 )) || exit 1

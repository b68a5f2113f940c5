#!/bin/bash
# Prints a changelog of conventional commits, by tag.
set -euo pipefail

section() {
  local range=$1 title=$2 type heading line
  echo "## $title"
  echo
  if git log --format=%s "$range" | grep -Eq '^[a-z]+(\([^)]*\))?!:'; then
    echo "### Breaking"
    echo
    git log --reverse --format='- %s (%h)' "$range" | grep -E '^- [a-z]+(\([^)]*\))?!:' | sed -E 's/^- [a-z]+(\(([^)]*)\))?!: */- /'
    echo
  fi
  while IFS='|' read -r type heading; do
    line=$(git log --reverse --format='- %s (%h)' "$range" -- | grep -E "^- $type(\([^)]*\))?: " | sed -E "s/^- $type(\(([^)]*)\))?: */- \2: /; s/^- : /- /" || true)
    [ -z "$line" ] || printf '### %s\n\n%s\n\n' "$heading" "$line"
  done <<'KINDS'
feat|Added
fix|Fixed
perf|Faster
KINDS
}

echo "# Changelog"
echo
mapfile -t tags < <(git tag --sort=-creatordate --sort=-version:refname)
last=${tags[0]:-}
if [[ -n $last && $(git rev-list --count "$last..HEAD") -gt 0 ]]; then
  section "$last..HEAD" "Unreleased ($(git describe --tags | sed 's/-g.*//'))"
fi
for i in "${!tags[@]}"; do
  tag=${tags[i]} before=${tags[i + 1]:-}
  section "${before:+$before..}$tag" "$tag, $(git log -1 --format=%ad --date=short "$tag")"
done

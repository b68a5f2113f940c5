#!/usr/bin/env bash
set -eu
history=$1 out=$2
mkdir -p "$out/repo" && history=$(realpath "$history") && cd "$out/repo"
git init -q -b trunk .
# The history of an export: author, date, file, lines.
while IFS=$'\t' read -r who when file lines; do
  mkdir -p "$(dirname "$file")"
  for ((i = 0; i < lines; i++)); do echo "$file $i $when"; done >> "$file"
  git add "$file"
  GIT_AUTHOR_NAME=$who GIT_AUTHOR_EMAIL="${who,,}@example.org" GIT_AUTHOR_DATE="$when 09:00:00 +0000" \
    GIT_COMMITTER_NAME=ci GIT_COMMITTER_EMAIL=ci@example.org GIT_COMMITTER_DATE="$when 10:00:00 +0000" git commit -qm "Change $file"
done < "$history"
{
  echo "# $(git rev-list --count HEAD) commits of $(git shortlog -sn HEAD | wc -l) people"
  echo
  echo "| who | commits | lines |"
  echo "|---|---:|---:|"
  git shortlog -sn HEAD | sed 's/^ *//' | while IFS=$'\t' read -r n who; do
    lines=$(git log --author="^$who " --numstat --format= | awk '{ s += $1 } END { print s + 0 }')
    echo "| $who | $n | $lines |"
  done
  echo
  echo "## Files that change most"
  echo
  git log --name-only --format= | sort | uniq -c | sort -k1,1nr -k2 | head -n 3 | awk '{ print "- `" $2 "`: " $1 }'
  echo
  echo "## By month"
  echo
  git log --reverse --format=%ad --date=format:%Y-%m | uniq -c | while read -r n month; do printf -- '- %s %s\n' "$month" "$(printf '#%.0s' $(seq "$n"))"; done
} | tee ../stats.md
git log -3 --format='%h %an %ar' | wc -l

#!/bin/bash
# Makes a repository with a history of two releases, and its changelog.
set -euo pipefail
scripts="$( cd "$( dirname "${BASH_SOURCE[0]}" )" &> /dev/null && pwd )"
mkdir -p "$1"; cd "$1"
git init --quiet --initial-branch=main
export GIT_AUTHOR_NAME='Ada Lovelace' GIT_AUTHOR_EMAIL=ada@example.org GIT_COMMITTER_NAME='Ada Lovelace' GIT_COMMITTER_EMAIL=ada@example.org
day=1
commit() {
  local message=$1; shift
  printf '%s\n' "$message" >> "${1:-notes.txt}"
  git add .
  export GIT_AUTHOR_DATE="2024-05-$(printf %02d $day)T12:00:00+0000"; export GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
  git commit --quiet -m "$message"
  day=$((day + 1))
}
commit 'chore: begin'
commit 'feat: read dates' dates.txt
commit 'fix(parser): take two digits' dates.txt
git tag v0.1.0
commit 'feat(cli)!: print ISO dates' cli.txt
commit 'docs: say how' README
commit "fix: don't fail on an empty line" dates.txt
git tag -a v0.2.0 -m 'Second'
commit 'perf: look once' dates.txt
commit 'what is this'
"$scripts/changelog.sh" > CHANGELOG.md
cat CHANGELOG.md

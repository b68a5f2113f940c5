#!/usr/bin/env bash
# Makes a repository of three commits, and the review package of the last two.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1" && cd "$1"
git init -q -b main .
git config user.name "Ada Lovelace"
git config user.email ada@example.org
printf '# Plan\n\n## Task 1\n' > plan.md
now=1700000000
save() {
  now=$((now + 3600))
  git add -A
  GIT_AUTHOR_DATE="$now +0000" GIT_COMMITTER_DATE="$now +0000" git commit -q -m "$1"
}
seq 1 30 > numbers.txt && save "feat: numbers"
base=$(git rev-parse HEAD)
sed -i 's/^15$/fifteen/' numbers.txt && save "fix: spell one out"
mkdir -p doc && echo "How to count." > doc/index.md && save "docs: say how"
"$here/review-package" plan.md "$base" HEAD
git status --short

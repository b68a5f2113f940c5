#!/bin/sh
# Has task-brief write into a folder that may not be there yet.
set -e
mkdir -p "$(dirname "$3")"
exec "$(dirname "$0")/task-brief" "$@"

#!/bin/sh
dir=${0%/*}
mkdir -p "$4"
awk -v by="$2" -v sum="$3" -f "$dir/report.awk" "$1" > "$4/report.txt" 2> "$4/faults.txt"
code=$?
cat "$4/report.txt"; cat "$4/faults.txt" >&2
exit $code

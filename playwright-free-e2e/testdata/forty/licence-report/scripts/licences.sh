#!/usr/bin/env bash
set -euo pipefail
lock=$1; out=$2; denied=${3:-GPL-3.0,AGPL-3.0}
mkdir -p "$out"
jq --raw-output '
  .packages | to_entries
  | map(select(.key != "") | {name: (.key | sub("^.*node_modules/"; "")), version: .value.version, license: (.value.license // "unknown"), dev: (.value.dev // false)})
  | sort_by(.license, .name)
' "$lock" > "$out/packages.json"
jq -r 'group_by(.license) | map({license: .[0].license, n: length, names: (map(.name) | join(", "))}) | sort_by(-.n, .license)[] | "| \(.license) | \(.n) | \(.names) |"' "$out/packages.json" \
  | { printf '| licence | packages | which |\n|---|---:|---|\n'; cat; } | tee "$out/licences.md"
jq -r '.[] | select(.dev | not) | [.name, .version, .license] | @csv' "$out/packages.json" > "$out/shipped.csv"
bad=$(jq -r --arg denied "$denied" '($denied / ",") as $no | [.[] | select(.license as $l | $no | index($l))] | if length == 0 then empty else (map("\(.name)@\(.version)") | @text) end' "$out/packages.json")
jq -e 'all(.license != "unknown")' "$out/packages.json" > /dev/null || echo "some licences are unknown" >&2
if [[ -n $bad ]]; then echo "denied: $bad" >&2; exit 3; fi

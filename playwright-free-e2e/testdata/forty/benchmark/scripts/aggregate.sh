#!/usr/bin/env bash
# Aggregates the runs of an evaluation: each language does what it is best at.
set -euo pipefail
runs=$1 out=$2
mkdir -p "$out"
log() { printf '%(%Y)T: %s\n' 0 "$*" >&2; }
log "reading $(find "$runs" -name '*.json' | wc -l) runs"
jq -s 'map(select(.status == "done")) | group_by(.config) | map({config: .[0].config, scores: map(.score), ms: map(.ms)})' "$runs"/*.json > "$out/groups.json"
python3 - "$out/groups.json" <<'PY' > "$out/stats.json"
import json, statistics, sys
groups = json.load(open(sys.argv[1]))
print(json.dumps([{**{k: g[k] for k in ("config",)}, "n": len(g["scores"]), "mean": round(statistics.fmean(g["scores"]), 3), "sd": round(statistics.stdev(g["scores"]), 3) if len(g["scores"]) > 1 else None, "p50": statistics.median(g["ms"])} for g in groups]))
PY
node -e '
  const rows = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).sort((a, b) => b.mean - a.mean);
  const [best, ...rest] = rows;
  console.log("| config | n | mean | sd | p50 |\n|---|--:|--:|--:|--:|");
  for (const r of rows) console.log(`| ${r.config}${r === best ? " ★" : ""} | ${r.n} | ${r.mean.toFixed(2)} | ${r.sd ?? "–"} | ${r.p50} ms |`);
  for (const r of rest) console.log(`\n${best.config} is ${((best.mean / r.mean - 1) * 100).toFixed(1)} % better than ${r.config}.`);
' "$out/stats.json" | tee "$out/report.md"
grep -c '★' "$out/report.md"
rm "$out/groups.json"
log "done"

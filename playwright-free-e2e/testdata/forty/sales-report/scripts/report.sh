#!/usr/bin/env bash
# Loads a CSV into SQLite, and makes reports of it.
set -euo pipefail
csv=$1 out=$2
mkdir -p "$out"
db=$(mktemp -u).db
trap 'rm -f "$db"' EXIT
sqlite3 "$db" <<SQL
.mode csv
.import "$csv" sales
CREATE INDEX by_region ON sales(region);
SQL
echo "$(sqlite3 "$db" 'SELECT count(*) FROM sales') sales"
sqlite3 -header -markdown "$db" "
  SELECT region, count(*) AS sales, sum(amount * 1.0) AS total, round(avg(amount), 2) AS average
  FROM sales GROUP BY region ORDER BY total DESC" | tee "$out/regions.md"
sqlite3 -header -csv "$db" > "$out/months.csv" <<'SQL'
WITH months AS (SELECT strftime('%Y-%m', day) AS month, sum(amount) AS total FROM sales GROUP BY 1)
SELECT month, total, total - lag(total) OVER (ORDER BY month) AS change FROM months;
SQL
sqlite3 -json "$db" 'SELECT * FROM sales WHERE amount = (SELECT max(amount + 0) FROM sales)' | jq '.[0] | {day, region, amount: (.amount | tonumber)}' > "$out/best.json"
sqlite3 "$db" .schema > "$out/schema.sql"

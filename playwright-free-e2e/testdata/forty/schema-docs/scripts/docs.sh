#!/bin/sh
# Applies migrations in their order, once each, and documents what they make.
set -eu
dir=$1 out=$2
mkdir -p "$out"
db=$out/app.db
rm -f "$db"
sqlite3 "$db" "CREATE TABLE migrations(name TEXT PRIMARY KEY)"
for round in 1 2; do
  for f in "$dir"/*.sql; do
    name=$(basename "$f" .sql)
    if [ "$(sqlite3 "$db" "SELECT count(*) FROM migrations WHERE name = '$name'")" = 0 ]; then
      { echo 'BEGIN;'; cat "$f"; echo "INSERT INTO migrations(name) VALUES ('$name');"; echo 'COMMIT;'; } | sqlite3 -bail "$db"
      echo "applied $name"
    fi
  done
done
{
  echo "# Tables"
  for table in $(sqlite3 "$db" "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1"); do
    printf '\n## %s\n\n' "$table"
    sqlite3 -markdown -header "$db" "SELECT name, type, CASE \"notnull\" WHEN 1 THEN 'yes' ELSE '' END AS required, coalesce(dflt_value, '') AS \"default\", pk FROM pragma_table_info('$table')"
    sqlite3 -separator ' -> ' "$db" "SELECT '- ' || \"from\", \"table\" || '.' || \"to\" FROM pragma_foreign_key_list('$table')"
    echo
    echo "$(sqlite3 "$db" "SELECT count(*) FROM \"$table\"") rows"
  done
} > "$out/schema.md"
sqlite3 "$db" 'PRAGMA integrity_check; PRAGMA foreign_key_check;'
sqlite3 "$db" .dump | sed '/^INSERT INTO migrations/d' > "$out/dump.sql"
sqlite3 -box "$db" 'SELECT o.id, p.name, o.total FROM orders o JOIN people p ON p.id = o.person ORDER BY o.id'
rm "$db"

# Sums a column of a CSV by another: awk -v by=2 -v sum=4 -f report.awk FILE
function field(i, v) { v = cells[i]; if (v ~ /^"/) { v = substr(v, 2, length(v) - 2); gsub(/""/, "\"", v) } return v }
function split_csv(line, n, c, i, quoted, cell) {
  n = 0; cell = ""; quoted = 0
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\"") quoted = !quoted
    if (c == "," && !quoted) { cells[++n] = cell; cell = "" } else cell = cell c
  }
  cells[++n] = cell
  return n
}
{ sub(/\r$/, ""); n = split_csv($0) }
NR == 1 { key = field(by); value = field(sum); next }
n < sum { printf "line %d: %d cells\n", NR, n > "/dev/stderr"; bad++; next }
{ k = field(by); total[k] += field(sum); count[k]++; all += field(sum); if (!(k in low) || field(sum) < low[k]) low[k] = field(sum) + 0; if (field(sum) > high[k]) high[k] = field(sum) + 0 }
END {
  printf "%-12s %5s %10s %8s %8s %6s\n", key, "count", value, "low", "high", "share"
  m = 0
  for (k in total) names[++m] = k
  for (i = 2; i <= m; i++) { v = names[i]; for (j = i - 1; j > 0 && (total[names[j]] < total[v] || total[names[j]] == total[v] && names[j] > v); j--) names[j + 1] = names[j]; names[j + 1] = v }
  for (i = 1; i <= m; i++) { k = names[i]; printf "%-12s %5d %10.2f %8.2f %8.2f %5.1f%%\n", k, count[k], total[k], low[k], high[k], 100 * total[k] / all }
  printf "%-12s %5d %10.2f\n", "total", NR - 1 - bad, all
  exit bad > 0
}

#!/usr/bin/env python3
import csv
import statistics as st
import sys
from collections import Counter, defaultdict
from decimal import Decimal, ROUND_HALF_UP
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from tabulate import tabulate

with open(sys.argv[1], newline="", encoding="utf-8") as f:
    rows = sorted(csv.DictReader(f), key=itemgetter("team"))
out = Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
table = []
for team, group in groupby(rows, key=itemgetter("team")):
    scores = [int(r["score"]) for r in group]
    q = st.quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else [scores[0]] * 3
    table.append([team, len(scores), st.mean(scores), st.median(scores), st.pstdev(scores), Fraction(sum(scores), 10 * len(scores)), q[2] - q[0]])
head = ["team", "n", "mean", "median", "spread", "share", "iqr"]
print(tabulate(table, head, tablefmt="github", floatfmt=(".0f", ".0f", ".2f", ".1f", ".3f"), colalign=("left",)))
print()
words = Counter(w for r in rows for w in r["says"].lower().replace(",", "").split() if len(w) > 3)
print(tabulate([(w, n, "▇" * n) for w, n in words.most_common(3)], tablefmt="plain"))
(out / "teams.html").write_text(tabulate(table, head, tablefmt="html", floatfmt=".2f"))
(out / "teams.tsv").write_text(tabulate(table, head, tablefmt="tsv", floatfmt=".2f") + "\n")
by = defaultdict(list)
for r in rows:
    by[int(r["score"])].append(r["who"])
print(tabulate({"score": sorted(by), "who": [", ".join(sorted(by[s])) for s in sorted(by)]}, headers="keys", tablefmt="rounded_grid", maxcolwidths=[None, 12]))
print("net promoter score", (Decimal(sum(s >= 9 for s in map(int, map(itemgetter("score"), rows))) - sum(int(r["score"]) <= 6 for r in rows)) * 100 / len(rows)).quantize(Decimal("0.1"), ROUND_HALF_UP))
print(st.linear_regression(*zip(*[(i, int(r["score"])) for i, r in enumerate(rows)])))

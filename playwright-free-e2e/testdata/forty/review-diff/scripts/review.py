#!/usr/bin/env python3
"""Review what changed between two folders."""
import difflib
import contextlib
import filecmp
import shutil
import sys
import tempfile
from pathlib import Path

old, new, out = map(Path, sys.argv[1:4])
out.mkdir(parents=True, exist_ok=True)
with tempfile.TemporaryDirectory(prefix="review-") as tmp:
    for name, side in (("old", old), ("new", new)):
        shutil.copytree(side, Path(tmp) / name, ignore=shutil.ignore_patterns("*.bak"))
    with contextlib.chdir(tmp):
        filecmp.dircmp("old", "new").report_full_closure()
patch = []
for path in sorted({p.relative_to(s) for s in (old, new) for p in s.rglob("*") if p.is_file() and p.suffix != ".bak"}):
    a, b = (s / path for s in (old, new))
    lines = [(f.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True) if f.exists() else []) for f in (a, b)]
    diff = list(difflib.unified_diff(*lines, f"a/{path}" if a.exists() else "/dev/null", f"b/{path}" if b.exists() else "/dev/null", n=1))
    patch += [d if d.endswith("\n") else d + "\n\\ No newline at end of file\n" for d in diff]
    if diff:
        print(f"{path}: {difflib.SequenceMatcher(None, *lines).ratio():.0%} alike, {difflib.get_close_matches(path.stem, ['main', 'mian', 'notes'])}")
(out / "review.patch").write_text("".join(patch), encoding="utf-8")
print("".join(difflib.ndiff(["one\n", "two\n"], ["one\n", "tow\n"])), end="")
print(len(patch), "lines")

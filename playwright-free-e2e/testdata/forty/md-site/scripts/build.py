#!/usr/bin/env python3
"""Build a small site of a folder of Markdown."""
from __future__ import annotations

import html
import re
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import markdown

PAGE = textwrap.dedent("""\
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <title>{title}</title>
    <nav>{nav}</nav>
    {body}
    </html>
    """)


def build(path: Path):
    md = markdown.Markdown(extensions=["tables", "fenced_code", "toc", "footnotes", "meta", "attr_list", "def_list", "abbr"], output_format="html")
    body = md.convert(path.read_text(encoding="utf-8"))
    title = md.Meta.get("title", [path.stem])[0] if hasattr(md, "Meta") else path.stem
    return path, title, re.sub(r'href="([^":]+)\.md(#[^"]*)?"', r'href="\1.html\2"', body), md.toc_tokens


source, out = Path(sys.argv[1]), Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
with ThreadPoolExecutor(max_workers=4) as pool:
    pages = list(pool.map(build, sorted(source.glob("**/*.md"))))
nav = " ".join(f'<a href="{p.stem}.html">{html.escape(t)}</a>' for p, t, *_ in pages)
for path, title, body, toc in pages:
    (out / f"{path.stem}.html").write_text(PAGE.format(title=html.escape(title), nav=nav, body=body), encoding="utf-8")
    print(f"{path.stem}: {title!r}, headings {[t['id'] for t in toc]}")

#!/usr/bin/env python3
"""Turn the article of a web page into Markdown."""
import re
import sys
from pathlib import Path
from urllib.parse import urljoin

from bs4 import BeautifulSoup, NavigableString

base = "https://example.org/news/"


def inline(node):
    out = []
    for child in node.children:
        if isinstance(child, NavigableString):
            out.append(re.sub(r"\s+", " ", str(child)))
        elif child.name in ("strong", "b"):
            out.append(f"**{inline(child)}**")
        elif child.name in ("em", "i"):
            out.append(f"*{inline(child)}*")
        elif child.name == "code":
            out.append(f"`{child.get_text()}`")
        elif child.name == "a" and child.get("href"):
            out.append(f"[{inline(child)}]({urljoin(base, child['href'])})")
        elif child.name == "br":
            out.append("  \n")
        elif child.name == "img":
            out.append(f"![{child.get('alt', '')}]({urljoin(base, child['src'])})")
        else:
            out.append(inline(child))
    return "".join(out)


def block(node, depth=0):
    match node.name:
        case "h1" | "h2" | "h3" as h:
            yield f"{'#' * int(h[1])} {inline(node).strip()}"
        case "p":
            yield inline(node).strip()
        case "pre":
            yield f"```\n{node.get_text().strip(chr(10))}\n```"
        case "ul" | "ol":
            items = []
            for i, li in enumerate(node.find_all("li", recursive=False), 1):
                nested = [n.extract() for n in li.find_all(["ul", "ol"], recursive=False)]
                items.append("  " * depth + (f"{i}. " if node.name == "ol" else "- ") + inline(li).strip())
                items += [t for n in nested for t in block(n, depth + 1)]
            yield "\n".join(items)
        case "table":
            rows = [[inline(c).strip() for c in tr.select("th, td")] for tr in node.select("tr")]
            yield "\n".join("| " + " | ".join(r) + " |" + ("\n|" + "---|" * len(r) if i == 0 else "") for i, r in enumerate(rows))
        case _:
            for child in node.find_all(True, recursive=False):
                yield from block(child)


soup = BeautifulSoup(Path(sys.argv[1]).read_bytes(), "html.parser")
for junk in soup.select("script, style, nav, [hidden], .ad"):
    junk.decompose()
article = soup.find("article") or soup.body
out = Path(sys.argv[2])
out.parent.mkdir(parents=True, exist_ok=True)
text = "\n\n".join(t for t in block(article) if t)
out.write_text(f"---\ntitle: {soup.title.string.strip()}\nlinks: {len(article.select('a[href]'))}\n---\n\n{text}\n", encoding="utf-8")
print(soup.original_encoding, len(text.split()), "words")
print({m["name"]: m["content"] for m in soup.find_all("meta", attrs={"name": True})})

#!/usr/bin/env python3
"""Take the text of a PDF out, page by page, and write a copy of some of its pages."""
import argparse
import json
import logging
from pathlib import Path

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PdfReadError

logging.basicConfig(level=logging.INFO, format="%(levelname)s: %(message)s")
log = logging.getLogger("extract")


def pages(spec: str, count: int) -> list[int]:
    chosen = []
    for part in spec.split(","):
        first, _, last = part.partition("-")
        chosen.extend(range(int(first) - 1, min(int(last or first), count)))
    return chosen


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("pdf", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pages", default="1-")
    args = parser.parse_args()
    try:
        reader = PdfReader(args.pdf)
    except (PdfReadError, FileNotFoundError) as e:
        log.error("%s: %s", args.pdf, e)
        return 1
    args.out.mkdir(parents=True, exist_ok=True)
    spec = args.pages + str(len(reader.pages)) if args.pages.endswith("-") else args.pages
    writer = PdfWriter()
    for n in pages(spec, len(reader.pages)):
        page = reader.pages[n]
        (args.out / f"page-{n + 1:02}.txt").write_text(page.extract_text() + "\n", encoding="utf-8")
        writer.add_page(page)
        log.info("page %d: %d characters, turned by %d", n + 1, len(page.extract_text()), page.rotation)
    with (args.out / "copy.pdf").open("wb") as f:
        writer.write(f)
    again = PdfReader(args.out / "copy.pdf")
    meta = {k.lstrip("/"): str(v) for k, v in (reader.metadata or {}).items()}
    print(json.dumps({"pages": len(reader.pages), "copied": len(again.pages), "meta": meta}, indent=2, sort_keys=True))
    (args.out / "copy.pdf").unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

#!/usr/bin/env python3
"""Digest Atom and RSS feeds that nobody has looked through yet."""
import json
import sys
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from html import unescape
from pathlib import Path
from zoneinfo import ZoneInfo

from defusedxml import ElementTree, DefusedXmlException

NS = {"a": "http://www.w3.org/2005/Atom"}
BERLIN = ZoneInfo("Europe/Berlin")


def entries(root):
    for e in root.iterfind("a:entry", NS):
        link = e.find("a:link[@rel='alternate']", NS)
        yield e.findtext("a:title", "", NS), (link if link is not None else e.find("a:link", NS)).get("href"), datetime.fromisoformat(e.findtext("a:updated", None, NS))
    for item in root.iter("item"):
        yield item.findtext("title"), item.findtext("link"), parsedate_to_datetime(item.findtext("pubDate"))


all_, refused = [], {}
for file in sorted(Path(sys.argv[1]).glob("*.xml")):
    try:
        for title, link, when in entries(ElementTree.parse(file).getroot()):
            all_.append({"feed": file.stem, "title": unescape(title).strip(), "link": link, "when": when.astimezone(BERLIN).isoformat()})
    except DefusedXmlException as e:
        refused[file.name] = type(e).__name__
    except ElementTree.ParseError as e:
        refused[file.name] = f"{e} (code {e.code})"
all_.sort(key=lambda e: datetime.fromisoformat(e["when"]).astimezone(timezone.utc), reverse=True)
out = Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
(out / "digest.json").write_text(json.dumps({"entries": all_, "refused": refused}, ensure_ascii=False, indent=2) + "\n")
for e in all_:
    print(f"{datetime.fromisoformat(e['when']):%a %d %b %H:%M %Z}  {e['title']}")
for name, why in refused.items():
    print(f"refused {name}: {why}", file=sys.stderr)

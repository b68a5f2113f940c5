#!/usr/bin/env python3
"""Make a calendar of what was agreed in minutes, in everybody's own time."""
import re
import sys
import uuid
from calendar import monthrange
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LINE = re.compile(r"^- \[(?P<state>[ x])\] (?P<when>\d{4}-\d\d-\d\d \d\d:\d\d) (?P<zone>[\w/+-]+), (?P<minutes>\d+) min: (?P<what>.+?)(?: \((?P<every>weekly|monthly) x(?P<times>\d+)\))?$", re.M)


def times(start: datetime, every: str | None, n: int):
    for i in range(n if every else 1):
        if every == "monthly":
            year, month = divmod(start.month - 1 + i, 12)
            year, month = start.year + year, month + 1
            yield start.replace(year=year, month=month, day=min(start.day, monthrange(year, month)[1]))
        else:
            yield start + timedelta(weeks=i)


def fold(line: str) -> str:
    raw, parts = line.encode(), []
    while len(raw) > 75:
        cut = 75
        while raw[cut] & 0xC0 == 0x80:
            cut -= 1
        parts.append(raw[:cut])
        raw = b" " + raw[cut:]
    return b"\r\n".join([*parts, raw]).decode()


lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//minutes//EN"]
text = Path(sys.argv[1]).read_text(encoding="utf-8")
for m in LINE.finditer(text):
    try:
        start = datetime.strptime(m["when"], "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(m["zone"]))
    except (ValueError, ZoneInfoNotFoundError) as e:
        print(f"left out: {m['what']}: {e}", file=sys.stderr)
        continue
    for at in times(start, m["every"], int(m["times"] or 1)):
        utc = at.astimezone(ZoneInfo("UTC"))
        what = m["what"].replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
        lines += ["BEGIN:VEVENT", f"UID:{uuid.uuid5(uuid.NAMESPACE_URL, what + utc.isoformat())}", f"DTSTART:{utc:%Y%m%dT%H%M%SZ}", f"DTEND:{utc + timedelta(minutes=int(m['minutes'])):%Y%m%dT%H%M%SZ}", f"SUMMARY:{what}", f"STATUS:{'CONFIRMED' if m['state'] == 'x' else 'TENTATIVE'}", "END:VEVENT"]
        print(f"{at:%d.%m.%Y %H:%M %Z} = {utc:%H:%M} UTC  {m['what']}")
lines.append("END:VCALENDAR")
out = Path(sys.argv[2])
out.parent.mkdir(parents=True, exist_ok=True)
out.write_bytes("".join(fold(l) + "\r\n" for l in lines).encode())

#!/usr/bin/env python3
"""Check commit messages against Conventional Commits."""
from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
import json

HEADER = re.compile(r"(?P<type>\w+)(?:\((?P<scope>[^()]*)\))?(?P<breaking>!)?: (?P<subject>.*)")
TYPES = ("build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "style", "test")


class Level(str, Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Finding:
    level: Level
    rule: str
    message: str


@dataclass
class Commit:
    text: str
    findings: list[Finding] = field(default_factory=list)

    def check(self) -> Commit:
        header, *rest = self.text.splitlines() or [""]
        add = lambda level, rule, message: self.findings.append(Finding(level, rule, message))
        if not (m := HEADER.fullmatch(header)):
            add(Level.ERROR, "header", "want type(scope): subject")
            return self
        if m["type"] not in TYPES:
            add(Level.ERROR, "type-enum", f"{m['type']!r} is none of {', '.join(TYPES)}")
        if m["scope"] == "":
            add(Level.ERROR, "scope-empty", "the scope is empty")
        if m["subject"][:1].isupper():
            add(Level.WARNING, "subject-case", "the subject begins with a capital")
        if m["subject"].endswith("."):
            add(Level.WARNING, "subject-full-stop", "the subject ends with a full stop")
        if len(header) > 72:
            add(Level.ERROR, "header-max-length", f"{len(header)} characters, at most 72")
        if rest and rest[0]:
            add(Level.ERROR, "body-leading-blank", "a blank line is missing before the body")
        if m["breaking"] and not re.search(r"^BREAKING[ -]CHANGE: ", self.text, re.M):
            add(Level.WARNING, "breaking", "say in a footer what breaks")
        return self


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("messages", type=Path, help="the messages, apart by a line of ---")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("-q", "--quiet", action="store_true")
    args = parser.parse_args(argv)
    commits = [Commit(text.strip("\n")).check() for text in re.split(r"^---\n", args.messages.read_text("utf-8"), flags=re.M)]
    for n, commit in enumerate(commits, 1):
        for f in commit.findings:
            if not args.quiet or f.level is Level.ERROR:
                print(f"{n:>3}: {f.level.value:<7} {f.rule}: {f.message}")
    count = Counter(f.level for c in commits for f in c.findings)
    print(f"{len(commits)} messages: {count[Level.ERROR]} errors, {count[Level.WARNING]} warnings")
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps([asdict(c) for c in commits], indent=1, default=str) + "\n")
    return 1 if count[Level.ERROR] else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""
Start a new skill from a template.

Usage:
    init_skill.py <skill-name> --path <path>
"""

import argparse
import re
import stat
import sys
from pathlib import Path
from string import Template

SKILL = Template("""---
name: $name
description: "[Say what the skill does, and when to use it.]"
---

# $title

## Overview

[One or two sentences.]

## Resources

- `scripts/example.py`: run it without reading it.
- `references/api.md`: read it when it is wanted.
""")

EXAMPLE = '''#!/usr/bin/env python3
"""A script of {name}."""


def main():
    print("This is an example of {name}")


if __name__ == "__main__":
    main()
'''


def title_case(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("-"))


def init_skill(name: str, path: Path) -> Path | None:
    folder = path / name
    if folder.exists():
        print(f"❌ Error: the folder is there already: {folder}")
        return None
    try:
        folder.mkdir(parents=True, exist_ok=False)
        print(f"✅ Created {folder.name}/")
        (folder / "SKILL.md").write_text(SKILL.substitute(name=name, title=title_case(name)), encoding="utf-8")
        print("✅ Created SKILL.md")
        scripts = folder / "scripts"
        scripts.mkdir()
        example = scripts / "example.py"
        example.write_text(EXAMPLE.format(name=name))
        example.chmod(example.stat().st_mode | stat.S_IXUSR)
        print("✅ Created scripts/example.py")
        references = folder / "references"
        references.mkdir()
        (references / "api.md").write_text(f"# Reference of {title_case(name)}\n")
        print("✅ Created references/api.md")
    except OSError as e:
        print(f"❌ Error: {e}", file=sys.stderr)
        return None
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("name")
    parser.add_argument("--path", type=Path, required=True)
    args = parser.parse_args()
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", args.name) or len(args.name) > 64:
        parser.error(f"{args.name!r} is no name of a skill")
    print(f"🚀 Initializing skill: {args.name}\n")
    result = init_skill(args.name, args.path)
    if result is None:
        sys.exit(1)
    print(f"\n✅ Skill '{args.name}' is there: {sum(1 for p in result.rglob('*') if p.is_file())} files")


if __name__ == "__main__":
    main()

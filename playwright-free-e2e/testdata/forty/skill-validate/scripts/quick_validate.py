#!/usr/bin/env python3
"""Check the frontmatter of skills, and write what is wrong as JSON."""

import json
import re
import sys
from pathlib import Path

import yaml

ALLOWED = {"name", "description", "license", "allowed-tools", "metadata", "compatibility"}


def validate_skill(file):
    match = re.match(r"^---\n(.*?)\n---", file.read_text(), re.DOTALL)
    if not match:
        return False, "No YAML frontmatter found"
    try:
        frontmatter = yaml.safe_load(match.group(1))
        if not isinstance(frontmatter, dict):
            return False, "Frontmatter must be a YAML dictionary"
    except yaml.YAMLError as e:
        return False, f"Invalid YAML in frontmatter: {e}"
    unexpected = set(frontmatter.keys()) - ALLOWED
    if unexpected:
        return False, f"Unexpected key(s): {', '.join(sorted(unexpected))}. Allowed are: {', '.join(sorted(ALLOWED))}"
    for key in ("name", "description"):
        if key not in frontmatter:
            return False, f"Missing '{key}' in frontmatter"
        if not isinstance(frontmatter[key], str):
            return False, f"'{key}' must be a string, got {type(frontmatter[key]).__name__}"
    name, description = frontmatter["name"].strip(), frontmatter["description"].strip()
    if not re.match(r"^[a-z0-9-]+$", name) or name.startswith("-") or name.endswith("-") or "--" in name:
        return False, f"Name '{name}' must be of lowercase letters, digits and single hyphens"
    if "<" in description or ">" in description:
        return False, "Description cannot contain angle brackets (< or >)"
    if len(description) > 1024:
        return False, f"Description is too long ({len(description)} characters)"
    return True, "Skill is valid!"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("Usage: python quick_validate.py <folder of skills> <report.json>")
        sys.exit(1)
    report, out = {}, Path(sys.argv[2])
    for file in sorted(Path(sys.argv[1]).glob("*.md")):
        valid, message = validate_skill(file)
        report[file.stem] = {"valid": valid, "message": message}
        print(f"{'✅' if valid else '❌'} {file.stem}: {message.splitlines()[0]}")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    sys.exit(0 if all(r["valid"] for r in report.values()) else 1)

#!/usr/bin/env python3
"""List every setting of an application's files, wherever it is set."""
import configparser
import json
import os
import re
import sys
import tomllib
from functools import singledispatch
from pathlib import Path

from dotenv import dotenv_values
import yaml

SECRET = re.compile(r"(secret|token|passw|key)", re.I)


@singledispatch
def flat(value, prefix=""):
    yield prefix, value


@flat.register
def _(value: dict, prefix=""):
    for k, v in value.items():
        yield from flat(v, f"{prefix}.{k}" if prefix else str(k))


@flat.register
def _(value: list, prefix=""):
    for i, v in enumerate(value):
        yield from flat(v, f"{prefix}[{i}]")


def ini(path):
    c = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation())
    c.read(path)
    return {s: dict(c[s]) for s in c.sections()}


READ = {".env": dotenv_values, ".toml": lambda p: tomllib.loads(p.read_text()), ".ini": ini, ".json": lambda p: json.loads(p.read_bytes()), ".yaml": lambda p: yaml.safe_load(p.read_text())}

found = {}
os.environ["REGION"] = "eu"
for path in sorted(Path(sys.argv[1]).iterdir()):
    read = READ.get(path.suffix or path.name)
    if not read:
        print(f"left out: {path.name}")
        continue
    try:
        for key, value in flat(read(path)):
            found.setdefault(key.lower(), []).append((path.name, "***" if SECRET.search(key) and value else value))
    except (ValueError, configparser.Error, yaml.YAMLError) as e:
        print(f"{path.name}: {type(e).__name__}: {str(e).splitlines()[0]}", file=sys.stderr)
lines = [f"{key} = {value!r}  # {name}" for key, at in sorted(found.items()) for name, value in at]
out = Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
(out / "settings.txt").write_text("\n".join(lines) + "\n")
(out / "conflicts.json").write_text(json.dumps({k: v for k, v in sorted(found.items()) if len({repr(x) for _, x in v}) > 1}, indent=1, default=str))
print(len(found), "settings,", sum(len(v) > 1 for v in found.values()), "in several places")

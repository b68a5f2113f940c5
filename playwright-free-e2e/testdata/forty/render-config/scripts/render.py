#!/usr/bin/env python3
import argparse
import hashlib
import sys
from pathlib import Path

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

parser = argparse.ArgumentParser(prog="render", description="Render templates of configurations.", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
parser.add_argument("values", type=argparse.FileType("r", encoding="utf-8"))
parser.add_argument("templates", type=Path)
parser.add_argument("out", type=Path)
parser.add_argument("--env", choices=["dev", "prod"], default="dev")
args = parser.parse_args()


def merged(base, over):
    if isinstance(base, dict) and isinstance(over, dict):
        return {k: merged(base.get(k), over[k]) if k in over else base[k] for k in [*base, *(k for k in over if k not in base)]}
    return base if over is None else over


documents = list(yaml.safe_load_all(args.values))
values = merged(documents[0], next((d["values"] for d in documents[1:] if d["env"] == args.env), {}))
env = Environment(loader=FileSystemLoader(args.templates), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
env.filters["sha"] = lambda s: hashlib.sha256(str(s).encode()).hexdigest()[:8]
env.globals["env"] = args.env
failed = 0
for name in env.list_templates(filter_func=lambda n: not n.startswith("_")):
    target = args.out / name.removesuffix(".j2")
    try:
        text = env.get_template(name).render(values)
    except TemplateError as e:
        print(f"{name}:{getattr(e, 'lineno', None) or '?'}: {e}", file=sys.stderr)
        failed += 1
        continue
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    if target.suffix in (".yaml", ".yml"):
        print(name, "->", sorted(yaml.safe_load(text)))
    else:
        print(name, "->", len(text.splitlines()), "lines")
(args.out / "values.yaml").write_text(yaml.safe_dump(values, allow_unicode=True, sort_keys=True, default_flow_style=None, width=60))
sys.exit(failed)

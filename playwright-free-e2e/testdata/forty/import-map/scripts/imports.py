#!/usr/bin/env python3
"""Map the imports of a Python package: what it wants, what nothing uses, and circles."""
import ast
import contextlib
import io
import sys
import textwrap
import tokenize
from collections import deque
from pathlib import Path


class Module(ast.NodeVisitor):
    def __init__(self, path: Path, root: Path):
        self.name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        self.imports, self.names, self.used, self.defs = {}, {}, set(), []
        source = path.read_text()
        self.visit(ast.parse(source, str(path)))
        with tokenize.open(path) as f:
            self.todos = [t.start[0] for t in tokenize.generate_tokens(f.readline) if t.type == tokenize.COMMENT and "TODO" in t.string]

    def visit_Import(self, node):
        for a in node.names:
            self.imports[a.name] = node.lineno
            self.names[a.asname or a.name.split(".")[0]] = node.lineno

    def visit_ImportFrom(self, node):
        base = "." * node.level + (node.module or "")
        self.imports[base] = node.lineno
        self.names |= {a.asname or a.name: node.lineno for a in node.names}

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load):
            self.used.add(node.id)

    def visit_FunctionDef(self, node):
        self.defs.append((node.name, ast.unparse(node.args), ast.get_docstring(node)))
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef


root = Path(sys.argv[1])
modules, failed = {}, 0
for path in sorted(root.rglob("*.py")):
    try:
        m = Module(path, root)
        modules[m.name] = m
    except SyntaxError as e:
        failed += 1
        print(f"{path.relative_to(root)}:{e.lineno}: {e.msg}", file=sys.stderr)
buffer = io.StringIO()
with contextlib.redirect_stdout(buffer):
    for m in modules.values():
        print(f"## {m.name}\n")
        outside = sorted({i.split(".")[0] for i in m.imports} - {n.split(".")[0] for n in modules} - {""})
        print("wants:", ", ".join(f"{o}{'' if o in sys.stdlib_module_names else ' (not in the library)'}" for o in outside) or "nothing")
        for name, line in sorted(m.names.items()):
            if name not in m.used:
                print(f"line {line}: {name} is not used")
        for line in m.todos:
            print(f"line {line}: something is to be done")
        for name, args, doc in m.defs:
            print(textwrap.fill(f"{name}({args}): {doc or 'no docstring'}", 60, initial_indent="- ", subsequent_indent="  "))
        print()


def circle(start):
    queue = deque([[start]])
    while queue:
        way = queue.popleft()
        for to in modules[way[-1]].imports:
            to = to.removeprefix(".") or start
            if to == start and len(way) > 1:
                return way + [start]
            if to in modules and to not in way:
                queue.append(way + [to])


circles = {tuple(sorted(c[:-1])): c for m in modules if (c := circle(m))}
out = Path(sys.argv[2])
out.parent.mkdir(parents=True, exist_ok=True)
out.write_text(buffer.getvalue())
print(buffer.getvalue(), end="")
for c in circles.values():
    print("circle:", " -> ".join(c))
sys.exit(bool(failed or circles))

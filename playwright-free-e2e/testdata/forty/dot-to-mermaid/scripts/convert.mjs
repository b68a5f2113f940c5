#!/usr/bin/env node
// Turns the ```dot blocks of a Markdown file into Mermaid, which more places can draw.
import fs from "node:fs/promises";
import path from "node:path";
import process from "node:process";

const [, , source, target] = process.argv;
if (!target) {
  console.error(`usage: ${path.basename(process.argv[1])} SOURCE.md TARGET.md`);
  process.exit(64);
}

const unquote = (s) => s.replace(/^"|"$/g, "").replaceAll("\\n", "<br>");
const shapes = { diamond: ["{", "}"], doublecircle: ["(((", ")))"], ellipse: ["([", "])"], plaintext: [">", "]"] };

function convert(dot) {
  const ids = new Map(), lines = [];
  const id = (name) => ids.get(name) ?? ids.set(name, `n${ids.size + 1}`).get(name);
  const direction = /rankdir\s*=\s*"?(\w+)/.exec(dot)?.[1] ?? "TD";
  const token = String.raw`("(?:[^"\\]|\\.)*"|[\w.]+)`;
  const body = dot.replace(/^\s*\/\/.*$/gm, "").replace(/^[^{]*\{|\}\s*$/g, "");
  for (const statement of body.split(/[;\n]/).map((s) => s.trim()).filter(Boolean)) {
    const edge = new RegExp(`^${token}(?:\\s*->\\s*${token})+`).test(statement);
    const attributes = Object.fromEntries([...(/\[(.*)\]/s.exec(statement)?.[1] ?? "").matchAll(new RegExp(`(\\w+)\\s*=\\s*${token}`, "g"))].map(([, k, v]) => [k, unquote(v)]));
    const names = [...statement.replace(/\[.*\]/s, "").matchAll(new RegExp(token, "g"))].map((m) => unquote(m[1]));
    if (edge) for (let i = 1; i < names.length; i++) lines.push(`  ${id(names[i - 1])} -->${attributes.label ? `|${attributes.label}|` : ""} ${id(names[i])}`);
    else if (!/^(rankdir|node|edge|graph|subgraph)\b/.test(statement)) {
      const [open, close] = shapes[attributes.shape] ?? ["[", "]"];
      lines.unshift(`  ${id(names[0])}${open}"${attributes.label ?? names[0]}"${close}`);
    }
  }
  const known = new Set(lines.map((l) => /^ {2}(n\d+)[^ ]/.exec(l)?.[1]));
  const rest = [...ids].filter(([, n]) => !known.has(n)).map(([name, n]) => `  ${n}["${name}"]`);
  return [`flowchart ${direction}`, ...rest, ...lines].join("\n");
}

const text = await fs.readFile(source, { encoding: "utf8" });
let count = 0;
const out = text.replace(/```dot\n([\s\S]*?)```/g, (_, dot) => (count++, "```mermaid\n" + convert(dot) + "\n```"));
await fs.mkdir(path.dirname(target), { recursive: true });
await fs.writeFile(target, out);
console.log(`${count} diagram${count === 1 ? "" : "s"}, ${text.length - out.length} characters less`);
if (count === 0) process.exitCode = 1;

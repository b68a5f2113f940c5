// Packages of Python that others wrote: packages.lock.json says which, and pins each as Debian packs it, by its content.
// A part of the page is a zip of one or of those that want each other, compiled, so that importing one fetches it alone.

import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const mirror = process.env.DEBIAN_MIRROR ?? "https://deb.debian.org/debian";

export const locked = JSON.parse(readFileSync("packages.lock.json", "utf8"));

// sources gives, for each part, its files by name, and writes them into a folder, for a Python that has no page.
export async function sources(folder) {
  const parts = new Map();
  for (const p of locked) {
    const at = join("debs", p.name);
    mkdirSync(at, { recursive: true });
    const response = await fetch(`${mirror}/${p.deb}`), deb = Buffer.from(await response.arrayBuffer());
    const sum = createHash("sha256").update(deb).digest("hex");
    if (sum !== p.sha256) throw new Error(`${p.deb}: got status ${response.status} and sha256 ${sum}, want ${p.sha256}`);
    execFileSync("tar", ["-xJ", "-C", at], { input: member(deb, "data.tar.xz") });
    const files = parts.get(p.part) ?? parts.set(p.part, []).get(p.part);
    const own = p.name === "tzdata" ? zones(join(at, "usr/share/zoneinfo")) : modules(join(at, "usr/lib/python3/dist-packages"));
    for (const [name, data] of own) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), data);
    }
    for (const [name, data] of own) {
      if (!name.includes("-info/")) files.push([name, data]);
      else if (extended(p, join(folder, name, ".."))) files.push([name, /entry_points/.test(name) ? data : Buffer.from(`Name: ${p.name}\nVersion: ${p.version}\n`)]);
    }
  }
  return parts;
}

// modules are those of a folder, without tests, sorted, and what says their versions. What is compiled for a machine is
// left out: each of these packages has the same in Python.
const modules = (folder) => readdirSync(folder, { recursive: true })
  .filter((n) => /\.py$|\.dist-info\/METADATA$|\.egg-info\/PKG-INFO$|-info\/entry_points\.txt$/.test(n) && !/(^|\/)tests?\//.test(n)).sort()
  .map((n) => [n, readFileSync(join(folder, n))]);

// extended tells of a package that finds parts of its own by names, as Markdown does extensions=["tables"].
// https://packaging.python.org/en/latest/specifications/entry-points/
function extended({ module }, info) {
  try { return readFileSync(join(info, "entry_points.txt"), "utf8").includes(`[${module}.`); } catch { return false; }
}

// zones are the time zones of a system as the package tzdata of Python has them.
// https://docs.python.org/3.13/library/zoneinfo.html#data-sources
function zones(folder) {
  const names = readdirSync(folder, { recursive: true }).sort().filter((n) => /^[A-Z]/.test(n) && statSync(join(folder, n)).isFile());
  const folders = new Set(["", ...names.map((n) => n.replace(/[^/]*$/, ""))]);
  return [
    ["tzdata/__init__.py", Buffer.from("")], ["tzdata/zones", Buffer.from(names.map((n) => `${n}\n`).join(""))],
    ...[...folders].map((f) => [`tzdata/zoneinfo/${f}__init__.py`, Buffer.from("")]),
    ...names.map((n) => [`tzdata/zoneinfo/${n}`, readFileSync(join(folder, n))]),
  ];
}

// member is a file of an archive of ar(1), which a package of Debian is.
// https://manpages.debian.org/deb.5
function member(ar, want) {
  for (let at = 8; at < ar.length;) {
    const name = ar.toString("latin1", at, at + 16).trim(), size = Number(ar.toString("latin1", at + 48, at + 58));
    if (name === want) return ar.subarray(at + 60, at + 60 + size);
    at += 60 + size + (size & 1);
  }
  throw new Error(`got no ${want} in a package`);
}

// notices are the licences, as Debian has read them.
export const notices = () => locked.map((p) => {
  const file = join("debs", p.name, "usr/share/doc", /\/([a-z0-9-]+)_[^/]*$/.exec(p.deb)[1], "copyright");
  return `${p.name} ${p.version}: ${p.license}\n\n${readFileSync(file, "utf8").trim()}\n`;
});

// table is what the page and Python are told of them.
export const table = () => "// Made by build.mjs of packages.lock.json: the packages that a part of the page brings, by the module that is imported.\n"
  + `"use strict";\n\nconst pythonPackages = {\n${locked.map((p) => `  ${p.module}: { part: "${p.part}.zip", name: "${p.name}", version: "${p.version}" },\n`).join("")}};\n`;

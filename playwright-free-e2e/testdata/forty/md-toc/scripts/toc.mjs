import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { once } from "node:events";

/** GitHub's anchors: a heading that comes again gets a number. */
class Slugger {
  #seen = new Map();
  slug(text) {
    const base = text.trim().toLowerCase().replace(/<[^>]*>/g, "").replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").replace(/ /g, "-");
    const n = this.#seen.get(base) ?? 0;
    this.#seen.set(base, n + 1);
    return n ? `${base}-${n}` : base;
  }
}

async function* lines(file) {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

const [source, target, depth = "3"] = process.argv.slice(2);
const slugger = new Slugger(), toc = [], all = [];
let fence = null;
for await (const line of lines(source)) {
  all.push(line);
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
  if (mark && (!fence || mark.startsWith(fence))) fence = fence ? null : mark;
  const heading = !fence && /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (!heading) continue;
  const [, { length: level }, text] = heading;
  const anchor = slugger.slug(text);
  if (level > 1 && level <= Number(depth)) toc.push(`${"  ".repeat(level - 2)}- [${text.replace(/[[\]]/g, "\\$&")}](#${anchor})`);
}
const at = all.findIndex((l) => l === "<!-- toc -->"), to = all.findIndex((l, i) => i > at && l === "<!-- /toc -->");
if (at >= 0) all.splice(at + 1, to < 0 ? 0 : to - at - 1, ...toc, ...(to < 0 ? ["<!-- /toc -->"] : []));
else all.splice(1, 0, "", "<!-- toc -->", ...toc, "<!-- /toc -->");
await mkdir(dirname(target), { recursive: true });
const out = createWriteStream(target);
for (const line of all) if (!out.write(line + "\n")) await once(out, "drain");
out.end();
await once(out, "finish");
console.log(toc.join("\n"));

import { opendir, readFile, mkdir, writeFile } from "node:fs/promises";
import { extname, join, relative, dirname } from "node:path";

type Row = { file: string; characters: number; words: number; tokens: number };

async function* walk(dir: string): AsyncGenerator<string> {
  for await (const entry of await opendir(dir)) {
    const at = join(dir, entry.name);
    if (entry.isDirectory()) yield* walk(at);
    else yield at;
  }
}

const estimate = ({ words, characters }: Pick<Row, "words" | "characters">): number =>
  Math.ceil(Math.max(words * 1.3, characters / (4 as number)));

const [root, out, budget] = process.argv.slice(2) as [string, string, string?];
const rows: Row[] = [];
for await (const file of walk(root)) {
  if (![".md", ".txt"].includes(extname(file))) continue;
  const text = await readFile(file, "utf8");
  const counted = { characters: [...text].length, words: text.match(/\S+/gu)?.length ?? 0 } satisfies Partial<Row>;
  rows.push({ file: relative(root, file), ...counted, tokens: estimate(counted) });
}
rows.sort((a, b) => b.tokens - a.tokens || a.file.localeCompare(b.file, "en"));
const total = rows.reduce((n, r) => n + r.tokens, 0);
const width = Math.max(...rows.map((r) => r.file.length));
for (const r of rows) console.log(`${r.file.padEnd(width)} ${String(r.tokens).padStart(6)} ${"█".repeat(Math.round((20 * r.tokens) / total))}`);
console.log(`${"total".padEnd(width)} ${String(total).padStart(6)}`);
await mkdir(dirname(out), { recursive: true });
await writeFile(out, JSON.stringify({ total, rows } as const, undefined, 1) + "\n");
if (budget && total > +budget) { console.error(`over the budget of ${(+budget).toLocaleString("en-US")}`); process.exit(1); }

import { readdirSync, readFileSync, writeFileSync, mkdirSync } from "fs";
import { pathToFileURL, fileURLToPath } from "url";
import { posix, join } from "path";
import { escape, title } from "./lib/html.mjs";

const config = JSON.parse(readFileSync(new URL("./lib/config.json", import.meta.url)));
const [site, out] = process.argv.slice(2);
const pages = readdirSync(site, { recursive: true }).filter((f) => f.endsWith(".html")).sort();
const seen = new Map();
for (const page of pages) {
  const html = readFileSync(join(site, page), "utf8");
  const url = new URL(page.replace(/(^|\/)index\.html$/, "$1"), config.base);
  url.searchParams.sort();
  const links = [...html.matchAll(/\bhref="([^"]+)"/g)].map(([, href]) => new URL(href, url)).filter((u) => u.origin === url.origin);
  seen.set(url.href, { title: title(html) ?? page, links: links.map((u) => ((u.hash = ""), u.href)), date: /<time datetime="([^"]+)"/.exec(html)?.[1] });
}
const broken = [...seen].flatMap(([from, { links }]) => links.filter((l) => !seen.has(l)).map((to) => `${from} -> ${to}`));
const orphans = [...seen.keys()].filter((u) => u !== config.base && ![...seen].some(([from, { links }]) => from !== u && links.includes(u)));
const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...seen].map(([u, { date }]) => `  <url><loc>${escape(u)}</loc>${date ? `<lastmod>${new Date(date).toISOString().slice(0, 10)}</lastmod>` : ""}</url>`).join("\n")}\n</urlset>\n`;
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "sitemap.xml"), xml);
writeFileSync(join(out, "report.json"), JSON.stringify({ pages: Object.fromEntries([...seen].map(([u, { title }]) => [u, title])), broken, orphans }, null, 2));
console.log("pages", seen.size, "broken", broken.length, "orphans", orphans.length);
console.log({ broken, orphans });
console.error(posix.basename(fileURLToPath(import.meta.url)), pathToFileURL("/x y").href);

// Builds what stands beside it out of the packages that package-lock.json pins:
// codemirror.js, with what the page's editor uses and no more, LICENSE and THIRD-PARTY.txt.
// `make vendor` runs it in a copy of this folder:
//
//   node build.mjs OUT

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const [out] = process.argv.slice(2);

const used = `
export { Language, LanguageSupport, defineLanguageFacet, indentUnit, languageDataProp, syntaxHighlighting } from "@codemirror/language";
export { Annotation, Compartment, EditorSelection, EditorState, Prec, RangeSet, StateEffect, StateField, Transaction } from "@codemirror/state";
export { Decoration, EditorView, GutterMarker, WidgetType, gutter, highlightActiveLine, hoverTooltip, keymap, lineNumbers, showTooltip, tooltips } from "@codemirror/view";
export { history, historyField, historyKeymap, indentLess, indentMore, isolateHistory, redo, standardKeymap, undo } from "@codemirror/commands";
export { gotoLine, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { yamlFrontmatter, yamlLanguage } from "@codemirror/lang-yaml";
export { classHighlighter } from "@lezer/highlight";
export { parser as markdown, Strikethrough, Table, TaskList } from "@lezer/markdown";
`;

// style-mod puts its rules into a <style>, which the page's policy forbids (style-src 'self'), unless
// it is in a shadow tree, where it adopts a sheet. The document can adopt one just as well.
// https://developer.mozilla.org/docs/Web/API/Document/adoptedStyleSheets
const [from, to] = ["if (!root.head && root.adoptedStyleSheets && win.CSSStyleSheet)", "if (root.adoptedStyleSheets && win.CSSStyleSheet)"];

function adopts(text) {
  if (text.split(from).length !== 2) throw new Error(`style-mod: want it once: ${from}`);
  return text.replace(from, () => to);
}

const { outputFiles: [bundle] } = await build({
  stdin: { contents: used, resolveDir: "." },
  bundle: true, minify: true, write: false, format: "iife", globalName: "codemirror", platform: "browser", target: "es2022", legalComments: "none",
  banner: { js: "/* CodeMirror 6, MIT, changed: see README.md beside it. */" },
  plugins: [{
    name: "adopt",
    setup(b) {
      b.onLoad({ filter: /style-mod.src.style-mod\.js$/ }, ({ path }) => ({ contents: adopts(readFileSync(path, "utf8")) }));
    },
  }],
});
writeFileSync(join(out, "codemirror.js"), bundle.contents);

// The licences of all that may be in the bundle.
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const notices = Object.entries(packages).filter(([path, p]) => path && !p.dev && !p.optional && !p.peer).map(([path, p]) => {
  const file = readdirSync(path).find((n) => /^(licen[cs]e|copying)/i.test(n));
  if (!file) throw new Error(`${path}: want the text of its licence`);
  return `${path.replace(/^.*?node_modules\//, "")} ${p.version}: ${p.license}\n\n${readFileSync(join(path, file), "utf8").trim().replaceAll("\r\n", "\n")}\n`;
});
writeFileSync(join(out, "THIRD-PARTY.txt"), notices.join("\n" + "-".repeat(72) + "\n\n"));
writeFileSync(join(out, "LICENSE"), readFileSync("node_modules/@codemirror/view/LICENSE"));

const sum = createHash("sha256").update(bundle.contents).digest("hex");
writeFileSync(join(out, "codemirror.js.sha256"), `${sum}  codemirror.js\n`);
console.log(`codemirror.js: ${bundle.contents.length} bytes, sha256 ${sum}`);

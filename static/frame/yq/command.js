// yq, with what yq 4.45 of Mike Farah answers: its language and its command. YAML itself is a part that comes when yq is
// first used (static/vendor/formats). What yq has and this does not is an error that names it.
// https://mikefarah.gitbook.io/yq
"use strict";

const yqMost = { nodes: 1e6, text: 32 << 20, depth: 500 };
const yqFail = (text) => { throw new Refusal(text); };

// The language: a path runs on to any of these characters, so that .a-b is one name.

const yqTokens = /\s+|#[^\n]*|(?<path>\.(?:"[^"]*"|[^ ;}{:[\],|.()=\n!"]+)\??)|(?<var>\$[\w-]+)|(?<env>(?:str)?env\([^)]+\))|(?<num>0[xX][\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|(?<text>"(?:[^"\\]|\\.)*")|(?<word>@?[A-Za-z_]\w*)|(?<op>\.\.\.|\.\.|\.|\|=c?|\*=[+|?cdn]*|\*[+|?cdn]*|==|!=|<=|>=|\+=|-=|\/\/|=c?|\]\?|[-+/%|,<>:;()[\]{}~])/y;
const yqLevels = { ";": 10, ",": 10, ":": 15, or: 20, and: 20, "|": 30, ireduce: 35, "=": 40, "|=": 40, "+=": 40, "-=": 40, "==": 40, "!=": 40, "<": 40, ">": 40, "<=": 40, ">=": 40, as: 40, "*=": 42, "*": 42, "/": 42, "%": 42, "+": 42, "-": 42, "//": 42 };
const yqMarks = ["style", "tag", "type", "anchor", "alias", "line_comment", "head_comment", "foot_comment", "comments"]; // what a node has, which = after it sets
const yqSame = { lineComment: "line_comment", linecomment: "line_comment", headComment: "head_comment", headcomment: "head_comment", footComment: "foot_comment", footcomment: "foot_comment", mapvalues: "map_values", tonumber: "to_number", tostring: "to_string", toentries: "to_entries", toEntries: "to_entries", fromentries: "from_entries", fromEntries: "from_entries", withentries: "with_entries", withEntries: "with_entries", sortKeys: "sort_keys", sortkeys: "sort_keys", sortby: "sort_by", groupby: "group_by", uniqueby: "unique_by", filename: "filename", file_name: "filename", fileName: "filename", fileIndex: "file_index", fileindex: "file_index", fi: "file_index", documentIndex: "document_index", di: "document_index", ascii_upcase: "upcase", ascii_downcase: "downcase", tojson: "to_json", toyaml: "to_yaml", toprops: "to_props", fromjson: "from_yaml", from_json: "from_yaml", fromyaml: "from_yaml", splitDoc: "split_doc", splitdoc: "split_doc", setpath: "set_path", delpaths: "del_paths" };

class YqParser {
  constructor(text) { this.text = text; this.tokens = []; this.at = 0; this.depth = 0; this.scan(); }
  scan() {
    for (let at = 0; at < this.text.length; at = yqTokens.lastIndex) {
      yqTokens.lastIndex = at;
      const m = yqTokens.exec(this.text);
      if (!m) yqFail(`1:${at + 1}: invalid input text ${JSON.stringify(this.text.slice(at))}`);
      const kind = Object.keys(m.groups).find((k) => m.groups[k] !== undefined);
      if (kind) this.tokens.push({ kind, value: kind === "word" ? Object.hasOwn(yqSame, m[0]) ? yqSame[m[0]] : m[0] : m[0], at });
    }
  }
  peek(value) { const t = this.tokens[this.at]; return t !== undefined && t.value === value && (t.kind === "op" || t.kind === "word"); }
  take(value) { if (!this.peek(value)) return false; this.at++; return true; }
  want(value) { if (!this.take(value)) yqFail(`bad expression, expected ${value} ${this.here()}`); }
  here() { const t = this.tokens[this.at]; return t ? `at ${JSON.stringify(this.text.slice(t.at, t.at + 20))}` : "at its end"; }

  whole() {
    if (this.tokens.length === 0) return { op: "self" };
    const n = this.binary(0);
    if (this.at < this.tokens.length) yqFail(`bad expression, please check expression syntax ${this.here()}`);
    return n;
  }
  // binary takes operators that bind at least so tight. Those that bind alike are taken from the right, as yq does.
  binary(least) {
    if (++this.depth > yqMost.depth) yqFail(`an expression that is more than ${yqMost.depth} deep cannot be read here`);
    let left = this.postfix();
    for (;;) {
      const t = this.tokens[this.at], how = t && (t.kind === "op" || t.kind === "word") ? /^\*=?/.exec(t.value)?.[0] ?? t.value.replace(/=c$/, "=") : undefined, level = how && Object.hasOwn(yqLevels, how) ? yqLevels[how] : 0;
      if (level === 0 || level < least) break;
      this.at++;
      left = { op: how, left, right: this.binary(level), flags: t.value.slice(how.length) };
    }
    this.depth--;
    return left;
  }
  postfix() {
    let n = this.term();
    for (;;) {
      const t = this.tokens[this.at];
      if (t?.kind === "path") { this.at++; n = { op: "get", of: n, ...this.name(t.value) }; }
      else if (this.peek("[")) n = this.bracket(n);
      else if (this.peek(".") && this.tokens[this.at + 1]?.value === "[") { this.at++; n = this.bracket(n); }
      else if (t?.kind === "word" && yqMarks.includes(t.value) && /^\|?=c?$/.test(this.tokens[this.at + 1]?.value)) { this.at++; return this.mark({ of: n, name: t.value }); }
      else if (n.op === "call" && yqMarks.includes(n.name) && n.args.length === 0 && (this.peek("=") || this.peek("|="))) return this.mark(n);
      else return n;
    }
  }
  // mark is what a word as style= sets on what was before it, which a pipe or a place has given: .a style="double".
  mark(n) { const how = this.tokens[this.at++].value; return { op: "mark", of: n.of ?? { op: "self" }, name: n.name, each: how === "|=", body: this.binary(40) }; }
  name(text) { const maybe = text.endsWith("?"), plain = text.slice(1, maybe ? -1 : undefined); return plain.startsWith('"') ? { key: plain.slice(1, -1), maybe } : { key: plain, maybe }; }
  bracket(of) {
    this.want("[");
    const close = () => { if (this.take("]?")) return true; this.want("]"); return false; };
    if (this.peek("]") || this.peek("]?")) return { op: "each", of, maybe: close() };
    if (this.take(":")) { const to = this.binary(16); close(); return { op: "slice", of, to }; }
    const from = this.binary(16);
    if (this.take(":")) { const to = this.peek("]") ? undefined : this.binary(16); close(); return { op: "slice", of, from, to }; }
    const more = [from];
    while (this.take(",")) more.push(this.binary(16));
    return { op: "at", of, keys: more, maybe: close() };
  }
  term() {
    const t = this.tokens[this.at++];
    if (t === undefined) yqFail("bad expression, it ends where a value is wanted");
    switch (t.kind) {
      case "path": return { op: "get", of: { op: "self" }, ...this.name(t.value) };
      case "var": return { op: "var", name: t.value.slice(1) };
      case "num": return { op: "number", text: t.value };
      case "text": return this.quoted(t.value.slice(1, -1).replaceAll('\\"', '"').replaceAll("\\n", "\n"));
      case "env": { const [, how, name] = /^(\w+)\((.*)\)$/s.exec(t.value); return { op: how, name: name.trim() }; }
      case "word": return this.word(t);
    }
    switch (t.value) {
      case ".": return this.peek("[") ? this.bracket({ op: "self" }) : { op: "self" };
      case "..": case "...": return { op: "deep", keys: t.value === "..." };
      case "~": return { op: "null" };
      case "-": { const n = this.tokens[this.at++]; if (n?.kind !== "num") yqFail(`bad expression, - wants a number ${this.here()}`); return { op: "number", text: `-${n.value}` }; }
      case "(": { const n = this.binary(0); this.want(")"); return n; }
      case "[": { if (this.take("]")) return { op: "list" }; const body = this.binary(0); this.want("]"); return { op: "list", body }; }
      case "{": return this.object();
    }
    this.at--;
    return yqFail(`bad expression, please check expression syntax ${this.here()}`);
  }
  word(t) {
    if (/^(true|false)$/i.test(t.value)) return { op: "bool", value: /^t/i.test(t.value) };
    if (/^null$/i.test(t.value)) return { op: "null" };
    if (!Object.hasOwn(yqCalls, t.value) && !yqMarks.includes(t.value)) yqFail(`1:${t.at + 1}: invalid input text ${JSON.stringify(this.text.slice(t.at))}: the page's yq knows no ${t.value}`);
    const args = [];
    if (this.take("(")) { do args.push(this.binary(11)); while (this.take(";") || this.take(",")); this.want(")"); }
    const most = yqMarks.includes(t.value) ? [0] : yqCalls[t.value].args ?? [0];
    if (!most.includes(args.length)) yqFail(`bad expression, ${t.value} has ${args.length} values and wants ${most.join(" or ")}`);
    return { op: "call", name: t.value, args };
  }
  // quoted is a text, in which \(…) is the value of an expression.
  quoted(text) {
    const parts = [];
    for (let at = 0; at < text.length || parts.length === 0;) {
      const open = text.indexOf("\\(", at);
      if (open < 0) { parts.push(text.slice(at)); break; }
      let end = open + 2;
      for (let deep = 1; deep > 0; end++) { if (end >= text.length) yqFail(`bad expression, \\( is not closed in ${JSON.stringify(text)}`); if (text[end] === "(") deep++; if (text[end] === ")") deep--; }
      parts.push(text.slice(at, open), new YqParser(text.slice(open + 2, end - 1)).whole());
      at = end;
    }
    return { op: "text", parts };
  }
  object() {
    const pairs = [];
    while (!this.take("}")) {
      if (pairs.length > 0) this.want(",");
      const key = this.binary(16);
      this.want(":");
      pairs.push({ key, value: this.binary(16) });
    }
    return { op: "object", pairs };
  }
}

// The command.

const yqFlags = { "-i": "inplace", "--inplace": "inplace", "-n": "nil", "--null-input": "nil", "-N": "bare", "--no-doc": "bare", "-e": "exit", "--exit-status": "exit", "-P": "pretty", "--prettyPrint": "pretty", "-j": "json", "--tojson": "json", "-r": "raw", "--unwrapScalar": "raw", "-M": "plain", "--no-colors": "plain", "-0": "nul", "--nul-output": "nul", "-v": "plain", "--verbose": "plain", "-C": "plain", "--colors": "plain", "--header-preprocess": "plain", "-V": "version", "--version": "version", "-h": "help", "--help": "help" };
const yqValues = { "-o": "to", "--output-format": "to", "-p": "from", "--input-format": "from", "-I": "indent", "--indent": "indent", "--expression": "expression", "--from-file": "file" };
const yqFormats = { y: "yaml", yml: "yaml", yaml: "yaml", j: "json", json: "json", p: "props", props: "props", properties: "props", c: "csv", csv: "csv", t: "tsv", tsv: "tsv", a: "auto", auto: "auto", "": "auto" };

function yqAsked(args) {
  const o = { words: [], indent: "2", to: "auto", from: "auto" };
  for (let i = 0; i < args.length; i++) {
    const [, name, , given] = /^(--[\w-]+|-[A-Za-z0](?==|$|\d+$))(=?)(.*)$/s.exec(args[i]) ?? [];
    const inner = name === undefined && /^-[A-Za-z0]{2,}/.test(args[i]) ? args[i] : undefined;
    if (args[i] === "--") { o.words.push(...args.slice(i + 1)); break; }
    if (inner) { // letters beside each other, of which one that has a value takes the rest
      const value = yqValues[inner.slice(0, 2)];
      if (value) o[value] = inner.slice(2);
      else args = [...args.slice(0, i + 1), inner.slice(0, 2), `-${inner.slice(2)}`, ...args.slice(i + 1)];
    } else if (name === undefined) o.words.push(args[i]);
    else if (Object.hasOwn(yqValues, name)) o[yqValues[name]] = args[i] === name ? args[++i] ?? yqFail(`flag needs an argument: ${name}`) : given;
    else if (Object.hasOwn(yqFlags, name)) o[yqFlags[name]] = given === "" ? true : given === "true";
    else yqFail(`unknown flag: ${name}: the page's yq does not have it`);
  }
  for (const way of ["from", "to"]) o[way] = Object.hasOwn(yqFormats, o[way]) ? yqFormats[o[way]] : yqFail(`unknown format '${o[way]}': the page's yq knows yaml, json, props, csv and tsv`);
  if (!/^\d$/.test(o.indent)) yqFail(`an indent of ${o.indent} cannot be made here`);
  if (o.json) o.to = "json";
  if (["eval", "e", "eval-all", "ea"].includes(o.words[0])) o.all = /a/.test(o.words.shift().replace("eval", "e"));
  return o;
}

const yqDecode = (bytes) => new TextDecoder("utf-8", { ignoreBOM: false }).decode(bytes);

async function yqExecute(args, ctx) {
  const said = { out: [], size: 0, err: "", code: 0 };
  try { await yqRun(yqAsked(args), ctx, said); } catch (err) {
    const deep = err instanceof RangeError;
    if (!(err instanceof Refusal) && !deep) throw err;
    said.err += `Error: ${deep ? "what is nested so deep cannot be read here" : err.message}\n`;
    said.code = 1;
  }
  return { stdout: bytesOf(said.out.join("")), stderr: said.err, exitCode: said.code, stdoutKind: "bytes" };
}

async function yqRun(o, ctx, said) {
  if (o.version) return void said.out.push("yq (https://github.com/mikefarah/yq/) version v4.45.1 as the page has it\n");
  if (o.help) return void said.out.push("Usage:\n  yq [eval|eval-all] [flags] [expression] [file...]\n\nThe manual of the page says what this yq knows: https://mikefarah.gitbook.io/yq\n");
  const read = async (name) => yqDecode(await ctx.fs.readFileBuffer(ctx.fs.resolvePath(ctx.cwd, name)).catch(() => yqFail(`open ${name}: no such file or directory`)));
  const isFile = async (name) => (await ctx.fs.stat(ctx.fs.resolvePath(ctx.cwd, name)).catch(() => undefined))?.isFile;
  const words = [...o.words];
  if (o.file !== undefined) o.expression = await read(o.file);
  if (o.expression === undefined) o.expression = words.length === 0 || words[0] === "-" || words.length === 1 && await isFile(words[0]) ? "." : words.shift();
  const names = o.nil ? [] : words.length > 0 ? words : ["-"];
  if (o.nil && words.length > 0) yqFail("cannot pass files in when using null-input flag");
  if (o.inplace && (words.length === 0 || words[0] === "-")) yqFail("write in place flag only applicable when giving an expression and at least one file");
  const tree = new YqParser(o.expression).whole();
  const kit = yqKit(await pagesParts.script("yaml.js", "yamlText")), files = [];
  const ending = yqFormats[/\.(ya?ml|json|properties|csv|tsv)$/.exec(names[0] ?? "")?.[1] ?? ""];
  const from = o.from === "auto" ? ending === "auto" ? "yaml" : ending : o.from;
  const to = o.to === "auto" ? o.from === "auto" ? from : "yaml" : o.to;
  for (const [i, name] of names.entries()) files.push(kit.read(name === "-" ? yqDecode(latin1Bytes(ctx.stdin ?? "")) : await read(name), from, name, i));
  const machine = new YqMachine(kit, ctx.exportedEnv ?? {}), print = new YqPrinter(kit, { ...o, to });
  if (o.nil || files.length === 0) print.all(machine.run(tree, [kit.nothing()], undefined));
  else if (o.all) print.all(machine.run(tree, files.flat().map((f) => Object.assign(kit.root(f), { together: true })), undefined));
  else for (const doc of files.flat()) print.all(machine.run(tree, [kit.root(doc)], undefined));
  if (o.exit && !print.found) { said.err += "Error: no matches found\n"; said.code = 1; }
  const text = print.text();
  if (o.inplace && said.code === 0) await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, words[0]), new TextEncoder().encode(text));
  else if (!o.inplace) said.out.push(text);
}

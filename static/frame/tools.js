// Programs of coreutils that just-bash has otherwise: these give what GNU's give, byte for
// byte, in the locale C.UTF-8, or an error that names what they do not know. All work on
// bytes, as strings whose characters are bytes.
"use strict";

// A Refusal is what a program says before it ends with a code.
class Refusal extends Error {
  constructor(sentence, code = 1) { super(sentence); this.code = code; }
}

// tool makes a command of a function of its options, operands and context, which gives its stdout.
const beside = (ctx, more) => Object.create(ctx, Object.getOwnPropertyDescriptors(more)); // what stdin has is read where it is wanted

const tool = (name, spec, long, run) => ({
  name,
  execute: async (args, ctx) => {
    const said = [];
    try {
      const { given, operands } = asked(args, spec, long);
      const out = await run(given, operands, beside(ctx, { say: (line) => said.push(`${name}: ${line}\n`) }));
      const { stdout, code, whatever } = typeof out === "string" ? { stdout: out, code: 0 } : out; // whatever was said
      return { stdout, stderr: said.join(""), exitCode: code || (said.length > 0 && !whatever ? 1 : 0), ...(stdout !== "" && { stdoutKind: "bytes" }) };
    } catch (err) {
      if (!(err instanceof Refusal)) throw err;
      return { stdout: "", stderr: `${said.join("")}${name}: ${err.message}\n${misused.test(err.message) ? `Try '${name} --help' for more information.\n` : ""}`, exitCode: err.code };
    }
  },
});

// misused are the sentences that GNU's programs put their help behind.
const misused = /^(missing operand|extra operand|invalid option|unrecognized option|option '|option requires|you must specify|only one list|the delimiter must|an input delimiter|suppressing|fields are|byte\/character|invalid (field|byte|decreasing))/;

// asked takes options from words as getopt_long does: spec has the letters, one with : wants a
// value, one with ? may have one beside it; after + the first operand ends them. long has the letter of each long name. The list given keeps the order.
// https://www.gnu.org/software/libc/manual/html_node/Getopt-Long-Options.html
function asked(args, spec, long) {
  const operands = [], list = [];
  const kind = (letter) => { const at = spec.indexOf(letter); return at < 0 || ":?".includes(letter) ? undefined : spec[at + 1] ?? ""; };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === "--") { operands.push(...args.slice(i + 1)); break; }
    if (arg.startsWith("--")) {
      const [, name, value] = /^--([^=]*)(?:=(.*))?$/s.exec(arg);
      const names = Object.keys(long).filter((n) => n === name), near = names.length > 0 ? names : Object.keys(long).filter((n) => n.startsWith(name));
      if (near.length !== 1) throw new Refusal(`unrecognized option '${arg}'`);
      const letter = long[near[0]], wants = kind(letter);
      if (wants !== ":" && wants !== "?" && value !== undefined) throw new Refusal(`option '--${near[0]}' doesn't allow an argument`);
      if (wants === ":" && value === undefined && i + 1 >= args.length) throw new Refusal(`option '--${near[0]}' requires an argument`);
      list.push([letter, value ?? (wants === ":" ? args[++i] : "")]);
    } else if (arg.length > 1 && arg[0] === "-") {
      for (let at = 1; at < arg.length; at++) {
        const wants = kind(arg[at]);
        if (wants === undefined) throw new Refusal(`invalid option -- '${arg[at]}'`);
        if (wants === "?") { list.push([arg[at], arg.slice(at + 1)]); break; }
        if (wants !== ":") { list.push([arg[at], ""]); continue; }
        if (at + 1 === arg.length && i + 1 >= args.length) throw new Refusal(`option requires an argument -- '${arg[at]}'`);
        list.push([arg[at], at + 1 < arg.length ? arg.slice(at + 1) : args[++i]]);
        break;
      }
    } else if (spec[0] === "+") { operands.push(...args.slice(i)); break; } else operands.push(arg);
  }
  return { given: Object.assign(new Map(list), { list }), operands };
}

const bytesOf = (text) => (/^[\0-\x7f]*$/.test(text) ? text : latin1(justBash.encoder.encode(text)));

// contents reads the operands, or stdin; what cannot be read is said, and left out.
async function contents(operands, ctx) {
  const all = [];
  for (const name of operands.length > 0 ? operands : ["-"]) {
    try {
      const endless = ctx.most !== undefined && /^\/dev\/(zero|urandom|random)$/.exec(name);
      if (endless) { const bytes = new Uint8Array(ctx.most); if (endless[1] !== "zero") for (let at = 0; at < bytes.length; at += 65536) crypto.getRandomValues(bytes.subarray(at, at + 65536)); all.push({ name, text: latin1(bytes), stdin: false }); continue; }
      all.push({ name, text: name === "-" ? ctx.stdin : await ctx.fs.readFileBytes(ctx.fs.resolvePath(ctx.cwd, name)), stdin: name === "-" });
    } catch (err) {
      ctx.say(`${name}: ${/EISDIR/.test(err.message) ? "Is a directory" : /ENOENT/.test(err.message) ? "No such file or directory" : err.message}`);
    }
  }
  return all;
}

const joined = async (operands, ctx) => (await contents(operands, ctx)).map((c) => c.text).join("");

// linesOf splits after each end; the last may have none.
function linesOf(text, end = "\n") {
  const lines = text.split(end);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

// number is a count, with what GNU's programs allow behind it.
function count(word, what) {
  const [, digits, unit] = /^(\d+)(b|[kKMGT](?:B|iB)?)?$/.exec(word) ?? [];
  if (digits === undefined) throw new Refusal(`invalid number of ${what}: '${word}'`);
  const n = Number(digits) * (unit === undefined ? 1 : unit === "b" ? 512 : (unit.endsWith("B") && unit.length === 2 ? 1000 : 1024) ** ("KMGT".indexOf(unit[0].toUpperCase()) + 1));
  if (!Number.isSafeInteger(n)) throw new Refusal(`invalid number of ${what}: '${word}': a number over 2^53 cannot be used here`);
  return n;
}

// ended is where a text's first n lines end, ended(text, n, end, true) where the last n begin.
function ended(text, n, end) {
  let at = 0;
  for (; n > 0 && at < text.length; n--) at = (text.indexOf(end, at) + 1) || text.length;
  return at;
}

function begun(text, n, end) {
  let at = text.length - (text.endsWith(end) ? 1 : 0);
  if (n === 0) return text.length;
  for (; n > 0 && at > -1; n--) at = at === 0 ? -1 : text.lastIndexOf(end, at - 1);
  return at + 1;
}

// part is head or tail of each text, with a heading where there are more.
const part = (name, cut) => {
  const long = { lines: "n", bytes: "c", quiet: "q", silent: "q", verbose: "v", "zero-terminated": "z" };
  const inner = tool(name, "n:c:qvz", long, async (given, operands, ctx) => {
    const end = given.has("z") ? "\0" : "\n", [letter, word] = given.list.findLast(([l]) => l === "n" || l === "c") ?? ["n", "10"];
    const [, sign, digits] = /^([-+]?)(.*)$/s.exec(word), n = count(digits, letter === "n" ? "lines" : "bytes");
    const most = name === "head" && letter === "c" && sign === "" && n <= 64 << 20 ? n : undefined, texts = await contents(operands, beside(ctx, { most })), headed = given.has("v") || operands.length > 1 && !given.has("q");
    return texts.map(({ name: file, text, stdin }, i) => (headed ? `${i > 0 ? "\n" : ""}==> ${stdin ? "standard input" : bytesOf(file)} <==\n` : "") + cut(text, letter === "n", sign, n, end)).join("");
  });
  // -5 is -n 5.
  return { name, execute: (args, ctx) => inner.execute(/^-\d+[bkmcqv]*$/.test(args[0] ?? "") ? old(args) : args, ctx) };
  function old([first, ...rest]) {
    const [, n, letters] = /^-(\d+)(.*)$/.exec(first);
    return [letters.includes("c") ? `-c${n}` : `-n${n}`, ...[...letters].filter((l) => "qv".includes(l)).map((l) => "-" + l), ...rest];
  }
};

const head = part("head", (text, lines, sign, n, end) => (lines ? text.slice(0, sign === "-" ? begun(text, n, end) : ended(text, n, end)) : sign === "-" ? text.slice(0, Math.max(0, text.length - n)) : text.slice(0, n)));
const tail = part("tail", (text, lines, sign, n, end) => (sign === "+" ? text.slice(lines ? ended(text, n - 1, end) : Math.max(0, n - 1)) : lines ? text.slice(begun(text, n, end)) : n === 0 ? "" : text.slice(-n)));

// ranges reads a list such as 1,3-5,7-.
function ranges(list, what) {
  const all = list.split(/[, \t]/).map((word) => {
    const [, from, dash, to] = /^(\d*)(-?)(\d*)$/.exec(word) ?? [];
    if (from === undefined || !from && !to) throw new Refusal(`invalid ${what} value '${word}'`);
    if (Number(from || 1) === 0 || to === "0") throw new Refusal(what === "field" ? "fields are numbered from 1" : "byte/character positions are numbered from 1");
    const range = [Number(from || 1), dash ? Number(to || Infinity) : Number(from)];
    if (range[1] < range[0]) throw new Refusal("invalid decreasing range");
    return range;
  });
  return (n) => all.some(([from, to]) => from <= n && n <= to);
}

// https://www.gnu.org/software/coreutils/manual/html_node/cut-invocation.html
const cut = tool("cut", "b:c:f:d:O:snzC", { bytes: "b", characters: "c", fields: "f", delimiter: "d", "output-delimiter": "O", "only-delimited": "s", "zero-terminated": "z", complement: "C" }, async (given, operands, ctx) => {
  const lists = given.list.filter(([l]) => "bcf".includes(l));
  if (lists.length !== 1) throw new Refusal(lists.length > 1 ? "only one list may be specified" : "you must specify a list of bytes, characters, or fields");
  const [[by, list]] = lists, fields = by === "f", end = given.has("z") ? "\0" : "\n";
  if (!fields && (given.has("d") || given.has("s"))) throw new Refusal(given.has("d") ? "an input delimiter may be specified only when operating on fields" : "suppressing non-delimited lines makes sense\n\tonly when operating on fields");
  const delimiter = bytesOf(given.get("d") ?? "\t") || "\0", in_ = ranges(list, fields ? "field" : "byte/character position"), chosen = (_, i) => in_(i + 1) !== given.has("C");
  if (delimiter.length > 1) throw new Refusal("the delimiter must be a single character");
  const own = given.has("O") ? bytesOf(given.get("O")) : undefined, out = [];
  for (const line of linesOf(await joined(operands, ctx), end)) {
    if (!fields) out.push(own === undefined ? [...line].filter(chosen).join("") : runs([...line].map((c, i) => (chosen(c, i) ? c : undefined))).join(own));
    else if (line.includes(delimiter)) out.push(line.split(delimiter).filter(chosen).join(own ?? delimiter));
    else if (!given.has("s")) out.push(line);
  }
  return out.map((line) => line + end).join("");
});

// runs puts neighbours together.
function runs(chars) {
  const all = [];
  chars.forEach((c, i) => { if (c !== undefined) chars[i - 1] === undefined ? all.push(c) : (all[all.length - 1] += c); });
  return all;
}

const classes = {
  alnum: /[0-9A-Za-z]/, alpha: /[A-Za-z]/, blank: /[ \t]/, cntrl: /[\0-\x1f\x7f]/, digit: /[0-9]/, graph: /[!-~]/, lower: /[a-z]/,
  print: /[ -~]/, punct: /[!-/:-@[-`{-~]/, space: /[\t-\r ]/, upper: /[A-Z]/, xdigit: /[0-9A-Fa-f]/,
};
const every = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i));
const escapes = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\" };

// set reads an array of tr's: its bytes, which classes of letters begin where, and what repeats to fill.
function set(text, second) {
  const chars = [], cases = [], fill = [];
  const tokens = []; // a byte, and whether it was escaped
  for (let i = 0; i < text.length; i++) {
    const octal = /^\\([0-7]{1,3})/.exec(text.slice(i, i + 4));
    if (octal && parseInt(octal[1], 8) < 256) { tokens.push([String.fromCharCode(parseInt(octal[1], 8)), true]); i += octal[1].length; }
    else if (octal) throw new Refusal(`the octal escape ${octal[0]} is ambiguous`);
    else if (text[i] === "\\" && i + 1 < text.length) { i++; tokens.push([escapes[text[i]] ?? text[i], true]); }
    else tokens.push([text[i], false]);
  }
  const plain = (at, c) => tokens[at]?.[0] === c && !tokens[at][1];
  for (let i = 0; i < tokens.length; i++) {
    if (plain(i, "[") && (plain(i + 1, ":") || plain(i + 1, "="))) {
      const mark = tokens[i + 1][0];
      let j = i + 2;
      while (j < tokens.length - 1 && !(plain(j, mark) && plain(j + 1, "]"))) j++;
      if (j < tokens.length - 1) {
        const name = tokens.slice(i + 2, j).map(([c]) => c).join("");
        if (mark === ":" ? !Object.hasOwn(classes, name) : name.length !== 1) throw new Refusal(mark === ":" ? `invalid character class '${name}'` : `${name}: equivalence class operand must be a single character`);
        if (second && (mark === "=" || name !== "lower" && name !== "upper")) throw new Refusal(mark === "=" ? "[=c=] expressions may not appear in string2 when translating" : "when translating, the only character classes that may appear in\nstring2 are 'upper' and 'lower'");
        if (name === "lower" || name === "upper") cases.push([chars.length, name]);
        chars.push(...(mark === ":" ? every.filter((c) => classes[name].test(c)) : [name]));
        i = j + 1;
        continue;
      }
    }
    const times = plain(i, "[") && i + 2 < tokens.length && plain(i + 2, "*") && /^\d*\]/.exec(tokens.slice(i + 3, i + 24).map(([c, e]) => (e ? "\\" : c)).join(""));
    if (times) {
      if (!second) throw new Refusal("the [c*] repeat construct may not appear in string1");
      const n = times[0] === "]" ? 0 : parseInt(times[0], times[0][0] === "0" ? 8 : 10);
      if (n === 0) fill.push([chars.length, tokens[i + 1][0]]);
      else if (n > 1e6) throw new Refusal(`invalid repeat count '${n}' in [c*n] construct`);
      else chars.push(...Array(n).fill(tokens[i + 1][0]));
      i += 2 + times[0].length;
    } else if (plain(i + 1, "-") && i + 2 < tokens.length) {
      const [from, to] = [tokens[i][0].charCodeAt(0), tokens[i + 2][0].charCodeAt(0)];
      if (to < from) throw new Refusal(`range-endpoints of '${tokens[i][0]}-${tokens[i + 2][0]}' are in reverse collating sequence order`);
      chars.push(...every.slice(from, to + 1));
      i += 2;
    } else chars.push(tokens[i][0]);
  }
  if (fill.length > 1) throw new Refusal("only one [c*] repeat construct may appear in string2");
  return { chars, cases, fill };
}

// https://www.gnu.org/software/coreutils/manual/html_node/tr-invocation.html
const tr = tool("tr", "+cCdst", { complement: "c", delete: "d", "squeeze-repeats": "s", "truncate-set1": "t" }, async (given, operands, ctx) => {
  const gone = given.has("d"), squeeze = given.has("s"), want = gone === squeeze ? 2 : 1, most = gone && !squeeze ? 1 : 2;
  if (operands.length < want) throw new Refusal(operands.length === 0 ? "missing operand" : `missing operand after '${operands[0]}'`);
  if (operands.length > most) throw new Refusal(`extra operand '${operands[most]}'`);
  const translating = !gone && operands.length === 2, first = set(bytesOf(operands[0]), false), second = operands.length === 2 ? set(bytesOf(operands[1]), translating) : undefined;
  const complement = given.has("c") || given.has("C");
  let chars = first.chars;
  if (complement) { const not = new Set(chars); chars = every.filter((c) => !not.has(c)); }
  const inFirst = new Set(chars);
  let text = ctx.stdin;
  if (gone) text = [...text].filter((c) => !inFirst.has(c)).join("");
  let squeezed = inFirst;
  if (translating) {
    if (second.cases.some(([at]) => complement || !first.cases.some(([other]) => other === at))) throw new Refusal("misaligned [:upper:] and/or [:lower:] construct");
    const to = second.chars;
    for (const [at, c] of second.fill) to.splice(at, 0, ...Array(Math.max(0, chars.length - to.length)).fill(c));
    if (to.length === 0 && !given.has("t")) throw new Refusal("when not truncating set1, string2 must be non-empty");
    if (complement && first.cases.length > 0 && to.length !== 1 && to.some((c) => c !== to[0])) throw new Refusal("when translating with complemented character classes,\nstring2 must map all characters in the domain to one");
    const map = new Map(chars.slice(0, given.has("t") ? to.length : Infinity).map((c, i) => [c, to[i] ?? to.at(-1)]));
    text = [...text].map((c) => map.get(c) ?? c).join("");
    squeezed = new Set(to);
  } else if (second) squeezed = new Set(second.chars);
  if (squeeze) { let before; text = [...text].filter((c) => { const same = c === before && squeezed.has(c); before = c; return !same; }).join(""); }
  return text;
});

// https://www.gnu.org/software/coreutils/manual/html_node/uniq-invocation.html
const uniq = tool("uniq", "cduif:s:w:z", { count: "c", repeated: "d", unique: "u", "ignore-case": "i", "skip-fields": "f", "skip-chars": "s", "check-chars": "w", "zero-terminated": "z" }, async (given, [input = "-", output, ...more], ctx) => {
  if (more.length > 0) throw new Refusal(`extra operand '${more[0]}'`);
  const end = given.has("z") ? "\0" : "\n", of = (letter, otherwise) => (given.has(letter) ? count(given.get(letter), letter === "f" ? "fields to skip" : letter === "s" ? "bytes to skip" : "bytes to compare") : otherwise);
  const fields = of("f", 0), skip = of("s", 0), width = of("w", Infinity), groups = [];
  const key = (line) => {
    let at = 0;
    for (let n = fields; n > 0 && at < line.length; n--) at += /^[ \t\n]*[^ \t\n]*/.exec(line.slice(at))[0].length;
    const k = line.slice(at + skip).slice(0, width);
    return given.has("i") ? k.replace(/[a-z]/g, (c) => c.toUpperCase()) : k;
  };
  for (const line of linesOf(await joined([input], ctx), end)) {
    const k = key(line);
    if (groups.length > 0 && groups.at(-1).k === k) groups.at(-1).n++;
    else groups.push({ k, line, n: 1 });
  }
  const shown = groups.filter(({ n }) => (n > 1 ? !given.has("u") : !given.has("d")));
  const text = shown.map(({ line, n }) => (given.has("c") ? String(n).padStart(7) + " " : "") + line + end).join("");
  if (output === undefined || output === "-") return text;
  await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, output), text, "binary");
  return "";
});

// counts are lines, words, characters, bytes and the widest line of a text.
// https://www.gnu.org/software/coreutils/manual/html_node/wc-invocation.html
function counts(text, widest) {
  let decoded = text;
  if (/[^\0-\x7f]/.test(text)) {
    try { decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(text, (c) => c.charCodeAt(0))); } catch { decoded = undefined; }
  }
  const lines = text.split("\n").length - 1;
  if (decoded === undefined) return { lines, bytes: text.length };
  const words = decoded.split(/(?:(?!\ufeff)[\s\u2060])+/u).filter((w) => /[^\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(w)).length;
  const wide = widest && (/[^\t\n\f\r -~]/.test(decoded) ? NaN : Math.max(0, ...decoded.split(/[\n\f\r]/).map((l) => [...l].reduce((at, c) => (c === "\t" ? at + 8 - at % 8 : at + 1), 0))));
  return { lines, words, chars: [...decoded].length, bytes: text.length, wide };
}

const wc = tool("wc", "lwmcL", { lines: "l", words: "w", chars: "m", bytes: "c", "max-line-length": "L" }, async (given, operands, ctx) => {
  const names = { l: "lines", w: "words", m: "chars", c: "bytes", L: "wide" }, columns = Object.keys(names).filter((l) => given.has(l)).map((l) => names[l]);
  const shown = columns.length > 0 ? columns : ["lines", "words", "bytes"], texts = await contents(operands, ctx);
  const all = texts.map(({ name, text, stdin }) => ({ name: operands.length > 0 ? bytesOf(name) : "", stdin, ...counts(text, given.has("L")) }));
  const lost = shown.find((c) => all.some((a) => a[c] === undefined || Number.isNaN(a[c])));
  if (lost) throw new Refusal(`-${Object.keys(names).find((l) => names[l] === lost)}: a text that is not ASCII, or not UTF-8, cannot be measured here`);
  const sum = { name: "total", stdin: false };
  for (const c of shown) sum[c] = all.reduce((n, a) => (c === "wide" ? Math.max(n, a[c]) : n + a[c]), 0);
  const regular = String(all.reduce((n, a) => n + (a.stdin ? 0 : a.bytes), 0)).length;
  const width = operands.length <= 1 && shown.length === 1 ? 1 : all.some((a) => a.stdin) ? Math.max(7, regular) : regular;
  return [...all, ...(operands.length > 1 ? [sum] : [])].map((a) => shown.map((c) => String(a[c]).padStart(width)).join(" ") + (a.name ? " " + a.name : "") + "\n").join("");
});

// https://www.gnu.org/software/coreutils/manual/html_node/nl-invocation.html
const nl = tool("nl", "b:i:n:s:v:w:", { "body-numbering": "b", "line-increment": "i", "number-format": "n", "number-separator": "s", "starting-line-number": "v", "number-width": "w" }, async (given, operands, ctx) => {
  const style = given.get("b") ?? "t", format = given.get("n") ?? "rn", between = bytesOf(given.get("s") ?? "\t"), width = count(given.get("w") ?? "6", "columns");
  if (!["a", "t", "n"].includes(style) || !["ln", "rn", "rz"].includes(format)) throw new Refusal(`-b ${style} -n ${format} is not known here`);
  const step = Number(given.get("i") ?? 1);
  let n = Number(given.get("v") ?? 1);
  if (!Number.isSafeInteger(n) || !Number.isSafeInteger(step) || width < 1 || width > 1e6) throw new Refusal("invalid number");
  return linesOf(await joined(operands, ctx)).map((line) => {
    if (/^(\\:){1,3}$/.test(line)) throw new Refusal(`a line ${line} begins a section, and sections are not known here`);
    if (style === "n" || style === "t" && line === "") return " ".repeat(width + between.length) + line + "\n";
    const text = format === "ln" ? String(n).padEnd(width) : format === "rn" ? String(n).padStart(width) : (n < 0 ? "-" : "") + String(Math.abs(n)).padStart(width - (n < 0 ? 1 : 0), "0");
    n += step;
    return text + between + line + "\n";
  }).join("");
});

// https://www.gnu.org/software/coreutils/manual/html_node/paste-invocation.html
const paste = tool("paste", "sd:z", { serial: "s", delimiters: "d", "zero-terminated": "z" }, async (given, operands, ctx) => {
  const end = given.has("z") ? "\0" : "\n", named = { n: "\n", t: "\t", b: "\b", f: "\f", r: "\r", v: "\v", "\\": "\\", 0: "" };
  const between = [...bytesOf(given.get("d") ?? "\t").matchAll(/\\(.)|[^\\]/gs)].map(([c, escaped]) => (escaped === undefined ? c : named[escaped] ?? escaped));
  const put = (parts) => parts.map((p, i) => (i > 0 ? between.length > 0 ? between[(i - 1) % between.length] : "" : "") + p).join("") + end;
  const stdins = operands.filter((o) => o === "-").length, texts = await contents(operands, ctx);
  if (texts.length < Math.max(1, operands.length)) return { stdout: "", code: 1 };
  const shared = stdins > 0 ? linesOf(ctx.stdin, end) : [], columns = texts.map(({ text, stdin }) => (stdin && stdins > 0 ? shared : linesOf(text, end)));
  if (given.has("s")) return columns.map((lines, i) => put(columns.indexOf(lines) < i ? [""] : lines.length > 0 ? lines : [""])).join("");
  const rows = [], places = new Map(columns.map((c) => [c, 0]));
  while (columns.some((c) => places.get(c) < c.length)) rows.push(put(columns.map((c) => { const at = places.get(c); places.set(c, at + 1); return c[at] ?? ""; })));
  return rows.join("");
});

// column -t is a table; what else column does is just-bash's.
const column = {
  name: "column",
  async execute(args, ctx) {
    if (args[0] !== "-t") return ctx.origCommand(args);
    return tool("column", "ts:o:", { table: "t", separator: "s", "output-separator": "o" }, async (given, operands, own) => {
      const text = new TextDecoder().decode(Uint8Array.from(await joined(operands, own), (c) => c.charCodeAt(0))), by = given.get("s"), between = given.get("o") ?? "  ";
      if (/[^\n\t -~\u00a1-\u02ff]/.test(text)) throw new Refusal("letters whose width is not known here cannot be put in columns");
      const rows = linesOf(text).filter((l) => l.trim() !== "").map((l) => (by === undefined ? l.trim().split(/[ \t]+/) : [...l].reduce((all, c) => { if (by.includes(c)) all.push(""); else all[all.length - 1] += c; return all; }, [""])));
      const widths = rows.reduce((all, row) => { row.forEach((c, i) => { all[i] = Math.max(all[i] ?? 0, c.length); }); return all; }, []);
      return bytesOf(rows.map((row) => row.map((c, i) => (i < widths.length - 1 ? c.padEnd(widths[i]) + between : c)).join("") + "\n").join(""));
    }).execute(args, ctx);
  },
};

// https://www.gnu.org/software/findutils/manual/html_node/find_html/xargs-options.html
const xargs = {
  name: "xargs",
  async execute(args, ctx) {
    const words = [...args], o = new Map();
    const fail = (sentence) => ({ stdout: "", stderr: `xargs: ${sentence}\n`, exitCode: 1 });
    while (words[0]?.length > 1 && words[0][0] === "-") {
      const word = { "--null": "-0", "--no-run-if-empty": "-r", "--verbose": "-t" }[words[0]] ?? words[0].replace(/^--(max-args|delimiter|max-procs|replace|arg-file)=/, (_, n) => ({ "max-args": "-n", delimiter: "-d", "max-procs": "-P", replace: "-I", "arg-file": "-a" })[n]);
      words.shift();
      if (word === "--") break;
      for (let at = 1; at < word.length; at++) {
        if ("0r".includes(word[at])) { o.set(word[at], ""); continue; }
        if (!"nIPdsa".includes(word[at])) return fail(`the option ${word} is not known here`);
        if (at + 1 === word.length && words.length === 0) return fail(`option requires an argument -- '${word[at]}'`);
        o.set(word[at], at + 1 < word.length ? word.slice(at + 1) : words.shift());
        break;
      }
    }
    const file = o.has("a") ? await ctx.fs.readFileBytes(ctx.fs.resolvePath(ctx.cwd, o.get("a"))).catch(() => undefined) : ctx.stdin;
    if (file === undefined) return fail(`Cannot open input file ‘${o.get("a")}’: No such file or directory`);
    const items = [], text = new TextDecoder().decode(Uint8Array.from(file, (c) => c.charCodeAt(0)));
    if (o.has("0")) items.push(...linesOf(text, "\0"));
    else if (o.has("d")) items.push(...linesOf(text, escaped(o.get("d"), false).text));
    else {
      let word, quote = "";
      for (const m of text.matchAll(/\\([\s\S])|[\s\S]/g)) {
        const c = m[1] ?? m[0];
        if (quote) { if (m[0] === "\n") break; if (m[0] === quote) quote = ""; else word += m[0]; }
        else if (m[1] === undefined && (c === '"' || c === "'")) [quote, word] = [c, word ?? ""];
        else if (m[1] === undefined && (c === "\n" || !o.has("I") && /[ \t]/.test(c))) { if (word !== undefined) items.push(word); word = undefined; }
        else if (!(word === undefined && o.has("I") && m[1] === undefined && /[ \t]/.test(c))) word = (word ?? "") + c;
      }
      if (quote) return fail(`unmatched ${quote === "'" ? "single" : "double"} quote; by default quotes are special to xargs unless you use the -0 option`);
      if (word !== undefined) items.push(word);
    }
    const each = o.has("I") ? 1 : Number(o.get("n") ?? 5000), command = words.length > 0 ? words : ["echo"], calls = [];
    if (!(each > 0)) return fail(`value ${o.get("n")} for -n option should be >= 1`);
    if (o.has("I")) for (const item of items) calls.push(command.map((w) => w.replaceAll(o.get("I"), () => item)));
    else for (let at = 0; at < items.length || at === 0 && items.length === 0 && !o.has("r"); at += each) calls.push([...command, ...items.slice(at, at + each)]);
    let stdout = "", stderr = "", code = 0;
    for (const call of calls) {
      const r = await ctx.exec(call.map(quoted).join(" "), { cwd: ctx.cwd, env: ctx.exportedEnv, signal: ctx.signal });
      stdout += r.stdoutKind === "bytes" || r.stdoutEncoding === "binary" ? r.stdout : bytesOf(r.stdout);
      stderr += r.stderr;
      if (stdout.length > ctx.limits.maxStringLength) return fail(`more than ${ctx.limits.maxStringLength} bytes of output cannot be held here`);
      if (r.exitCode === 255) return { stdout, stderr: `${stderr}xargs: ${call[0]}: exited with status 255; aborting\n`, exitCode: 124, stdoutKind: "bytes" };
      if (r.exitCode === 127) return { stdout, stderr, exitCode: 127, stdoutKind: "bytes" };
      if (r.exitCode !== 0) code = 123;
    }
    return { stdout, stderr, exitCode: code, stdoutKind: "bytes" };
  },
};

// https://www.gnu.org/software/diffutils/manual/html_node/Invoking-cmp.html
const cmp = tool("cmp", "s", { silent: "s", quiet: "s" }, async (given, operands, ctx) => {
  if (operands.length === 0) throw new Refusal("missing operand after 'cmp'", 2);
  if (operands.length > 2) throw new Refusal("how many bytes to skip cannot be told here", 2);
  const both = operands.length === 1 ? [operands[0], "-"] : operands, [a, b] = await contents(both, ctx);
  if (b === undefined) return { stdout: "", code: 2 };
  if (a.text === b.text) return "";
  const end = Math.min(a.text.length, b.text.length);
  let at = 0;
  while (at < end && a.text[at] === b.text[at]) at++;
  const line = a.text.slice(0, at).split("\n").length, short = a.text.length < b.text.length ? a.name : b.name;
  if (given.has("s")) return { stdout: "", code: 1 };
  if (at < end) return { stdout: bytesOf(`${a.name} ${b.name} differ: byte ${at + 1}, line ${line}\n`), code: 1 };
  ctx.say(at === 0 ? `EOF on ${short} which is empty` : `EOF on ${short} after byte ${at}, ${a.text[at - 1] === "\n" ? `line ${line - 1}` : `in line ${line}`}`);
  return { stdout: "", code: 1 };
});

const tools = [cmp, head, tail, cut, tr, uniq, wc, nl, paste, column, xargs];

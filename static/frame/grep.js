// grep as GNU's: lines, counts, names, context, folders, and files that are no text. Expressions of POSIX are
// regex.js's; those of Perl (-P) are the part that JavaScript's have in common with PCRE.
// https://www.gnu.org/software/grep/manual/grep.html
"use strict";

const grepLong = {
  "extended-regexp": "E", "fixed-strings": "F", "basic-regexp": "G", "perl-regexp": "P", regexp: "e", file: "f", "ignore-case": "i", "no-ignore-case": "\x01",
  "word-regexp": "w", "line-regexp": "x", "null-data": "z", "no-messages": "s", "invert-match": "v", "max-count": "m", "byte-offset": "b", "line-number": "n",
  "line-buffered": "\x02", "with-filename": "H", "no-filename": "h", label: "\x03", "only-matching": "o", quiet: "q", silent: "q", "binary-files": "\x04",
  text: "a", directories: "d", devices: "D", recursive: "r", "dereference-recursive": "R", include: "\x05", exclude: "\x06", "exclude-from": "\x07",
  "exclude-dir": "\x08", "files-without-match": "L", "files-with-matches": "l", count: "c", "initial-tab": "T", null: "Z", "before-context": "B",
  "after-context": "A", context: "C", "group-separator": "\x0e", "no-group-separator": "\x0f", color: "\x10", colour: "\x10", binary: "U",
};
const grepSpec = "IEFGPe:f:iy\x01wxzsvm:bn\x02Hh\x03:oq\x04:ad:D:rR\x05:\x06:\x07:\x08:LlcTZB:A:C:\x0e:\x0f\x10?U";

// grepPerl makes an expression of Perl one of JavaScript, where both mean the same.
function grepPerl(source, fold) {
  let out = "", i = 0, kept = false, depth = 0, either = false;
  const no = (what) => { throw new Refusal(`${what} of a Perl expression is not known here`, 2); };
  const escape = (inside) => {
    const e = source[i++] ?? no("a backslash at the end"), hex = e === "x" ? /^(?:[0-9a-fA-F]{2}|\{[0-9a-fA-F]{1,6}\})/.exec(source.slice(i)) : null;
    if (hex) { i += hex[0].length; return `\\u{${hex[0].replace(/[{}]/g, "")}}`; }
    if (e === "s") return inside ? "\\t-\\r " : "[\\t-\\r ]";
    if (e === "S") return inside ? no("\\S in brackets") : "[^\\t-\\r ]";
    if (e === "h") return inside ? " \\t" : "[ \\t]";
    if (/[dDwWtnrf]/.test(e)) return "\\" + e;
    if (e === "e") return "\\x1b";
    if (e === "a") return "\\x07";
    if (!inside && e === "A") return "^";
    if (!inside && /[zZ]/.test(e)) return "$";
    if (!inside && /[bB]/.test(e)) return "\\" + e;
    if (!inside && /[1-9]/.test(e) && !/\d/.test(source[i] ?? "")) return `\\${e}(?:)`;
    if (!inside && e === "K" && depth === 0 && !kept) { kept = true; return "(?<lilyKept>"; }
    if (/[A-Za-z0-9]/.test(e)) no(`\\${e}`);
    return /[\^$\\.*+?()[\]{}|/-]/.test(e) ? "\\" + (e === "-" && !inside ? "x2d" : e) : e;
  };
  const flags = /^\(\?i\)/.exec(source);
  if (flags) { i = flags[0].length; fold = true; }
  while (i < source.length) {
    const c = source[i++];
    if (c === "\\") out += escape(false);
    else if (c === "[") {
      out += "[";
      if (source[i] === "^") { out += "^"; i++; }
      for (let first = true; first || source[i] !== "]"; first = false) {
        if (i >= source.length) throw new Refusal("missing terminating ] for character class", 2);
        const named = /^\[:(\^?)([a-z]+):\]/.exec(source.slice(i, i + 12)), sets = { alpha: "A-Za-z", digit: "0-9", alnum: "A-Za-z0-9", upper: "A-Z", lower: "a-z", space: "\\t-\\r ", blank: " \\t", punct: "!-\\/:-@\\[-`{-~", xdigit: "0-9A-Fa-f" };
        if (named) { out += named[1] === "" && Object.hasOwn(sets, named[2]) && !(fold && /upper|lower/.test(named[2])) ? sets[named[2]] : no(named[0]); i += named[0].length; continue; }
        const x = source[i++];
        out += x === "\\" ? escape(true) : /[[\]^]/.test(x) ? "\\" + x : x;
      }
      i++;
      out += "]";
    } else if (c === "(") {
      const head = /^\?(?::|=|!|<=|<!|P?<([A-Za-z_]\w*)>)/.exec(source.slice(i));
      if (/^[?*]/.test(source.slice(i)) && !head) no(source.slice(i - 1, i + 3));
      depth++;
      out += "(" + (head ? head[0].replace("?P<", "?<") : "");
      i += head ? head[0].length : 0;
    } else if (c === ")") { depth--; out += ")"; }
    else if ("*+?}".includes(c) && source[i] === "+") no("a quantifier with +");
    else if (c === "{" && !/^\d+(,\d*)?\}/.test(source.slice(i)) || c === "}" && !/\{\d+(,\d*)?$/.test(out) || c === "]") out += "\\" + c;
    else { either ||= c === "|" && depth === 0; out += c; }
  }
  if (kept && either) no("\\K beside |");
  try { return new RegExp(out + (kept ? ")" : ""), `dgu${fold ? "i" : ""}`); } catch { throw new Refusal(`${source} is no expression that is known here`, 2); }
}

// A GrepPerl finds as a Regex does.
class GrepPerl {
  constructor(source, fold, around) { this.re = grepPerl(around ? around(source) : source, fold); }
  has(text, from = 0) { this.re.lastIndex = from; return this.re.test(text); }
  find(text, from = 0) {
    this.re.lastIndex = from;
    const m = this.re.exec(text);
    return m && { from: m.groups?.lilyKept === undefined ? m.index : m.indices.groups.lilyKept[0], to: m.index + m[0].length };
  }
}

// A GrepPattern is all patterns of a call. first gives the longest of the matches at the first place.
class GrepPattern {
  constructor(sources, given) {
    const fold = grepFolds(given), perl = given.get("kind") === "P";
    this.whole = given.has("x");
    this.word = given.has("w") && !this.whole;
    if (perl && sources.length > 1) throw new Refusal("the -P option only supports a single pattern", 2);
    const around = this.whole ? (s) => `^(?:${s})$` : this.word ? (s) => `(?<!\\w)(?:${s})(?!\\w)` : undefined;
    this.perl = perl ? new GrepPerl(sources[0], fold, around) : undefined;
    this.all = perl ? [] : this.joined(sources, given.get("kind"), fold);
  }
  // joined makes one expression of many where none refers back: one pass for all of them.
  joined(sources, kind, fold) {
    if (sources.length === 0) return [];
    const extended = kind === "E", how = { extended, fold, loose: true };
    if (kind === "F") return [new Regex(sources.map((s) => s.replace(/[\^$\\.*+?()[\]{}|]/g, "\\$&")).join("|"), { ...how, extended: true })];
    return sources.map((s) => new Regex(s, how));
  }
  first(text, from = 0) {
    if (this.perl) return this.perl.find(text, from) ?? undefined;
    let best;
    for (const re of this.all) {
      const m = re.find(text, from, (at, ends) => this.end(text, at, ends));
      if (m && (!best || m.from < best.from || m.from === best.from && m.to > best.to)) best = m;
    }
    return best;
  }
  // end is the longest end that stands alone, as -w and -x want it.
  end(text, at, ends) {
    if (this.whole) return at === 0 && ends.at(-1) === text.length ? text.length : undefined;
    if (!this.word) return ends.at(-1);
    if (regexWord(before(text, at))) return undefined;
    return ends.findLast((to) => (to > at || to === ends.at(-1)) && !(to < text.length && regexWord(text.codePointAt(to))));
  }
  has(text) {
    if (this.perl) { if (/[^\0-\x7f]/.test(text) && /\\[wWbB]/.test(this.perl.re.source)) throw new Refusal("\\w and \\b of a Perl expression are not known here for letters that are not ASCII", 2); return this.perl.has(text); }
    return this.whole || this.word ? this.first(text) !== undefined : this.all.some((re) => re.has(text));
  }
}

const grepFolds = (given) => given.list.findLast(([l]) => "iy\x01".includes(l))?.[0] !== "\x01" && (given.has("i") || given.has("y"));

// grepPatterns are those of -e and -f, or the first operand, a line each.
async function grepPatterns(given, operands, ctx) {
  const texts = [];
  for (const [letter, value] of given.list) {
    if (letter === "e") texts.push(value);
    if (letter !== "f") continue;
    const [file] = await contents([value], ctx);
    if (!file) throw new Refusal("no patterns", 2);
    if (file.text !== "") texts.push(lettersOf(file.text.replace(/\n$/, "")));
  }
  if (!given.has("e") && !given.has("f")) {
    if (operands.length === 0) throw new Refusal("a pattern is missing", 2);
    texts.push(operands.shift());
  }
  return [...new Set(texts.flatMap((t) => t.split("\n")))];
}

// grepGlob is a pattern of --include and --exclude.
function grepGlob(glob) {
  let out = "";
  for (let i = 0; i < glob.length; i++) {
    const c = glob[i], set = c === "[" ? /^\[(!|\^)?(\]?[^\]]*)\]/.exec(glob.slice(i)) : null;
    if (set) { out += `[${set[1] ? "^" : ""}${set[2].replace(/[\\[\]^]/g, "\\$&")}]`; i += set[0].length - 1; }
    else if (c === "\\" && i + 1 < glob.length) out += glob[++i].replace(/[\^$\\.*+?()[\]{}|/]/, "\\$&");
    else out += c === "*" ? ".*" : c === "?" ? "." : c.replace(/[\^$\\.*+?()[\]{}|/]/, "\\$&");
  }
  return new RegExp(`^(?:${out})$`, "su");
}

// grepFiles lists what is read, in the order of names: the operands, and with -r all files below folders.
async function* grepFiles(given, operands, ctx) {
  const deep = given.has("r") || given.has("R") || given.get("d") === "recurse";
  const globs = (l) => given.list.filter(([letter]) => letter === l).map(([, value]) => [grepGlob(value.replace(/\/+$/, "")), value.includes("/")]);
  const include = globs("\x05"), exclude = globs("\x06"), folders = globs("\x08");
  if ([...include, ...exclude, ...folders].some(([, slash]) => slash)) throw new Refusal("a pattern for names with a / is not known here", 2);
  const like = (list, name) => list.some(([re]) => re.test(name));
  const left = (name, base) => like(exclude, base) || include.length > 0 && !like(include, base);
  const start = operands.length > 0 ? operands : [deep ? "." : "-"], bare = deep && operands.length === 0;
  const walk = async function* (name, named) {
    const path = ctx.fs.resolvePath(ctx.cwd, name), base = name.replace(/\/+$/, "").split("/").at(-1) || name;
    const own = await ctx.fs.lstat(path).catch(() => undefined), link = own?.isSymbolicLink;
    if (link && !named && !given.has("R")) return;
    const is = link ? await ctx.fs.stat(path).catch(() => undefined) : own;
    if (!is) { yield { name, lost: true }; return; }
    if (!is.isDirectory) { if (!left(name, base)) yield { name: bare ? name.replace(/^\.\//, "") : name }; return; }
    if (!deep) { if (given.get("d") !== "skip") yield { name, folder: true }; return; }
    if (like(folders, base) && !(named && /^\.+$/.test(base))) return;
    for (const n of (await ctx.fs.readdir(path)).sort((a, b) => (bytesOf(a) < bytesOf(b) ? -1 : 1))) yield* walk(name.endsWith("/") ? name + n : `${name}/${n}`, false);
  };
  for (const name of start) { if (name === "-") { if (!left("-", "-")) yield { name }; } else yield* walk(name, true); }
}

// A Grep is one call: what it says of each file.
class Grep {
  constructor(pattern, given, named, ctx) {
    const number = (l) => { const v = given.get(l) ?? given.get("C"); if (v === undefined) return 0; if (!/^\d+$/.test(v)) throw new Refusal(`${v}: invalid context length argument`, 2); return Number(v); };
    Object.assign(this, { pattern, given, named, ctx, out: [], size: 0, any: false, stop: false, end: given.has("z") ? "\0" : "\n" });
    Object.assign(this, { after: number("A"), ahead: number("B"), around: ["A", "B", "C"].some((l) => given.has(l)), most: this.bound() });
  }
  bound() {
    const v = this.given.get("m");
    if (v === undefined) return Infinity;
    if (!/^-?\d+$/.test(v)) throw new Refusal("invalid max count", 2);
    return Number(v) < 0 ? Infinity : Number(v);
  }
  say(text) {
    this.size += text.length;
    if (this.size > this.ctx.limits.maxStringLength) throw new Refusal(`more than ${this.ctx.limits.maxStringLength} bytes of output cannot be held here`, 2);
    this.out.push(text);
  }
  head(name, n, at, mark) {
    const g = this.given, parts = (this.named ? bytesOf(name) + (g.has("Z") ? "\0" : mark) : "") + (g.has("n") ? n + mark : "") + (g.has("b") ? at + mark : "");
    return g.has("T") && parts !== "" ? this.tabbed(name, n, at, mark) : parts;
  }
  tabbed() { throw new Refusal("the option -T is not known here", 2); }
  // file reads one text and tells how many of its lines are selected.
  file(name, bytes) {
    const g = this.given, quiet = ["q", "c", "l", "L"].some((l) => g.has(l)), text = g.get("\x04") === "text" || g.has("a") || this.end === "\0";
    const zero = text ? -1 : bytes.indexOf("\0");
    if (zero >= 0 && (g.has("I") || g.get("\x04") === "without-match")) return 0;
    if (zero >= 96 << 10) throw new Refusal(`${name}: no text after its first 96 KiB, which cannot be searched here`, 2);
    let silent = quiet || zero >= 0, broke = false, count = 0, n = 0, at = 0, due = 0, last = -1;
    const enough = (g.has("q") || g.has("l") || g.has("L") || zero >= 0 && !g.has("c")) ? 1 : Infinity, held = [];
    const show = (line, from, number, mark) => {
      const unclean = (t) => !text && /[\udc80-\udcff]/u.test(t);
      if (!g.has("o") && unclean(line)) { broke = true; return; }
      if (this.around && this.any && this.gap && !g.has("\x0f")) this.say(bytesOf(g.get("\x0e") ?? "--") + "\n");
      this.gap = false;
      if (g.has("o") && (mark === ":") === g.has("v")) return;
      for (const m of g.has("o") ? this.matches(line) : []) {
        const part = line.slice(m.from, m.to);
        if (unclean(part)) { broke = true; continue; }
        this.say(this.head(name, number, from + written(line.slice(0, m.from)).length, mark) + written(part) + this.end);
      }
      if (g.has("o")) return;
      this.say(this.head(name, number, from, mark) + written(line) + this.end);
    };
    for (const raw of grepLines(zero >= 0 ? bytes.replaceAll("\0", "\n") : bytes, this.end)) {
      const line = lettersOf(raw), from = at;
      n++;
      at += raw.length + 1;
      if (count >= this.most || count >= enough) { if (due-- > 0 && !silent) { show(line, from, n, "-"); last = n; continue; } break; }
      if (this.pattern.has(line) !== g.has("v")) {
        count++;
        if (!silent) {
          const first = held[0]?.[2] ?? n;
          if (this.around && first !== last + 1) this.gap = this.any;
          for (const [l, f, k] of held) show(l, f, k, "-");
          held.length = 0;
          show(line, from, n, ":");
          this.any = true;
          last = n;
        }
        due = this.after;
      } else if (due > 0) { due--; if (!silent) { show(line, from, n, "-"); last = n; } }
      else if (this.ahead > 0) { held.push([line, from, n]); if (held.length > this.ahead) held.shift(); }
    }
    if (last >= 0) this.gap = true;
    if (!quiet && (broke || zero >= 0 && count > 0)) this.ctx.note(`${name === "-" ? this.label() : name}: binary file matches`);
    return count;
  }
  label() { return this.given.get("\x03") ?? "(standard input)"; }
  *matches(line) {
    for (let at = 0; at <= line.length;) {
      const m = this.pattern.first(line, at);
      if (!m) return;
      if (m.to > m.from) yield m;
      at = m.to > m.from ? m.to : m.to + (line.codePointAt(m.to) > 0xffff ? 2 : 1);
    }
  }
  // told says what is said once of a file.
  told(name, count) {
    const g = this.given, end = g.has("Z") ? "\0" : "\n";
    if (g.has("q")) return;
    if (g.has("c") && !g.has("l") && !g.has("L")) this.say((this.named ? bytesOf(name) + (g.has("Z") ? "\0" : ":") : "") + count + "\n");
    if (g.has("l") && count > 0 || g.has("L") && count === 0) this.say(bytesOf(name) + end);
  }
}

function* grepLines(bytes, end) {
  for (let at = 0; at < bytes.length;) {
    const to = bytes.indexOf(end, at), stop = to < 0 ? bytes.length : to;
    yield bytes.slice(at, stop);
    at = stop + 1;
  }
}

// grepAsked reads -NUM as -C NUM and settles which of several kinds and of -l, -L counts.
function grepAsked(args, kind) {
  const words = [], end = args.indexOf("--");
  args.forEach((a, i) => {
    const [, n, rest] = /^-(\d+)([A-Za-z]\w*)?$/.exec(a) ?? [];
    if (n === undefined || end >= 0 && i > end || /^-\w*[efmABCdD]$/.test(args[i - 1] ?? "")) words.push(a);
    else words.push(`-C${n}`, ...(rest ? [`-${rest}`] : []));
  });
  const asks = asked(words, grepSpec, grepLong), { given } = asks;
  const kinds = given.list.filter(([l]) => "EFGP".includes(l)).map(([l]) => l);
  if (new Set(kinds).size > 1 && kinds.includes("P")) throw new Refusal("conflicting matchers specified", 2);
  given.set("kind", kinds.at(-1) ?? kind);
  if (given.has("l") && given.has("L")) given.delete(given.list.findLast(([l]) => l === "l" || l === "L")[0] === "l" ? "L" : "l");
  const files = given.get("\x04") ?? "binary", folders = given.get("d") ?? "read";
  if (!["binary", "text", "without-match"].includes(files)) throw new Refusal("invalid argument for --binary-files", 2);
  if (!["read", "skip", "recurse"].includes(folders)) throw new Refusal(`invalid argument '${folders}' for '--directories'`, 2);
  if (!/^(auto|never)?$/.test(given.get("\x10") ?? "auto") && given.has("\x10")) throw new Refusal("colours are not known here", 2);
  if (given.has("\x07")) throw new Refusal("--exclude-from is not known here", 2);
  return asks;
}

const grepped = (name, kind) => ({
  name,
  async execute(args, ctx) {
    const lines = [], silent = [], note = (line) => lines.push(`grep: ${line}\n`);
    let grep, code;
    try {
      const { given, operands } = grepAsked(args, kind), quiet = given.has("s");
      const pattern = new GrepPattern(await grepPatterns(given, operands, beside(ctx, { say: note })), given);
      const deep = given.has("r") || given.has("R") || given.get("d") === "recurse", several = operands.length > 1 || deep && !(operands.length === 1 && !(await isFolder(ctx, operands[0])));
      const last = given.list.findLast(([l]) => l === "H" || l === "h")?.[0];
      grep = new Grep(pattern, given, last ? last === "H" : several, beside(ctx, { note }));
      code = await grepAll(grep, given, operands, beside(ctx, { note, say: quiet ? (line) => silent.push(line) : note }));
    } catch (err) {
      if (!(err instanceof Refusal)) throw err;
      note(err.message);
      code = 2;
    }
    return { stdout: grep?.out.join("") ?? "", stderr: lines.join(""), exitCode: code, stdoutKind: "bytes" };
  },
});

const isFolder = async ({ fs, cwd }, name) => name !== "-" && ((await fs.stat(fs.resolvePath(cwd, name)).catch(() => undefined))?.isDirectory ?? false);

async function grepAll(grep, given, operands, ctx) {
  let found = false, failed = false;
  for await (const { name, lost, folder } of grepFiles(given, operands, ctx)) {
    if (lost || folder) { ctx.say(`${name}: ${lost ? "No such file or directory" : "Is a directory"}`); failed = true; continue; }
    const [file] = await contents([name], beside(ctx, { say: (line) => { failed = true; ctx.say(line); } }));
    if (!file) continue;
    const shown = name === "-" ? grep.label() : name, count = grep.most === 0 ? 0 : grep.file(shown, file.text);
    if (grep.most > 0 || !given.has("L")) grep.told(shown, count);
    found ||= count > 0;
    if (found && given.has("q")) return 0;
  }
  return failed ? 2 : found ? 0 : 1;
}

tools.push(grepped("grep", "G"), grepped("egrep", "E"), grepped("fgrep", "F"));

// sort, as GNU's in the locale C.UTF-8, where the order is that of the bytes (see tools.js).
// https://www.gnu.org/software/coreutils/manual/html_node/sort-invocation.html
"use strict";

const blank = (c) => c === " " || c === "\t" || c === "\n";

// A decimal number at the beginning of a text, as -n reads it: its sign, its digits before and after the point.
function decimal(text) {
  const [, minus, whole, part = ""] = /^[ \t\n]*(-?)(\d*)(?:\.(\d*))?/.exec(text);
  const w = whole.replace(/^0+/, ""), p = part.replace(/0+$/, "");
  return { sign: w + p === "" ? 0 : minus ? -1 : 1, whole: w, part: p };
}

const spelled = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const inDecimal = (a, b) => a.sign - b.sign || a.sign * (a.whole.length - b.whole.length || spelled(a.whole, b.whole) || spelled(a.part, b.part));

// human is -h: first the sign, then the unit, then the number.
function human(text) {
  const [, minus, digits, unit] = /^[ \t\n]*(-?)(\d*\.?\d*)([KkMGTPEZY]?)/.exec(text), n = decimal(minus + digits);
  return { ...n, unit: n.sign * (unit ? "KMGTPEZY".indexOf(unit.toUpperCase()) + 1 : 0) };
}

// general is -g: what strtod reads, what is none of it before all, then NaN.
function general(text) {
  const found = /^[ \t\n\v\f\r]*([-+]?)(?:(0x[\da-f]+)|(inf(?:inity)?)|(nan)|((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?))/i.exec(text);
  if (!found) return { kind: 0, n: 0 };
  if (found[2]) throw new Refusal(`-g: the hexadecimal number ${found[2]} cannot be compared here`);
  if (found[4]) return { kind: 1, n: 0 };
  const n = found[3] ? Infinity : Number(found[5]);
  return { kind: 2, n: found[1] === "-" ? -n : n };
}

const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

// version compares as filevercmp of gnulib does.
function version(a, b) {
  const special = (s) => (s === "" ? 0 : s === "." ? 1 : s === ".." ? 2 : s[0] === "." ? 3 : 4);
  if (a === b) return 0;
  if (special(a) !== special(b) || special(a) < 3) return special(a) - special(b);
  const stem = (s) => s.slice(0, s.length - (/(?:\.[A-Za-z~][A-Za-z0-9~]*)*$/.exec(s.slice(1))?.[0].length ?? 0));
  const p = stem(a), q = stem(b);
  return p === q ? parts(a, b) : parts(p, q) || (p.length === a.length && q.length === b.length ? 0 : parts(a, b));
}

function parts(a, b) {
  const order = (c) => (c === undefined ? -1 : /\d/.test(c) ? 0 : /[A-Za-z]/.test(c) ? c.charCodeAt(0) : c === "~" ? -2 : c.charCodeAt(0) + 256);
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    while (i < a.length && !/\d/.test(a[i]) || j < b.length && !/\d/.test(b[j])) {
      const d = order(a[i]) - order(b[j]);
      if (d !== 0) return d;
      i++; j++;
    }
    const [m, n] = [/^\d*/.exec(a.slice(i))[0], /^\d*/.exec(b.slice(j))[0]], [k, l] = [m, n].map((d) => d.replace(/^0+/, ""));
    if (k.length !== l.length || k !== l) return k.length - l.length || spelled(k, l);
    i += m.length; j += n.length;
    if (m === "" && n === "" && (i < a.length) !== (j < b.length)) return order(a[i]) - order(b[j]);
  }
  return 0;
}

// keyed reads a key: F[.C][letters][,F[.C][letters]], counted from 0 as GNU's begfield and limfield do.
function keyed(word) {
  const found = /^(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*)(?:,(\d+)(?:\.(\d+))?([bdfgiMhnRrV]*))?$/.exec(word);
  if (!found || found[1] === "0" || found[2] === "0" || found[4] === "0") throw new Refusal(`-k ${word}: invalid field specification`, 2);
  const [, field, char = "1", letters, lastField, lastChar = "0", lastLetters = ""] = found;
  const how = new Set((letters + lastLetters).replaceAll("b", ""));
  return { field: field - 1, char: char - 1, lastField: lastField === undefined ? Infinity : lastField - 1, lastChar: Number(lastChar), how, own: letters + lastLetters !== "", skip: letters.includes("b"), lastSkip: lastLetters.includes("b") };
}

// between gives a key's text of a line.
function between(line, key, tab) {
  const next = (at) => {
    while (at < line.length && blank(line[at])) at++;
    while (at < line.length && !blank(line[at])) at++;
    return at;
  };
  const skipped = (at) => { while (at < line.length && blank(line[at])) at++; return at; };
  let from = 0, to = 0;
  for (let n = key.field; n > 0 && from < line.length; n--) from = tab === undefined ? next(from) : (line.indexOf(tab, from) + 1) || line.length;
  if (key.skip) from = skipped(from);
  from = Math.min(line.length, from + key.char);
  if (key.lastField === Infinity) return line.slice(from);
  for (let n = key.lastField + (key.lastChar === 0 ? 1 : 0); n > 0 && to < line.length; n--) {
    if (tab === undefined) { to = next(to); continue; }
    const end = line.indexOf(tab, to);
    to = end < 0 ? line.length : n > 1 || key.lastChar !== 0 ? end + 1 : end;
  }
  if (key.lastChar !== 0) to = Math.min(line.length, (key.lastSkip ? skipped(to) : to) + key.lastChar);
  return line.slice(from, Math.max(from, to));
}

// made prepares a key's text for its comparison.
function made(text, how) {
  if (how.has("n")) return decimal(text);
  if (how.has("h")) return human(text);
  if (how.has("g")) return general(text);
  if (how.has("M")) return months.indexOf(/^[ \t\n]*(.{0,3})/s.exec(text)[1].toUpperCase());
  if (how.has("d")) text = text.replace(/[^0-9A-Za-z \t\n]/g, "");
  if (how.has("i")) text = text.replace(/[^ -~]/g, "");
  return how.has("f") ? text.replace(/[a-z]/g, (c) => c.toUpperCase()) : text;
}

const compared = (how) => (how.has("n") ? inDecimal : how.has("h") ? (a, b) => a.unit - b.unit || inDecimal(a, b) : how.has("g") ? (a, b) => a.kind - b.kind || a.n - b.n || 0 : how.has("M") ? (a, b) => a - b : how.has("V") ? version : spelled);

const sort = tool("sort", "bdfghinMrRVcCmsuzk:o:t:S:T:", {
  "ignore-leading-blanks": "b", "dictionary-order": "d", "ignore-case": "f", "general-numeric-sort": "g", "human-numeric-sort": "h", "ignore-nonprinting": "i", "month-sort": "M",
  "numeric-sort": "n", reverse: "r", "version-sort": "V", check: "c", key: "k", merge: "m", output: "o", stable: "s", "field-separator": "t", unique: "u", "zero-terminated": "z",
}, async (given, operands, ctx) => {
  const global = new Set([..."dfghinMrRV"].filter((l) => given.has(l))), end = given.has("z") ? "\0" : "\n";
  const tab = !given.has("t") ? undefined : given.get("t") === "\\0" ? "\0" : bytesOf(given.get("t"));
  if (tab !== undefined && tab.length !== 1) throw new Refusal(tab === "" ? "empty tab" : `multi-character tab '${given.get("t")}'`, 2);
  const keys = given.list.filter(([l]) => l === "k").map(([, word]) => keyed(word)).map((k) => (k.own ? k : { ...k, how: global, skip: given.has("b"), lastSkip: given.has("b") }));
  if (keys.length === 0 && (global.size > (global.has("r") ? 1 : 0) || given.has("b"))) keys.push({ field: 0, char: 0, lastField: Infinity, lastChar: 0, how: global, skip: given.has("b"), lastSkip: false });
  for (const { how } of keys) {
    if (how.has("R")) throw new Refusal("-R, by chance, is not known here", 2);
    const kinds = [..."nghMV"].filter((l) => how.has(l));
    if (kinds.length > 1 || kinds.length === 1 && kinds[0] !== "V" && (how.has("d") || how.has("i"))) throw new Refusal(`options '-${[..."dghinMV"].filter((l) => how.has(l)).join("")}' are incompatible`, 2);
  }
  const prepared = keys.map((k) => ({ ...k, compare: compared(k.how), sign: k.how.has("r") ? -1 : 1 }));
  const row = (line) => ({ line, keys: prepared.map((k) => made(between(line, k, tab), k.how)) });
  const byKeys = (a, b) => { for (const [i, k] of prepared.entries()) { const d = k.compare(a.keys[i], b.keys[i]); if (d !== 0) return d * k.sign; } return 0; };
  const last = given.has("u") || given.has("s") ? (prepared.length > 0 ? () => 0 : undefined) : undefined;
  const whole = (a, b) => (global.has("r") ? -1 : 1) * spelled(a.line, b.line);
  const order = (a, b) => byKeys(a, b) || (last ?? whole)(a, b);
  const texts = await contents(operands, ctx);
  if (texts.length < Math.max(1, operands.length)) return { stdout: "", code: 2 };
  const files = texts.map(({ text }) => linesOf(text, end).map(row)), rows = files.flat();
  const disorder = (list) => list.findIndex((r, i) => i > 0 && (given.has("u") ? order(list[i - 1], r) >= 0 : order(list[i - 1], r) > 0));
  if (given.has("c") || given.has("C")) {
    const at = disorder(rows);
    if (at >= 0 && given.has("c") && given.get("c") === "") ctx.say(`${operands[0] ?? "-"}:${at + 1}: disorder: ${rows[at].line}`);
    return { stdout: "", code: at >= 0 ? 1 : 0 };
  }
  if (given.has("m") && files.some((list) => disorder(list) >= 0)) throw new Refusal("-m: an input that is not in order cannot be merged here", 2);
  rows.sort(order);
  const kept = given.has("u") ? rows.filter((r, i) => i === 0 || order(rows[i - 1], r) !== 0) : rows, text = kept.map((r) => r.line + end).join("");
  if (!given.has("o")) return text;
  await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, given.get("o")), text, "binary");
  return "";
});

tools.push(sort);

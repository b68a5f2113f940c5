// What jq has of its own (see jq.js): functions of values, by name and number of arguments.
"use strict";

// ofValues is a function of the value and its arguments' values, each with each, the last one outermost.
const ofValues = (f) => function (args, v, p, env, k) {
  const next = (i, got) => (i < 0 ? k(f.call(this, v, ...got), p === null ? null : notPath) : this.run(args[i], v, null, env, (x) => next(i - 1, [x, ...got])));
  return next(args.length - 1, []);
};
const jqNum = (name, f) => (v) => (typeof v === "number" ? f(v) : jqFail(`${jqNamed(v)} number required`));
const jqStr = (v, what) => (typeof v === "string" ? v : jqFail(`${jqNamed(v)} ${what}`));
const jqList = (v, what) => (Array.isArray(v) ? v : jqFail(`${jqNamed(v)} ${what}`));

// descend gives what a step gives of a value, and of that, in the order of recursion, on a list instead of a stack.
function descend(machine, v, p, step, k) {
  const todo = [[v, p]];
  while (todo.length > 0) {
    const [x, q, err] = todo.pop();
    if (err) throw err;
    const more = [];
    let fault;
    if (k(x, q) === false) continue;
    try { step(x, q, (y, r) => { more.push([y, r]); jqBound(more); }); } catch (e) { if (!(e instanceof JqError)) throw e; fault = e; }
    if (fault) todo.push([null, null, fault]);
    todo.push(...more.reverse());
  }
}

const jqSorted = (list, keys) => list.map((v, i) => ({ v, k: keys[i], i })).sort((a, b) => jqOrder(a.k, b.k) || a.i - b.i);
const jqKeyed = (f) => ofValues((v, keys) => f(jqList(v, "cannot be sorted, as it is not an array"), keys));

function jqContains(a, b) {
  if (a instanceof Map && b instanceof Map) return [...b].every(([k, v]) => a.has(k) && jqContains(a.get(k), v));
  if (Array.isArray(a) && Array.isArray(b)) return b.every((v) => a.some((x) => jqContainsIn(x, v)));
  if (typeof a === "string" && typeof b === "string") return a.includes(b);
  if (jqType(a) === jqType(b)) return jqEqual(a, b);
  return jqFail(`${jqNamed(a)} and ${jqNamed(b)} cannot have their containment checked`);
}
const jqContainsIn = (a, b) => (jqType(a) === jqType(b) ? jqContains(a, b) : false);

function jqFlat(list, depth) { return list.flatMap((v) => (Array.isArray(v) && depth > 0 ? jqFlat(v, depth - 1) : [v])); }

function jqHas(v, key) {
  if (v instanceof Map && typeof key === "string") return v.has(key);
  if (Array.isArray(v) && typeof key === "number") return key >= 0 && key < v.length;
  return jqFail(`Cannot check whether ${jqType(v)} has a ${jqType(key) === "string" ? "string" : jqType(key)} key`);
}

function jqNumberOf(v) {
  if (typeof v === "number") return v;
  if (typeof v !== "string") return jqFail(`${jqNamed(v)} cannot be parsed as a number`);
  const t = v.trim();
  return /^[-]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(t) ? Number(t) : jqFail(`Invalid numeric literal at EOF at line 1, column ${v.length} (while parsing '${v}')`);
}

// Regular expressions: Oniguruma's, in what JavaScript has.
function jqPattern(text, flags) {
  if (flags !== null && typeof flags !== "string") jqFail(`${jqNamed(flags)} is not a string`);
  const known = { g: "", i: "i", x: "x", s: "s", n: "", p: "s", l: "" };
  for (const f of flags ?? "") if (!Object.hasOwn(known, f)) jqFail(`${flags} is not a valid modifier string`);
  if (/[lp]/.test(flags ?? "")) throw new Refusal(`the flag ${/[lp]/.exec(flags)[0]} is not known here`, 5);
  const extended = (flags ?? "").includes("x"), inside = { w: "\\p{L}\\p{M}\\p{N}\\p{Pc}", d: "\\p{Nd}", s: "\\t-\\r\\u0085\\p{Z}", h: "0-9a-fA-F" };
  const posix = { alpha: "\\p{L}\\p{M}", digit: "\\p{Nd}", alnum: "\\p{L}\\p{M}\\p{N}", upper: "\\p{Lu}", lower: "\\p{Ll}", space: inside.s, punct: "\\p{P}\\p{S}", blank: "\\p{Zs}\\t", cntrl: "\\p{Cc}", xdigit: inside.h, word: inside.w, print: "\\P{C}", graph: "\\P{C}" };
  let out = "", i = 0, fold = (flags ?? "").includes("i") ? "i" : "";
  const lead = /^\(\?i\)/.exec(text);
  if (lead) { fold = "i"; i = lead[0].length; }
  const escape = (c, cls) => {
    if (c === undefined) jqFail(`${text} (at offset 0) is not a valid regex: end pattern at escape`);
    if (Object.hasOwn(inside, c)) return cls ? inside[c] : `[${inside[c]}]`;
    if (Object.hasOwn(inside, c.toLowerCase())) { if (cls) throw new Refusal(`the class \\${c} within [ ] is not known here`, 5); return `[^${inside[c.toLowerCase()]}]`; }
    if (!cls && c === "b") return `(?:(?<=[${inside.w}])(?![${inside.w}])|(?<![${inside.w}])(?=[${inside.w}]))`;
    if (!cls && c === "B") return `(?:(?<=[${inside.w}])(?=[${inside.w}])|(?<![${inside.w}])(?![${inside.w}]))`;
    if (!cls && c === "A") return "(?<![\\s\\S])";
    if (!cls && c === "z") return "(?![\\s\\S])";
    if (!cls && c === "Z") return "(?=\\n?(?![\\s\\S]))";
    if ("ntrfv0".includes(c) || !cls && /[1-9k]/.test(c) || c === "p" || c === "P") return "\\" + c;
    if (c === "a") return "\\x07";
    if (c === "e") return "\\x1b";
    if (c === "u" || c === "x") return "\\" + c;
    if (/[A-Za-z0-9]/.test(c)) throw new Refusal(`the escape \\${c} of a regular expression is not known here`, 5);
    return /[\^$\\.*+?()[\]{}|/-]/.test(c) && (c !== "-" || cls) ? "\\" + c : c;
  };
  while (i < text.length) {
    const c = text[i++];
    if (c === "\\") out += escape(text[i++], false);
    else if (c === "[") {
      out += "[";
      if (text[i] === "^") { out += "^"; i++; }
      let first = true;
      for (; i < text.length && (first || text[i] !== "]"); first = false) {
        const named = /^\[:(\^?)(\w+):\]/.exec(text.slice(i, i + 20));
        if (named) {
          if (named[1] || !Object.hasOwn(posix, named[2])) throw new Refusal(`the class ${named[0]} is not known here`, 5);
          out += posix[named[2]]; i += named[0].length;
        } else if (text[i] === "\\") { out += escape(text[i + 1], true); i += 2; }
        else if (text[i] === "[" || text.startsWith("&&", i)) throw new Refusal("a class within a class is not known here", 5);
        else { const point = String.fromCodePoint(text.codePointAt(i)); out += first && point === "]" || /[\^(){}|/]/.test(point) && !(point === "^" && first) ? "\\" + point : point; i += point.length; }
      }
      if (i >= text.length) jqFail(`${text} (at offset 0) is not a valid regex: premature end of char-class`);
      out += "]"; i++;
    } else if (extended && /\s/.test(c)) continue;
    else if (extended && c === "#") { while (i < text.length && text[i] !== "\n") i++; }
    else if (c === "$") out += "(?=\\n?(?![\\s\\S]))";
    else if (c === "(" && /^\?(>|#|\(|[-imx]+[:)])/.test(text.slice(i)) || /[*+?}]/.test(c) && text[i] === "+") throw new Refusal(`${text.slice(i - 1, i + 3)} in a regular expression is not known here`, 5);
    else if (c === "{" && !/^\d*,?\d*\}/.test(text.slice(i)) || c === "}" && !/\{\d*,?\d*$/.test(out) || c === "]") out += "\\" + c;
    else if (c === "{" && text[i] === ",") { out += "{0"; } else out += c;
  }
  try { return new RegExp(out, "dgu" + fold + ((flags ?? "").includes("s") ? "s" : "")); } catch { return jqFail(`${text} (at offset 0) is not a valid regex: ${"it cannot be used here"}`); }
}

// found lists the matches of a text.
function jqMatches(v, pattern, flags, test) {
  if (typeof v !== "string") jqFail(`${jqNamed(v)} cannot be matched, as it is not a string`);
  if (typeof pattern !== "string") jqFail(`${jqNamed(pattern)} cannot be matched, as it is not a string`);
  const re = jqPattern(pattern, flags);
  if (test) return re.test(v);
  const all = [], global = (flags ?? "").includes("g"), points = /[\ud800-\udfff]/.test(v) ? (at) => [...v.slice(0, at)].length : (at) => at;
  for (const m of v.matchAll(re)) {
    if ((flags ?? "").includes("n") && m[0] === "") continue;
    const groups = Object.entries(m.groups ?? {}), places = m.indices.groups ?? {}, names = new Map();
    for (const [name] of groups) { const own = places[name]; for (let i = 1; i < m.length; i++) if (!names.has(i) && ![...names.values()].includes(name) && (own === undefined ? m[i] === undefined : m.indices[i]?.[0] === own[0] && m.indices[i]?.[1] === own[1])) { names.set(i, name); break; } }
    const group = (i) => {
      const [from, to] = m.indices[i] ?? [-1, -1];
      const text = m[i] ?? null, entry = [["offset", from < 0 ? -1 : points(from)], ["length", from < 0 ? 0 : points(to) - points(from)], ["string", text]];
      return new Map(i === 0 ? entry : [...entry, ["name", names.get(i) ?? null]]);
    };
    all.push(group(0).set("captures", m.slice(1).map((_, i) => group(i + 1))));
    jqBound(all);
    if (!global) break;
  }
  return all;
}

// Formats: @csv and the like.
const jqFormats = {
  "@text": jqString, "@json": (v) => jqText(v),
  "@csv": (v) => jqList(v, "cannot be csv-formatted, only an array can be").map((e) => (typeof e === "string" ? `"${e.replaceAll('"', '""')}"` : e === null ? "" : typeof e === "object" ? jqFail(`${jqNamed(e)} is not valid in a csv row`) : jqText(e))).join(","),
  "@tsv": (v) => jqList(v, "cannot be tsv-formatted, only an array can be").map((e) => (typeof e === "string" ? e.replace(/[\\\t\n\r]/g, (c) => ({ "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" })[c]) : e === null ? "" : typeof e === "object" ? jqFail(`${jqNamed(e)} is not valid in a csv row`) : jqText(e))).join("\t"),
  "@html": (v) => jqString(v).replace(/[<>&'"]/g, (c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", "'": "&apos;", '"': "&quot;" })[c]),
  "@uri": (v) => [...bytesOf(jqString(v))].map((c) => (/[A-Za-z0-9\-_.~!*'()]/.test(c) ? c : "%" + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"))).join(""),
  "@sh": (v) => (Array.isArray(v) ? v : [v]).map((e) => (typeof e === "string" ? `'${e.replaceAll("'", "'\\''")}'` : e !== null && typeof e === "object" ? jqFail(`${jqNamed(e)} can not be escaped for shell`) : jqText(e))).join(" "),
  "@base64": (v) => btoa(bytesOf(jqString(v))),
  "@base64d": (v) => {
    const text = jqString(v).replace(/=+$/, "");
    if (/[^A-Za-z0-9+/]/.test(text) || text.length % 4 === 1) return jqFail(`${jqNamed(jqString(v))} is not valid base64 data`);
    return new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
  },
  "@base32": (v) => {
    let bits = [...bytesOf(jqString(v))].map((c) => c.charCodeAt(0).toString(2).padStart(8, "0")).join("");
    bits = bits.padEnd(Math.ceil(bits.length / 5) * 5, "0");
    const text = (bits.match(/.{5}/g) ?? []).map((b) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(b, 2)]).join("");
    return text.padEnd(Math.ceil(text.length / 8) * 8, "=");
  },
};
function jqFormatKnown(name) { if (!Object.hasOwn(jqFormats, name)) throw new JqSyntax(`${name.slice(1)} is not a valid format`); }
const jqFormat = (name, v) => jqFit(jqFormats[name](v));

// Times.
const jqDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"], jqMonths = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const jqDayOf = (y, m, d) => Math.round((Date.UTC(y, m, d) - Date.UTC(y, 0, 1)) / 864e5);
function jqBroken(v) {
  if (typeof v !== "number") jqFail("gmtime() requires a number");
  const t = new Date(Math.floor(v) * 1000), seconds = t.getUTCSeconds() + (v - Math.floor(v));
  if (Number.isNaN(t.getTime())) throw new Refusal(`${jqNumber(v)} is a time that cannot be shown here`, 5);
  return [t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate(), t.getUTCHours(), t.getUTCMinutes(), seconds, t.getUTCDay(), jqDayOf(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate())];
}
function jqMake(v) {
  if (!Array.isArray(v) || v.length < 6) jqFail(`mktime requires ${Array.isArray(v) ? 'parsed datetime inputs' : "array of 6 numbers"}`);
  if (!v.slice(0, 6).every((n) => typeof n === "number")) jqFail("mktime requires parsed datetime inputs");
  return Math.floor(Date.UTC(...v.slice(0, 6).map(Math.trunc)) / 1000);
}
function jqTime(v, format) {
  if (typeof v === "number") v = jqBroken(v);
  else if (!Array.isArray(v)) jqFail("strftime/1 requires parsed datetime inputs");
  if (typeof format !== "string") jqFail("strftime/1 requires a string format");
  const [y, m, d, H, M, S, w, j] = v.map((n) => (typeof n === "number" ? Math.trunc(n) : jqFail("strftime/1 requires parsed datetime inputs"))), two = (n) => String(n).padStart(2, "0"), twelve = H % 12 || 12;
  const iso = () => { const t = new Date(Date.UTC(y, m, d)); t.setUTCDate(t.getUTCDate() + 4 - (t.getUTCDay() || 7)); return [t.getUTCFullYear(), Math.ceil((jqDayOf(t.getUTCFullYear(), t.getUTCMonth(), t.getUTCDate()) + 1) / 7)]; };
  const parts = {
    Y: () => String(y), m: () => two(m + 1), d: () => two(d), H: () => two(H), M: () => two(M), S: () => two(S), Z: () => "UTC", z: () => "+0000", a: () => jqDays[w].slice(0, 3), A: () => jqDays[w], b: () => jqMonths[m].slice(0, 3), h: () => jqMonths[m].slice(0, 3), B: () => jqMonths[m],
    e: () => String(d).padStart(2), j: () => String(j + 1).padStart(3, "0"), y: () => two(y % 100), C: () => two(Math.floor(y / 100)), I: () => two(twelve), l: () => String(twelve).padStart(2), k: () => String(H).padStart(2), p: () => (H < 12 ? "AM" : "PM"), P: () => (H < 12 ? "am" : "pm"), u: () => String(w || 7), w: () => String(w), s: () => String(jqMake(v)),
    n: () => "\n", t: () => "\t", "%": () => "%", F: () => `${y}-${two(m + 1)}-${two(d)}`, T: () => `${two(H)}:${two(M)}:${two(S)}`, R: () => `${two(H)}:${two(M)}`, D: () => `${two(m + 1)}/${two(d)}/${two(y % 100)}`, c: () => `${jqDays[w].slice(0, 3)} ${jqMonths[m].slice(0, 3)} ${String(d).padStart(2)} ${two(H)}:${two(M)}:${two(S)} ${y}`, x: () => `${two(m + 1)}/${two(d)}/${two(y % 100)}`, X: () => `${two(H)}:${two(M)}:${two(S)}`, r: () => `${two(twelve)}:${two(M)}:${two(S)} ${H < 12 ? "AM" : "PM"}`,
    G: () => String(iso()[0]), V: () => two(iso()[1]), U: () => two(Math.floor((j + 7 - w) / 7)), W: () => two(Math.floor((j + 7 - (w + 6) % 7) / 7)),
  };
  return format.replace(/%(.?)/gs, (all, c) => { if (!Object.hasOwn(parts, c)) throw new Refusal(`strftime: ${all} is not known here`, 5); return parts[c](); });
}
function jqStrptime(v, format) {
  if (typeof v !== "string") jqFail(`strptime/1 requires string inputs and arguments`);
  const got = { Y: 1900, m: 0, d: 0, H: 0, M: 0, S: 0 };
  let at = 0;
  const fail = () => jqFail(`date "${v}" does not match format "${format}"`);
  const whole = format.replaceAll("%F", "%Y-%m-%d").replaceAll("%T", "%H:%M:%S").replaceAll("%R", "%H:%M").replaceAll("%D", "%m/%d/%y");
  for (let i = 0; i < whole.length; i++) {
    const rest = v.slice(at);
    if (/\s/.test(whole[i])) { at += /^\s*/.exec(rest)[0].length; continue; }
    if (whole[i] !== "%") { if (rest[0] !== whole[i]) fail(); at++; continue; }
    const c = whole[++i], digits = { Y: 4, m: 2, d: 2, e: 2, H: 2, M: 2, S: 2, y: 2, j: 3, s: 18 }[c];
    if (digits) {
      const m = new RegExp(`^\\s*(\\d{1,${digits}})`).exec(rest) ?? fail(), n = Number(m[1]);
      at += m[0].length;
      if (c === "m" && (n < 1 || n > 12) || (c === "d" || c === "e") && (n < 1 || n > 31) || c === "H" && n > 23 || c === "M" && n > 59 || c === "S" && n > 61) fail();
      if (c === "m") got.m = n - 1; else if (c === "e") got.d = n; else if (c === "y") got.Y = n + (n < 69 ? 2000 : 1900); else if (c === "j" || c === "s") throw new Refusal(`strptime: %${c} is not known here`, 5); else got[c] = n;
    } else if ("aAbBh".includes(c)) {
      const list = "aA".includes(c) ? jqDays : jqMonths, n = list.findIndex((name) => rest.toLowerCase().startsWith(name.slice(0, 3).toLowerCase()));
      if (n < 0) fail();
      at += rest.toLowerCase().startsWith(list[n].toLowerCase()) ? list[n].length : 3;
      if (list === jqMonths) got.m = n;
    } else if (c === "Z") at += (/^[A-Za-z]+/.exec(rest) ?? fail())[0].length;
    else if (c === "z") { const m = /^(Z|[-+]\d\d:?\d\d)/.exec(rest) ?? fail(); at += m[0].length; }
    else if (c === "%") { if (rest[0] !== "%") fail(); at++; } else throw new Refusal(`strptime: %${c} is not known here`, 5);
  }
  if (at < v.length) fail();
  const t = new Date(Date.UTC(got.Y, got.m, got.d));
  if (got.d === 0) throw new Refusal("strptime: a date without a day is not known here", 5);
  return [got.Y, got.m, got.d, got.H, got.M, got.S, t.getUTCDay(), jqDayOf(got.Y, got.m, got.d)];
}

const jqDown = (v, change) => jqStr(v, "").replace(change === "down" ? /[A-Z]/g : /[a-z]/g, (c) => (change === "down" ? c.toLowerCase() : c.toUpperCase()));
const jqRound = (x) => Math.sign(x) * Math.round(Math.abs(x));

const jqNative = {
  "empty/0": () => {},
  "not/0": ofValues((v) => !jqTrue(v)), "true/0": ofValues(() => true), "false/0": ofValues(() => false), "null/0": ofValues(() => null),
  "error/1"(args, v, p, env) { return this.run(args[0], v, null, env, (x) => { if (x !== null) throw new JqError(x); }); }, // of null it is empty
  "path/1"(args, v, p, env, k) { return this.run(args[0], v, [], env, (x, q) => { if (q === notPath) jqFail(`Invalid path expression with result ${jqShort(x)}`); k(q, p === null ? null : notPath); }); },
  "getpath/1"(args, v, p, env, k) { return this.run(args[0], v, null, env, (path) => k(jqGetPath(v, jqList(path, "Path must be specified as an array")), p === null ? null : p === notPath ? jqStep(p, 0, v) : [...p, ...path])); },
  "setpath/2": ofValues((v, path, to) => jqSetPath(v, Array.isArray(path) ? path : jqFail("Path must be specified as an array"), to)),
  "delpaths/1": ofValues((v, paths) => jqDeleteAll(v, Array.isArray(paths) ? paths : jqFail("Paths must be specified as an array"))),
  "recurse/1"(args, v, p, env, k) { descend(this, v, p, (x, q, found) => this.run(args[0], x, q, env, found), k); },
  "recurse/2"(args, v, p, env, k) { descend(this, v, p, (x, q, found) => this.run(args[0], x, q, env, (y, r) => this.run(args[1], y, null, env, (b) => { if (jqTrue(b)) found(y, r); })), k); },
  "repeat/1"() { throw new Refusal("repeat is another thing in each jq, and is not known here", 5); },
  "while/2"(args, v, p, env, k) { const test = args[0]; descend(this, v, p, (x, q, found) => this.run(args[1], x, q, env, found), (x, q) => { let go = false; this.run(test, x, null, env, (b) => { go = jqTrue(b); }); if (!go) return false; k(x, q); return true; }); },
  "until/2"(args, v, p, env, k) { descend(this, v, p, (x, q, found) => this.run(args[1], x, q, env, found), (x, q) => { let done = false; this.run(args[0], x, null, env, (b) => { done = jqTrue(b); }); if (!done) return true; k(x, q); return false; }); },
  "range/1"(args, v, p, env, k) { return jqNative["range/2"].call(this, [{ op: "literal", value: 0 }, args[0]], v, p, env, k); },
  "range/2"(args, v, p, env, k) {
    return this.run(args[0], v, null, env, (from) => this.run(args[1], v, null, env, (to) => {
      if (typeof from !== "number" || typeof to !== "number") jqFail("Range bounds must be numeric");
      for (let x = from; x < to; x++) k(x, p === null ? null : notPath);
    }));
  },
  "range/3"(args, v, p, env, k) {
    return this.run(args[0], v, null, env, (from) => this.run(args[1], v, null, env, (to) => this.run(args[2], v, null, env, (by) => {
      if (by > 0) for (let x = from; x < to; x += by) k(x, p === null ? null : notPath);
      else if (by < 0) for (let x = from; x > to; x += by) k(x, p === null ? null : notPath);
      else if (from < to) for (;;) k(from, p === null ? null : notPath);
    })));
  },
  "length/0": ofValues((v) => (v === null ? 0 : typeof v === "string" ? [...v].length : typeof v === "number" ? Math.abs(v) : Array.isArray(v) ? v.length : v instanceof Map ? v.size : jqFail(`${jqNamed(v)} has no length`))),
  "utf8bytelength/0": ofValues((v) => bytesOf(jqStr(v, "only strings have UTF-8 byte length")).length),
  "keys/0": ofValues((v) => (Array.isArray(v) ? v.map((_, i) => i) : v instanceof Map ? jqKeys(v) : jqFail(`${jqNamed(v)} has no keys`))),
  "keys_unsorted/0": ofValues((v) => (Array.isArray(v) ? v.map((_, i) => i) : v instanceof Map ? [...v.keys()] : jqFail(`${jqNamed(v)} has no keys`))),
  "has/1": ofValues(jqHas), "contains/1": ofValues(jqContains),
  "add/0": ofValues((v) => {
    const list = v instanceof Map ? [...v.values()] : Array.isArray(v) ? v : jqFail(`Cannot iterate over ${jqType(v)}${v === null ? "" : ` (${jqShort(v)})`}`);
    if (list.length > 0 && list.every((e) => typeof e === "string")) return jqFit(list.join(""));
    if (list.length > 0 && list.every(Array.isArray)) return jqBound(list.flat(1));
    return list.reduce((a, b) => jqMath["+"](a, b), null);
  }),
  "type/0": ofValues(jqType), "tojson/0": ofValues((v) => jqText(v)), "tostring/0": ofValues(jqString), "tonumber/0": ofValues(jqNumberOf),
  "fromjson/0": ofValues((v) => {
    const reader = new JqReader(jqStr(v, "only strings can be parsed"));
    try { const x = reader.next(); if (x !== undefined && reader.next() !== undefined) jqFail(`Unexpected extra JSON values (while parsing '${v}')`); return x ?? null; } catch (err) { if (!(err instanceof Refusal)) throw err; return jqFail(`${err.message.replace(/^error \(at <stdin>:\d+\): /, "")} (while parsing '${v}')`); }
  }),
  "sort/0": ofValues((v) => jqSorted(jqList(v, "cannot be sorted, as it is not an array"), v).map((e) => e.v)),
  "_sort_by/1": jqKeyed((v, keys) => jqSorted(v, keys).map((e) => e.v)),
  "_group_by/1": jqKeyed((v, keys) => { const groups = []; let last; for (const e of jqSorted(v, keys)) { if (last && jqOrder(last.k, e.k) === 0) groups.at(-1).push(e.v); else groups.push([e.v]); last = e; } return groups; }),
  "min/0": ofValues((v) => jqList(v, "cannot be iterated over").reduce((a, b, i) => (i === 0 || jqOrder(b, a) < 0 ? b : a), null)), "max/0": ofValues((v) => jqList(v, "cannot be iterated over").reduce((a, b, i) => (i === 0 || jqOrder(b, a) >= 0 ? b : a), null)),
  "_min_by/1": ofValues((v, keys) => { let at = -1; keys.forEach((k, i) => { if (at < 0 || jqOrder(k, keys[at]) < 0) at = i; }); return at < 0 ? null : v[at]; }), "_max_by/1": ofValues((v, keys) => { let at = -1; keys.forEach((k, i) => { if (at < 0 || jqOrder(k, keys[at]) >= 0) at = i; }); return at < 0 ? null : v[at]; }),
  "reverse/0": ofValues((v) => (v === null ? [] : typeof v === "string" && v === "" ? [] : [...jqList(v, "cannot be reversed, as it is not an array")].reverse())),
  "flatten/0": ofValues((v) => jqFlat(v instanceof Map ? [...v.values()] : jqList(v, "cannot be flattened"), 1e9)), "flatten/1": ofValues((v, n) => (n < 0 ? jqFail("flatten depth must not be negative") : jqFlat(v instanceof Map ? [...v.values()] : jqList(v, "cannot be flattened"), n))),
  "transpose/0": ofValues((v) => Array.from({ length: Math.max(0, ...jqList(v, "cannot be transposed").map((r) => r.length)) }, (_, i) => v.map((r) => r[i] ?? null))),
  "join/1": ofValues((v, by) => { const list = jqList(v, "cannot be joined"); return list.length === 0 ? "" : jqFit(list.map((e) => (e === null ? "" : typeof e === "string" ? e : typeof e === "object" ? jqFail(`${jqNamed(list.slice(0, list.indexOf(e)).join(by) + by)} and ${jqNamed(e)} cannot be added`) : jqText(e))).join(jqStr(by, "cannot be added"))); }),
  "split/1": ofValues((v, by) => (typeof v === "string" && typeof by === "string" ? jqBound(jqSplit(v, by)) : jqFail("split input and separator must be strings"))),
  "explode/0": ofValues((v) => Array.from(jqStr(v, "cannot be exploded"), (c) => c.codePointAt(0))), "implode/0": ofValues((v) => jqList(v, "cannot be imploded").map((n) => { if (typeof n !== "number" || !(n >= 0 && n <= 0x10ffff)) jqFail("Unicode codepoint must be numeric"); return String.fromCodePoint(Math.trunc(n)); }).join("").toWellFormed()),
  "ltrimstr/1": ofValues((v, s) => (typeof v === "string" && typeof s === "string" && v.startsWith(s) ? v.slice(s.length) : v)), "rtrimstr/1": ofValues((v, s) => (typeof v === "string" && typeof s === "string" && s !== "" && v.endsWith(s) ? v.slice(0, v.length - s.length) : v)),
  "startswith/1": ofValues((v, s) => (typeof v === "string" && typeof s === "string" ? v.startsWith(s) : jqFail("startswith() requires string inputs"))), "endswith/1": ofValues((v, s) => (typeof v === "string" && typeof s === "string" ? v.endsWith(s) : jqFail("endswith() requires string inputs"))),
  "ascii_downcase/0": ofValues((v) => (typeof v === "string" ? jqDown(v, "down") : jqFail("ascii_downcase input must be a string"))), "ascii_upcase/0": ofValues((v) => (typeof v === "string" ? jqDown(v, "up") : jqFail("ascii_upcase input must be a string"))),
  "trim/0": ofValues((v) => jqStr(v, "cannot be trimmed").trim()), "ltrim/0": ofValues((v) => jqStr(v, "cannot be trimmed").trimStart()), "rtrim/0": ofValues((v) => jqStr(v, "cannot be trimmed").trimEnd()),
  "indices/1": ofValues(jqIndices), "_indices/1": ofValues(jqIndices),
  "_match/3": ofValues(jqMatches),
  "infinite/0": ofValues(() => Infinity), "nan/0": ofValues(() => NaN), "isinfinite/0": ofValues((x) => Math.abs(x) === Infinity && typeof x === "number"), "isnan/0": ofValues(Number.isNaN), "isnormal/0": ofValues((x) => Number.isFinite(x) && Math.abs(x) >= 2 ** -1022),
  "now/0": ofValues(() => Date.now() / 1000), "mktime/0": ofValues(jqMake), "gmtime/0": ofValues(jqBroken), "localtime/0": ofValues(jqBroken), "strftime/1": ofValues(jqTime), "strflocaltime/1": ofValues(jqTime), "strptime/1": ofValues(jqStrptime),
  "input/0"(args, v, p, env, k) { const x = jqInput(this); if (x === undefined) jqFail("No more inputs"); k(x, p === null ? null : notPath); },
  "inputs/0"(args, v, p, env, k) { for (let x; (x = jqInput(this)) !== undefined;) k(x, p === null ? null : notPath); },
  "debug/0"(args, v, p, env, k) { this.host.say(jqText(["DEBUG:", v]) + "\n"); return k(v, p); }, "stderr/0"(args, v, p, env, k) { this.host.say(jqText(v)); return k(v, p); },
  "input_line_number/0": ofValues(() => { throw new Refusal("input_line_number is not known here", 5); }), "input_filename/0": ofValues(function () { return this.host.file(); }),
  "halt/0": () => { throw new JqHalt(0, ""); }, "halt_error/1": ofValues((v, code) => { throw new JqHalt(code, typeof v === "string" ? v : v === null ? "" : jqText(v) + "\n"); }),
  
  "error/0"(args, v) { if (v !== null) throw new JqError(v); },
  "bsearch/1": ofValues((v, x) => { let [low, high] = [0, jqList(v, "cannot be searched from").length - 1]; while (low <= high) { const mid = (low + high) >> 1, d = jqOrder(v[mid], x); if (d === 0) return mid; if (d < 0) low = mid + 1; else high = mid - 1; } return -1 - low; }),
};
const jqMaths = { floor: Math.floor, ceil: Math.ceil, round: jqRound, sqrt: Math.sqrt, fabs: Math.abs, trunc: Math.trunc, log: Math.log, log2: Math.log2, log10: Math.log10, exp: Math.exp, exp2: (x) => 2 ** x, exp10: (x) => 10 ** x, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, cbrt: Math.cbrt, significand: (x) => (x === 0 || !Number.isFinite(x) ? x : x / 2 ** Math.floor(Math.log2(Math.abs(x)))), logb: (x) => Math.floor(Math.log2(Math.abs(x))), rint: (x) => { const f = Math.floor(x); return x - f === 0.5 ? (f % 2 === 0 ? f : f + 1) : Math.round(x); } };
for (const [name, f] of Object.entries(jqMaths)) jqNative[`${name}/0`] = ofValues(jqNum(name, f));
for (const [name, f] of Object.entries({ pow: Math.pow, atan2: Math.atan2, fmin: Math.min, fmax: Math.max, fmod: (a, b) => a % b, ldexp: (a, b) => a * 2 ** b, scalb: (a, b) => a * 2 ** b })) jqNative[`${name}/2`] = ofValues((v, a, b) => (typeof a === "number" && typeof b === "number" ? f(a, b) : jqFail(`${jqNamed(typeof a === "number" ? b : a)} number required`)));

// jq is the command. https://jqlang.github.io/jq/manual/v1.6/#invoking-jq
const jqLong = { "null-input": "n", "raw-output": "r", "join-output": "j", "ascii-output": "a", "slurp": "s", "sort-keys": "S", "compact-output": "c", "monochrome-output": "M", "exit-status": "e", "raw-input": "R", "from-file": "f", unbuffered: "u", tab: "T" };

function jqOptions(args) {
  const o = { flags: new Set(), named: new Map(), positional: [], files: [], indent: "  ", loads: [] };
  let rest, file;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i], value = () => { if (++i >= args.length) throw new Refusal(`${arg} takes another parameter (e.g. ${arg} name value)`, 2); return args[i]; };
    const plain = () => { if (o.program === undefined && !file) o.program = arg; else if (rest === "args") o.positional.push(arg); else if (rest === "jsonargs") o.positional.push(jqJson(arg, "--jsonargs")); else o.files.push(arg); };
    if (o.only || arg === "-" || arg[0] !== "-") { plain(); continue; }
    if (arg === "--") { o.only = o.program !== undefined || o.only; if (o.program === undefined) o.only = true; continue; }
    if (arg.startsWith("--")) {
      const name = arg.slice(2);
      if (Object.hasOwn(jqLong, name)) { o.flags.add(jqLong[name]); if (name === "from-file") file = true; continue; }
      switch (name) {
        case "arg": { const n = value(); o.named.set(n, value()); continue; }
        case "argjson": { const n = value(); o.named.set(n, jqJson(value(), "--argjson")); continue; }
        case "slurpfile": case "rawfile": { const n = value(); o.loads.push([name, n, value()]); continue; }
        case "args": case "jsonargs": rest = name; continue;
        case "indent": { const n = value(); if (!/^\d$/.test(n) || n > 7) throw new Refusal(`Cannot indent ${n > 7 ? "more than 7 characters" : "by " + n}`, 2); o.indent = " ".repeat(Number(n)); continue; }
      }
      throw new Refusal(`the option ${arg} is not known here`, 2);
    }
    for (const letter of arg.slice(1)) {
      if (!"nrjasScMeRfu".includes(letter)) throw new Refusal(`the option -${letter} is not known here`, 2);
      o.flags.add(letter);
      if (letter === "f") file = true;
    }
  }
  if (file) { const source = o.program ?? o.files.shift(); o.program = undefined; o.source = source; }
  if (file && o.source === undefined || !file && o.program === undefined) throw new Refusal("a filter is wanted: jq FILTER [FILE…]", 2);
  if (o.flags.has("c")) o.indent = ""; else if (o.flags.has("T")) o.indent = "\t";
  if (o.flags.has("j")) o.flags.add("r");
  return o;
}
function jqJson(text, option) {
  try { const r = new JqReader(text), v = r.next(); if (v !== undefined && r.next() === undefined) return v; } catch (err) { if (!(err instanceof Refusal)) throw err; }
  throw new Refusal(`Invalid JSON text passed to ${option}`, 2);
}

function jqAll(text, option) {
  const r = new JqReader(text), all = [];
  try { for (let v; (v = r.next()) !== undefined;) all.push(v); } catch (err) { throw err instanceof Refusal ? new Refusal(`Bad JSON in ${option}: ${err.message}`, 2) : err; }
  return all;
}

async function jqExecute(args, ctx) {
  const out = [], said = [], done = (code) => ({ stdout: out.join(""), stderr: said.join(""), exitCode: code, stdoutKind: "text" });
  const decode = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
  const read = async (file) => { try { return decode(await ctx.fs.readFileBytes(ctx.fs.resolvePath(ctx.cwd, file))); } catch { throw new Refusal(`error: Could not open ${file}: No such file or directory`, 2); } };
  let size = 0, machine, tree, o, last, missing = 0;
  if (args[0] === "--version" || args[0] === "-V") { out.push("jq-1.6\n"); return done(0); }
  try {
    o = jqOptions(args);
    if (o.source !== undefined) o.program = await read(o.source);
    for (const [how, name, file] of o.loads) { const text = await read(file); if (how === "rawfile") o.named.set(name, text); else o.named.set(name, jqAll(text, `--slurpfile ${name} ${file}`)); }
    const texts = [];
    if (o.files.length === 0 && (!o.flags.has("n") || /\binputs?\b/.test(o.program))) texts.push([null, decode(ctx.stdin)]);
    for (const file of o.files) try { texts.push([file, await read(file)]); } catch (err) { said.push(`jq: ${err.message}\n`); missing = 2; }
    machine = new JqMachine({ env: new Map(Object.entries(ctx.exportedEnv ?? {})), next: jqInputs(texts, o), file: () => (texts.length === 1 ? texts[0][0] : null), say: (s) => said.push(s) });
    let env = jqBind(undefined, "$ARGS", new Map([["positional", o.positional], ["named", o.named]]));
    for (const [name, value] of o.named) env = jqBind(env, "$" + name, value);
    try {
      tree = new JqParser(o.program).whole();
      machine.known(tree, new Set(["$ENV", "$ARGS", ...[...o.named.keys()].map((n) => "$" + n)]));
    } catch (err) { if (!(err instanceof JqSyntax)) throw err; said.push(`jq: error: ${err.message}\njq: 1 compile error\n`); return done(3); }
    const show = (v) => {
      last = v;
      const text = (o.flags.has("r") && typeof v === "string" ? v : jqText(v, { indent: o.indent, sort: o.flags.has("S"), ascii: o.flags.has("a") })) + (o.flags.has("j") ? "" : "\n");
      if ((size += text.length) > jqMost.text) throw new Refusal(`more than ${jqMost.text} bytes of output cannot be held here`, 5);
      out.push(text);
    };
    let failed = 0;
    const once = (v) => {
      try { machine.run(tree, v, null, env, show); } catch (err) {
        if (err instanceof JqBreak) { said.push("jq: error (at <unknown>): break\n"); failed = 5; return; }
        if (!(err instanceof JqError)) throw err;
        failed = 5;
        const x = err.value;
        said.push(`jq: error (at <stdin>:0)${typeof x === "string" ? `: ${x}` : ` (not a string): ${jqText(x)}`}\n`);
      }
    };
    if (o.flags.has("n")) once(null); else for (let v; (v = machine.host.next()) !== undefined;) once(v);
    if (missing || failed) return done(missing || failed);
    return done(o.flags.has("e") ? (last === undefined ? 4 : jqTrue(last) ? 0 : 1) : 0);
  } catch (err) {
    if (err instanceof JqHalt) { said.push(err.out); return done(err.code); }
    if (err instanceof RangeError && /call stack/i.test(err.message)) { said.push("jq: error: the recursion is too deep to be run here\n"); return done(5); }
    if (err instanceof JqSyntax) { said.push(`jq: error: ${err.message}\n`); return done(3); }
    if (err instanceof Refusal) { said.push(`jq: ${err.message}\n`); return done(err.code === 1 ? 5 : err.code); }
    throw err;
  }
}

// jqInput is the next input of a filter that asks for one, which may catch what is wrong with it.
function jqInput(machine) {
  try { return machine.host.next(); } catch (err) { throw err instanceof Refusal ? new JqError(err.message.replace(/^error \(.*?\): /, "")) : err; }
}

// jqInputs gives the inputs one by one, as the options say.
function jqInputs(texts, o) {
  const whole = texts.map(([, text]) => text).join("");
  if (o.flags.has("R") && o.flags.has("s")) { let once = false; return () => (once ? undefined : (once = true, whole)); }
  const lines = o.flags.has("R") ? linesOf(whole) : undefined;
  if (lines) { let at = 0; return () => lines[at++]; }
  const reader = new JqReader(whole);
  if (!o.flags.has("s")) return () => reader.next();
  let once = false;
  return () => {
    if (once) return undefined;
    once = true;
    const all = [];
    for (let v; (v = reader.next()) !== undefined;) all.push(v);
    return jqBound(all);
  };
}

tools.push({ name: "jq", execute: jqExecute });

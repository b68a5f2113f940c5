// od, as GNU's (see tools.js).
// https://www.gnu.org/software/coreutils/manual/html_node/od-invocation.html
"use strict";

const digits = { o: [0, 3, 6, 0, 11, 0, 0, 0, 22], d: [0, 4, 6, 0, 11, 0, 0, 0, 20], u: [0, 3, 5, 0, 10, 0, 0, 0, 20], x: [0, 2, 4, 0, 8, 0, 0, 0, 16] };
const names = ["nul", "soh", "stx", "etx", "eot", "enq", "ack", "bel", "bs", "ht", "nl", "vt", "ff", "cr", "so", "si", "dle", "dc1", "dc2", "dc3", "dc4", "nak", "syn", "etb", "can", "em", "sub", "esc", "fs", "gs", "rs", "us", "sp"];
const marks = { 0: "\\0", 7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r" };

// kinds reads the argument of -t: types one after the other, each with a size.
function kinds(word) {
  const all = [];
  for (let rest = word; rest !== "";) {
    const [whole, letter, size, z] = /^([acdfoux])(?:(\d+|[CSILFD]))?(z?)/.exec(rest) ?? [];
    if (!whole || "ac".includes(letter) && size || letter === "f" && /[CSIL]/.test(size ?? "") || letter !== "f" && /[FD]/.test(size ?? "")) throw new Refusal(`invalid type string '${word}'`);
    const bytes = "ac".includes(letter) ? 1 : size === undefined ? (letter === "f" ? 8 : 4) : { C: 1, S: 2, I: 4, L: 8, F: 4, D: 8 }[size] ?? Number(size);
    if (letter === "f" ? ![4, 8].includes(bytes) : ![1, 2, 4, 8].includes(bytes)) throw new Refusal(`invalid type string '${word}';\nthis system doesn't provide a ${bytes}-byte ${letter === "f" ? "floating point" : "integral"} type`);
    all.push({ letter, bytes, z: z !== "", width: "ac".includes(letter) ? 3 : letter === "f" ? (bytes === 4 ? 15 : 24) : digits[letter][bytes] });
    rest = rest.slice(whole.length);
  }
  return all;
}

const short = { a: "a", b: "o1", c: "c", d: "u2", f: "fF", i: "dI", l: "dL", o: "o2", s: "d2", x: "x2" };

// field shows one value.
function field({ letter, bytes }, view, at) {
  if (letter === "a") { const n = view.getUint8(at) & 127; return n === 127 ? "del" : names[n] ?? String.fromCharCode(n); }
  if (letter === "c") { const n = view.getUint8(at); return marks[n] ?? (n >= 32 && n < 127 ? String.fromCharCode(n) : n.toString(8).padStart(3, "0")); }
  if (letter === "f") return floating(bytes === 4 ? view.getFloat32(at, true) : view.getFloat64(at, true), bytes);
  const n = view[`get${bytes === 8 ? "Big" : ""}${letter === "d" ? "Int" : "Uint"}${bytes * 8}`](at, true);
  return letter === "o" ? n.toString(8).padStart(digits.o[bytes], "0") : letter === "x" ? n.toString(16).padStart(digits.x[bytes], "0") : String(n);
}

// floating is a number with as few digits as tell it from all others, as %g shows it.
function floating(n, bytes) {
  if (!Number.isFinite(n)) return Number.isNaN(n) ? "nan" : n < 0 ? "-inf" : "inf";
  const back = bytes === 4 ? Math.fround : Number;
  for (let precision = bytes === 4 ? 6 : 15; ; precision++) {
    const text = n.toExponential(precision - 1);
    if (back(Number(text)) !== n && precision < 17) continue;
    const [, mantissa, exponent] = /^(.*)e(.*)$/.exec(text), e = Number(exponent), trim = (t) => (t.includes(".") ? t.replace(/\.?0+$/, "") : t);
    if (e < -4 || e >= precision) return `${Object.is(n, -0) ? "-" : ""}${trim(mantissa)}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
    return (Object.is(n, -0) ? "-" : "") + trim(n.toFixed(Math.max(0, precision - 1 - e)));
  }
}

function place(word, what) {
  const [, number, unit = ""] = /^(0[xX][\da-fA-F]+|\d+)([bKkM]?)$/.exec(word) ?? [];
  if (number === undefined) throw new Refusal(`invalid ${what} argument '${word}'`);
  return (/^0\d/.test(number) ? parseInt(number, 8) : Number(number)) * ({ b: 512, K: 1024, k: 1024, M: 1 << 20 }[unit] ?? 1);
}

const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));

tools.push(tool("od", "A:j:N:t:vw?abcdfilosx", { "address-radix": "A", "skip-bytes": "j", "read-bytes": "N", format: "t", "output-duplicates": "v", width: "w" }, async (given, operands, ctx) => {
  if (operands.some((o) => /^\+|^\d+[.b]*$/.test(o))) throw new Refusal(`${operands.at(-1)}: an offset without -j cannot be used here`);
  const chosen = given.list.filter(([l]) => l === "t" || Object.hasOwn(short, l)).flatMap(([l, word]) => kinds(l === "t" ? word : short[l]));
  const types = chosen.length > 0 ? chosen : kinds("o2"), radix = given.get("A") ?? "o";
  if (!["d", "o", "x", "n"].includes(radix)) throw new Refusal(`invalid output address radix '${radix}'; it must be one character from [doxn]`);
  const step = types.map((t) => t.bytes).reduce((a, b) => a / gcd(a, b) * b), block = !given.has("w") ? 16 : given.get("w") === "" ? 32 : place(given.get("w"), "-w");
  if (block === 0 || block % step !== 0 || block > 4096) throw new Refusal(`the width ${block} cannot be used with these types here`);
  const skip = place(given.get("j") ?? "0", "-j"), text = await joined(operands, ctx), limit = given.has("N") ? place(given.get("N"), "-N") : Infinity;
  if (skip > text.length) throw new Refusal("cannot skip past end of combined input");
  const data = text.slice(skip, skip + limit), widest = Math.max(...types.map((t) => (t.width + 1) * (block / t.bytes)));
  const address = (at) => (radix === "n" ? "" : radix === "d" ? String(at).padStart(7, "0") : at.toString(radix === "o" ? 8 : 16).padStart(radix === "o" ? 7 : 6, "0"));
  const line = (piece, at) => {
    const view = new DataView(new ArrayBuffer(block));
    for (let i = 0; i < piece.length; i++) view.setUint8(i, piece.charCodeAt(i));
    return types.map((type, i) => {
      const fields = block / type.bytes, pad = widest - type.width * fields, gone = Math.floor((block - piece.length) / type.bytes);
      let shown = i === 0 ? address(at) : " ".repeat(address(at).length), left = pad;
      for (let f = fields; f > gone; f--) {
        const next = Math.floor(pad * (f - 1) / fields);
        shown += field(type, view, (fields - f) * type.bytes).padStart(left - next + type.width);
        left = next;
      }
      if (type.z) shown += " ".repeat(gone * (type.width + Math.floor(pad / fields))) + `  >${piece.replace(/[^ -~]/g, ".")}<`;
      return shown + "\n";
    }).join("");
  };
  const out = [];
  let before, starred = false;
  for (let at = 0; at < data.length; at += block) {
    const piece = data.slice(at, at + block), same = piece === before && piece.length === block && !given.has("v");
    if (!same) out.push(line(piece, skip + at));
    else if (!starred) out.push("*\n");
    [before, starred] = [piece, same];
  }
  if (radix !== "n") out.push(address(skip + data.length) + "\n");
  return out.join("");
}));

// printf, as bash has it: numbers of 64 bits, and fractions with the 64 bits of a long
// double. awk shows its numbers by the same.
// https://www.gnu.org/software/bash/manual/bash.html#index-printf
"use strict";

// A real is m times 2 to the e, with a sign; what is no number has a name: inf or nan.
function realOf(n) {
  if (!Number.isFinite(n)) return { minus: n < 0, name: Number.isNaN(n) ? "nan" : "inf" };
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, n);
  const bits = view.getBigUint64(0), exponent = Number(bits >> 52n & 2047n), low = bits & (1n << 52n) - 1n;
  return { minus: bits >> 63n === 1n, m: exponent === 0 ? low : low | 1n << 52n, e: (exponent || 1) - 1075 };
}

const bitLength = (n) => (n === 0n ? 0 : n.toString(16).length * 4 - Math.clz32(parseInt(n.toString(16)[0], 16)) + 28);

// halved rounds n / 2^bits to even.
function halved(n, bits, sticky) {
  if (bits <= 0) return n << BigInt(-bits);
  const b = BigInt(bits), half = 1n << b - 1n, low = n & (1n << b) - 1n, q = n >> b;
  return low > half || low === half && (sticky || (q & 1n) === 1n) ? q + 1n : q;
}

// longOf reads a number as strtold does, and tells what is left of the text.
function longOf(text) {
  const found = /^\s*([-+]?)(?:(0[xX])([\da-fA-F]*)\.?([\da-fA-F]*)(?:[pP]([-+]?\d+))?|(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?|(inf(?:inity)?|nan))/i.exec(text) ?? [""];
  const [all, sign, hex, hw = "", hp = "", hexp = "0", w = "", p = "", exp = "0"] = found, name = /^\s*[-+]?(inf(?:inity)?|nan)/i.exec(text);
  if (name) return { minus: sign === "-", name: name[1].slice(0, 3).toLowerCase(), rest: text.slice(name[0].length) };
  if (hex ? hw + hp === "" : w + p === "") return { minus: false, m: 0n, e: 0, rest: text };
  const clean = hex ? all : /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(text)[0], rest = text.slice(clean.length);
  if (Math.abs(Number(hex ? hexp : exp)) > 4000 || w.length + p.length > 4000) throw new Refusal(`${text.slice(0, 40)}: a number of that size cannot be shown here`);
  let n, e = 0, sticky = false;
  if (hex) { n = BigInt("0x" + hw + hp); e = Number(hexp) - 4 * hp.length; } else {
    const scale = Number(exp) - p.length;
    n = BigInt(w + p);
    if (scale >= 0) n *= 10n ** BigInt(scale);
    else {
      const by = 10n ** BigInt(-scale), shift = Math.max(0, 68 - bitLength(n) + bitLength(by));
      e = -shift;
      n <<= BigInt(shift);
      sticky = n % by !== 0n;
      n /= by;
    }
  }
  const over = bitLength(n) - 64;
  return over > 0 ? { minus: sign === "-", m: halved(n, over, sticky), e: e + over, rest } : { minus: sign === "-", m: n, e, rest };
}

// decimals are all the digits of a real, and where its point is from their right end.
function decimals({ m, e }) {
  return e >= 0 ? { digits: (m << BigInt(e)).toString(), scale: 0 } : { digits: (m * 5n ** BigInt(-e)).toString(), scale: -e };
}

// rounded keeps so many of the digits, and rounds to even; it may be one digit longer.
function rounded(digits, keep) {
  if (keep >= digits.length) return digits + "0".repeat(keep - digits.length);
  if (keep < 0) return "";
  const rest = digits.slice(keep), up = rest[0] > "5" || rest[0] === "5" && (/[1-9]/.test(rest.slice(1)) || keep > 0 && "13579".includes(digits[keep - 1]));
  const kept = digits.slice(0, keep) || "0";
  return up ? String(BigInt(kept) + 1n).padStart(keep, "0") : digits.slice(0, keep);
}

// fixed is %f, and scientific %e.
function fixed(real, precision) {
  const { digits, scale } = decimals(real), long = digits.padStart(scale + 1, "0"), whole = long.length - scale, all = rounded(long, whole + precision).padStart(precision + 1, "0");
  return precision === 0 ? all : `${all.slice(0, all.length - precision)}.${all.slice(all.length - precision)}`;
}
function scientific(real, precision) {
  if (real.m === 0n) return { mantissa: precision === 0 ? "0" : "0." + "0".repeat(precision), exponent: 0 };
  const { digits, scale } = decimals(real);
  let exponent = digits.length - 1 - scale, all = rounded(digits, precision + 1);
  if (all.length > precision + 1) { exponent++; all = all.slice(0, precision + 1); }
  return { mantissa: precision === 0 ? all : `${all[0]}.${all.slice(1)}`, exponent };
}

// shownReal is a real as %e, %f or %g show it, without its sign.
function shownReal(real, letter, precision, alternate) {
  if (real.name) return real.name;
  const small = letter.toLowerCase(), power = (x) => `e${x < 0 ? "-" : "+"}${String(Math.abs(x)).padStart(2, "0")}`, dotted = (t) => (alternate && !t.includes(".") ? t + "." : t);
  if (small === "f") return dotted(fixed(real, precision));
  if (small === "e") { const { mantissa, exponent } = scientific(real, precision); return dotted(mantissa) + power(exponent); }
  const p = precision || 1, { mantissa, exponent } = scientific(real, p - 1), trim = (t) => (alternate ? dotted(t) : t.includes(".") ? t.replace(/\.?0+$/, "") : t);
  return exponent < -4 || exponent >= p ? trim(mantissa) + power(exponent) : trim(fixed(real, p - 1 - exponent));
}

// padded puts a sign before digits, and both into a width.
function padded(sign, body, { flags, width }, zeros) {
  const room = Math.max(0, width - sign.length - body.length);
  if (flags.includes("-")) return sign + body + " ".repeat(room);
  return flags.includes("0") && zeros ? sign + "0".repeat(room) + body : " ".repeat(room) + sign + body;
}
const signOf = (minus, flags) => (minus ? "-" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "");

function putReal(real, spec) {
  const text = shownReal(real, spec.letter, spec.precision ?? 6, spec.flags.includes("#"));
  return padded(signOf(real.minus, spec.flags), /[EFG]/.test(spec.letter) ? text.toUpperCase() : text, spec, real.name === undefined);
}

// putInteger is a BigInt as %d, %u, %o, %x show it.
function putInteger(n, spec) {
  const signed = spec.letter === "d" || spec.letter === "i", base = { o: 8, x: 16, X: 16 }[spec.letter] ?? 10;
  let body = (n < 0n ? -n : n).toString(base);
  if (spec.precision !== undefined) body = spec.precision === 0 && n === 0n ? "" : body.padStart(spec.precision, "0");
  if (spec.flags.includes("#") && spec.letter === "o" && !body.startsWith("0")) body = "0" + body;
  const prefix = spec.flags.includes("#") && base === 16 && n !== 0n ? "0x" : "", sign = (signed ? signOf(n < 0n, spec.flags) : "") + prefix;
  const text = padded(sign, body, spec, spec.precision === undefined);
  return spec.letter === "X" ? text.toUpperCase() : text;
}

const mostWide = 1 << 20; // of one field: what is wider is refused before it is made

// specs splits a format: texts, and what stands for a value.
function specs(format) {
  const parts = [], all = /%(?:%|([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d*))?(?:hh|h|ll|l|L|j|z|t)*(?:\(([^)]*)\)(T)|(.|$)))/gsu;
  let at = 0;
  for (const m of format.matchAll(all)) {
    if (m.index > at) parts.push(format.slice(at, m.index));
    at = m.index + m[0].length;
    if (m[0] === "%%") parts.push("%");
    else parts.push({ all: m[0], flags: m[1] ?? "", width: m[2], precision: m[3], time: m[4], letter: m[5] ?? m[6] });
  }
  if (at < format.length) parts.push(format.slice(at));
  return parts;
}
function bounded(n, spec) {
  if (!(Math.abs(n) <= mostWide)) throw new Refusal(`${spec.all}: a field wider than ${mostWide} cannot be made here`);
  return n;
}

const printfMarks = { a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", "\\": "\\", "'": "'", '"': '"', "?": "?" };

// escaped takes backslashes from a text of bytes; of %b too, where \c ends all.
function escaped(text, b) {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== "\\" || i + 1 === text.length) { out += text[i]; continue; }
    const rest = text.slice(i + 1, i + 12), octal = (b && /^0([0-7]{1,3})/.exec(rest)) || /^([0-7]{1,3})/.exec(rest), hex = /^x([\da-fA-F]{1,2})/.exec(rest), point = /^(?:u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8}))/.exec(rest);
    if (b && rest[0] === "c") return { text: out, stop: true };
    if (octal) { out += String.fromCharCode(parseInt(octal[1], 8) & 255); i += octal[0].length; }
    else if (hex) { out += String.fromCharCode(parseInt(hex[1], 16)); i += hex[0].length; }
    else if (point) { const n = parseInt(point[1] ?? point[2], 16); if (n > 0x10ffff || n >= 0xd800 && n < 0xe000) throw new Refusal(`\\${rest[0]}${point[1] ?? point[2]} is no character`); out += bytesOf(String.fromCodePoint(n)); i += point[0].length; }
    else if (rest[0] === "x" || rest[0] === "u" || rest[0] === "U") throw new Refusal(`missing ${rest[0] === "x" ? "hex" : "unicode"} digit for \\${rest[0]}`);
    else if (Object.hasOwn(printfMarks, rest[0]) && !(b && /['"?]/.test(rest[0]))) { out += printfMarks[rest[0]]; i++; }
    else out += "\\";
  }
  return { text: out, stop: false };
}

// integerOf reads the number of %d as strtoimax does: what is no number, or too big, is said.
function integerOf(text, unsigned, say) {
  const quote = /^\s*['"](.)?/su.exec(text);
  if (quote) return BigInt((quote[1] ?? "\0").codePointAt(0));
  const [all, sign, digits] = /^\s*([-+]?)(0[xX][\da-fA-F]+|0[0-7]*|[1-9]\d*|)/.exec(text);
  if (all.length < text.length || digits === "" && text !== "") say(`${text}: invalid number`);
  let n = digits === "" ? 0n : BigInt(/^0\d/.test(digits) ? "0o" + digits.slice(1) : digits);
  if (sign === "-") n = -n;
  const [low, high] = unsigned ? [-(1n << 64n) + 1n, (1n << 64n) - 1n] : [-(1n << 63n), (1n << 63n) - 1n];
  if (n < low || n > high) { say(`${text}: Numerical result out of range`, true); n = unsigned ? high : n < low ? low : high; }
  return unsigned ? BigInt.asUintN(64, n) : n;
}

const printf = {
  name: "printf",
  async execute(args, ctx) {
    const warned = [];
    let code = 0, variable, out = "";
    const say = (line, only) => { warned.push(`printf: ${line}\n`); if (!only) code = 1; };
    const words = [...args];
    if (words[0] === "-v" && words.length > 1) { variable = words[1]; words.splice(0, 2); }
    if (words[0] === "--") words.shift();
    else if (words[0]?.length > 1 && words[0].startsWith("-")) return { stdout: "", stderr: `printf: ${words[0].slice(0, 2)}: invalid option\nprintf: usage: printf [-v var] format [arguments]\n`, exitCode: 2 };
    if (words.length === 0) return { stdout: "", stderr: "printf: usage: printf [-v var] format [arguments]\n", exitCode: 2 };
    try {
      const [format, ...values] = words, parts = specs(bytesOf(format)).map((p) => (typeof p === "string" ? escaped(p, false).text : p));
      let at = 0, stop = false;
      const next = () => values[at++];
      do {
        const before = at;
        for (const spec of parts) {
          if (typeof spec === "string") { out += spec; continue; }
          const done = await one(spec, next, ctx, say);
          out += done.text;
          if (out.length > ctx.limits.maxStringLength) throw new Refusal(`more than ${ctx.limits.maxStringLength} bytes cannot be made here`);
          if ((stop = done.stop)) break;
        }
        if (at === before || stop) break;
      } while (at < values.length);
    } catch (err) {
      if (!(err instanceof Refusal)) throw err;
      say(err.message);
    }
    if (variable === undefined) return { stdout: out, stderr: warned.join(""), exitCode: code, stdoutKind: /^[\0-\x7f]*$/.test(out) ? "text" : "bytes", internalStdinConsumed: 0 };
    const text = new TextDecoder().decode(Uint8Array.from(out, (c) => c.charCodeAt(0)));
    if (text.includes("\ufffd") && !out.includes("\xef\xbf\xbd")) return { stdout: "", stderr: "printf: -v: bytes that are no UTF-8 cannot be kept here\n", exitCode: 1 };
    if (/[^\w[\]@*"'$-]/.test(variable)) return { stdout: "", stderr: `printf: \`${variable}': not a valid identifier\n`, exitCode: 2 };
    const given = await ctx.origCommand(["-v", variable, "%s", text.replace(/\0.*$/s, "")]);
    return { stdout: "", stderr: warned.join("") + given.stderr, exitCode: code || given.exitCode, internalStdinConsumed: 0 };
  },
};

// one puts one value.
async function one(raw, next, ctx, say) {
  const spec = { ...raw };
  const whole = (word) => (word === undefined ? 0 : Number(integerOf(word, false, say)));
  spec.width = spec.width === "*" ? bounded(whole(next()), spec) : bounded(Number(spec.width ?? 0), spec);
  if (spec.width < 0) { spec.flags += "-"; spec.width = -spec.width; }
  spec.precision = spec.precision === undefined ? undefined : spec.precision === "*" ? bounded(whole(next()), spec) : bounded(Number(spec.precision || 0), spec);
  if (spec.precision < 0) spec.precision = undefined;
  if (spec.flags.includes("'")) throw new Refusal(`${spec.all}: the flag ' is not known here`);
  const text = (s) => padded("", spec.precision === undefined ? s : s.slice(0, spec.precision), spec, false), value = () => next();
  switch (spec.letter) {
    case "s": return { text: text(bytesOf(value() ?? "")) };
    case "c": return { text: padded("", bytesOf(value() ?? "")[0] ?? "\0", spec, false) };
    case "b": { const { text: t, stop } = escaped(bytesOf(value() ?? ""), true); return { text: text(t), stop }; }
    case "q": return { text: bytesOf(printfQuoted(value() ?? "")) };
    case "T": { const { stdout } = await ctx.origCommand([`%(${new TextDecoder().decode(Uint8Array.from(spec.time, (c) => c.charCodeAt(0)))})T`, value() ?? "-1"]); return { text: text(bytesOf(stdout)) }; }
    case "d": case "i": { const w = value(); return { text: putInteger(w === undefined ? 0n : integerOf(w, false, say), spec) }; }
    case "u": case "o": case "x": case "X": { const w = value(); return { text: putInteger(w === undefined ? 0n : integerOf(w, true, say), spec) }; }
    case "e": case "E": case "f": case "F": case "g": case "G": {
      const w = value() ?? "0", quote = /^['"](.)?/su.exec(w);
      const real = quote ? { minus: false, m: BigInt((quote[1] ?? "\0").codePointAt(0)), e: 0, rest: "" } : longOf(w);
      if (real.rest !== "") say(`${w}: invalid number`);
      return { text: putReal(real, spec) };
    }
  }
  if (spec.letter === "") throw new Refusal(`\`${spec.all.at(-1)}': missing format character`);
  throw new Refusal(`\`${spec.letter}': invalid format character`);
}

// printfQuoted is what the shell would read as this word.
function printfQuoted(word) {
  if (word === "") return "''";
  if (!/[\0-\x1f\x7f]/.test(word)) return word.replace(/[^\w@%+=:,./\-\u0080-\u{10ffff}]/gu, "\\$&").replace(/^~/, "\\~");
  const short = { "\x07": "a", "\b": "b", "\x1b": "E", "\f": "f", "\n": "n", "\r": "r", "\t": "t", "\v": "v", "\\": "\\", "'": "'" };
  return `$'${word.replace(/[\0-\x1f\x7f\\']/g, (c) => "\\" + (short[c] ?? c.charCodeAt(0).toString(8).padStart(3, "0")))}'`;
}

tools.push(printf);

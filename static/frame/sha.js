// sha1sum and sha256sum, as GNU's. The browser has no crypto.subtle in a frame whose origin is nobody's, so the sums
// are worked out here. https://www.gnu.org/software/coreutils/manual/html_node/sha2-utilities.html
"use strict";

// shaBlocks hands on what a text is in words of 32 bits, 16 at a time (FIPS 180-4, 5).
function shaBlocks(text, each) {
  const size = text.length, bytes = new Uint8Array((((size + 8) >> 6) + 1) << 6), view = new DataView(bytes.buffer), words = new Uint32Array(80);
  for (let i = 0; i < size; i++) bytes[i] = text.charCodeAt(i);
  bytes[size] = 0x80;
  view.setUint32(bytes.length - 8, Math.floor(size / 2 ** 29));
  view.setUint32(bytes.length - 4, (size << 3) >>> 0);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    each(words);
  }
}

const shaHex = (state) => Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
const shaLeft = (n, by) => (n << by) | (n >>> (32 - by));

function sha1(text) {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  shaBlocks(text, (w) => {
    for (let i = 16; i < 80; i++) w[i] = shaLeft(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    let [a, b, c, d, e] = state;
    for (let i = 0; i < 80; i++) {
      const [f, k] = i < 20 ? [(b & c) | (~b & d), 0x5a827999] : i < 40 ? [b ^ c ^ d, 0x6ed9eba1] : i < 60 ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc] : [b ^ c ^ d, 0xca62c1d6];
      [a, b, c, d, e] = [(shaLeft(a, 5) + f + e + k + w[i]) | 0, a, shaLeft(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((word, i) => { state[i] += word; });
  });
  return shaHex(state);
}

// The constants are the first bits of the roots of primes.
const shaPrimes = [];
for (let n = 2; shaPrimes.length < 64; n++) if (shaPrimes.every((p) => n % p !== 0)) shaPrimes.push(n);
const shaBits = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
const shaKeys = new Uint32Array(shaPrimes.map((p) => shaBits(Math.cbrt(p))));

function sha256(text) {
  const state = new Uint32Array(shaPrimes.slice(0, 8).map((p) => shaBits(Math.sqrt(p)))), turn = (n, by) => shaLeft(n, 32 - by);
  shaBlocks(text, (w) => {
    for (let i = 16; i < 64; i++) w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)) + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10));
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + shaKeys[i] + w[i]) | 0, two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  });
  return shaHex(state);
}

// sums makes the command of a sum, and the one that checks what it wrote (-c).
const sums = (name, sum, digits) => tool(name, "bctTqsSwz", { binary: "b", check: "c", text: "t", tag: "T", quiet: "q", status: "s", strict: "S", warn: "w", zero: "z" }, async (given, operands, ctx) => {
  const all = await contents(operands, ctx), end = given.has("z") ? "\0" : "\n", title = name.replace("sum", "").toUpperCase();
  if (!given.has("c")) return all.map(({ name: file, text }) => (given.has("T") ? `${title} (${bytesOf(file)}) = ${sum(text)}` : `${sum(text)} ${given.has("b") ? "*" : " "}${bytesOf(file)}`) + end).join("");
  const out = [], wrong = { sum: 0, read: 0, line: 0, file: operands.length - all.length }, pattern = new RegExp(`^([0-9a-fA-F]{${digits}}) [ *](.*)$`);
  for (const { name: list, text } of all) {
    if (!linesOf(text).some((line) => pattern.test(line))) { wrong.file++; ctx.say(`${list}: no properly formatted checksum lines found`); continue; }
    for (const line of linesOf(text)) {
      const [, want, file] = pattern.exec(line) ?? [];
      if (want === undefined) { wrong.line++; continue; }
      const found = await contents([new TextDecoder().decode(Uint8Array.from(file, (c) => c.charCodeAt(0)))], ctx), ok = found.length > 0 && sum(found[0].text) === want.toLowerCase();
      wrong[found.length === 0 ? "read" : "sum"] += ok ? 0 : 1;
      if (!given.has("s") && !(ok && given.has("q"))) out.push(`${file}: ${ok ? "OK" : found.length === 0 ? "FAILED open or read" : "FAILED"}\n`);
    }
  }
  const some = (n, one, many) => n > 0 && !given.has("s") && ctx.say(`WARNING: ${n} ${n === 1 ? one : many}`);
  some(wrong.line, "line is improperly formatted", "lines are improperly formatted");
  some(wrong.read, "listed file could not be read", "listed files could not be read");
  some(wrong.sum, "computed checksum did NOT match", "computed checksums did NOT match");
  return { stdout: out.join(""), code: wrong.sum + wrong.read + wrong.file > 0 || given.has("S") && wrong.line > 0 ? 1 : 0, whatever: true };
});

tools.push(sums("sha1sum", sha1, 40), sums("sha256sum", sha256, 64));

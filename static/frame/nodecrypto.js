// Node's crypto, as far as it needs no key of OpenSSL: digests, HMAC, derived keys and random bytes. The browser has no
// crypto.subtle in a frame whose origin is nobody's, so the digests are worked out here (RFC 1321, FIPS 180-4, RFC 2104).
"use strict";

// roots gives the first bits of the fraction of the roots of the first primes, exactly.
function roots(count, degree, bits) {
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return primes.map((p) => {
    const n = BigInt(p) << BigInt(bits * degree), power = (x) => (degree === 2 ? x * x : x * x * x);
    let low = 0n, high = 1n << BigInt(bits + 5);
    while (high - low > 1n) { const mid = (low + high) >> 1n; if (power(mid) <= n) low = mid; else high = mid; }
    return low & ((1n << BigInt(bits)) - 1n);
  });
}

// padded is a message with its end: a one, zeros, and its length in bits.
function padded(bytes, block, little) {
  const size = (Math.floor((bytes.length + block / 8) / block) + 1) * block, all = new Uint8Array(size), view = new DataView(all.buffer);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const high = Math.floor(bytes.length / 2 ** 29), low = (bytes.length << 3) >>> 0;
  view.setUint32(size - 8, little ? low : high, little);
  view.setUint32(size - 4, little ? high : low, little);
  return view;
}

const left = (n, by) => (n << by) | (n >>> (32 - by));

function words(state, little = false) {
  const bytes = new Uint8Array(4 * state.length), view = new DataView(bytes.buffer);
  state.forEach((word, i) => view.setUint32(4 * i, word, little));
  return bytes;
}

function md5(bytes) {
  const view = padded(bytes, 64, true), state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const sines = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32)), turns = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
  for (let at = 0; at < view.byteLength; at += 64) {
    let [a, b, c, d] = state;
    for (let i = 0; i < 64; i++) {
      const [f, g] = i < 16 ? [(b & c) | (~b & d), i] : i < 32 ? [(d & b) | (~d & c), (5 * i + 1) % 16] : i < 48 ? [b ^ c ^ d, (3 * i + 5) % 16] : [c ^ (b | ~d), (7 * i) % 16];
      [a, d, c, b] = [d, c, b, (b + left((a + f + sines[i] + view.getUint32(at + 4 * g, true)) | 0, turns[i >> 4][i & 3])) | 0];
    }
    [a, b, c, d].forEach((word, i) => { state[i] += word; });
  }
  return words(state, true);
}

function sha1(bytes) {
  const view = padded(bytes, 64), state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]), w = new Uint32Array(80);
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let i = 0; i < 80; i++) w[i] = i < 16 ? view.getUint32(at + 4 * i) : left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    let [a, b, c, d, e] = state;
    for (let i = 0; i < 80; i++) {
      const f = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d, k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6, one = (left(a, 5) + f + e + k + w[i]) | 0;
      e = d; d = c; c = left(b, 30); b = a; a = one;
    }
    [a, b, c, d, e].forEach((word, i) => { state[i] += word; });
  }
  return words(state);
}

let keys256, keys512; // worked out once

function sha256(bytes, start = roots(8, 2, 32).map(Number), size = 32) {
  const view = padded(bytes, 64), state = new Uint32Array(start), w = new Uint32Array(64), k = keys256 ??= new Uint32Array(roots(64, 3, 32).map(Number)), turn = (n, by) => (n >>> by) | (n << (32 - by));
  for (let at = 0; at < view.byteLength; at += 64) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? view.getUint32(at + 4 * i) : w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3)) + w[i - 7] + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10));
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0, two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  return words(state).slice(0, size);
}

// sha512 has each word of 64 bits as two of 32, since BigInt takes twenty times as long.
function sha512(bytes, start = roots(8, 2, 64), size = 64) {
  const view = padded(bytes, 128), halves = (list) => Int32Array.from(list.flatMap((n) => [Number(BigInt.asIntN(32, n >> 32n)), Number(BigInt.asIntN(32, n))]));
  const state = halves(start), w = new Int32Array(160), k = keys512 ??= halves(roots(80, 3, 64)), r = new Int32Array(16);
  let high = 0, low = 0; // of a sum
  const add = (h, l) => { const sum = (low >>> 0) + (l >>> 0); low = sum | 0; high = (high + h + (sum > 0xffffffff ? 1 : 0)) | 0; };
  const up = (h, l, n) => (n < 32 ? (h >>> n) | (l << (32 - n)) : (l >>> (n - 32)) | (h << (64 - n))); // the upper half, turned
  for (let at = 0; at < view.byteLength; at += 128) {
    for (let i = 0; i < 32; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 32; i < 160; i += 2) {
      const [h, l, p, q] = [w[i - 30], w[i - 29], w[i - 4], w[i - 3]];
      [high, low] = [w[i - 32], w[i - 31]];
      add(up(h, l, 1) ^ up(h, l, 8) ^ (h >>> 7), up(l, h, 1) ^ up(l, h, 8) ^ ((l >>> 7) | (h << 25)));
      add(w[i - 14], w[i - 13]);
      add(up(p, q, 19) ^ up(p, q, 61) ^ (p >>> 6), up(q, p, 19) ^ up(q, p, 61) ^ ((q >>> 6) | (p << 26)));
      w[i] = high;
      w[i + 1] = low;
    }
    r.set(state);
    for (let i = 0; i < 160; i += 2) {
      const a = r[0], b = r[1], e = r[8], f = r[9];
      high = r[14];
      low = r[15];
      add(up(e, f, 14) ^ up(e, f, 18) ^ up(e, f, 41), up(f, e, 14) ^ up(f, e, 18) ^ up(f, e, 41));
      add((e & r[10]) ^ (~e & r[12]), (f & r[11]) ^ (~f & r[13]));
      add(k[i], k[i + 1]);
      add(w[i], w[i + 1]);
      const h = high, l = low;
      high = r[6];
      low = r[7];
      add(h, l);
      const d = high, g = low;
      [high, low] = [h, l];
      add(up(a, b, 28) ^ up(a, b, 34) ^ up(a, b, 39), up(b, a, 28) ^ up(b, a, 34) ^ up(b, a, 39));
      add((a & r[2]) ^ (a & r[4]) ^ (r[2] & r[4]), (b & r[3]) ^ (b & r[5]) ^ (r[3] & r[5]));
      r.copyWithin(2, 0, 14);
      r[8] = d;
      r[9] = g;
      r[0] = high;
      r[1] = low;
    }
    for (let i = 0; i < 16; i += 2) { [high, low] = [state[i], state[i + 1]]; add(r[i], r[i + 1]); [state[i], state[i + 1]] = [high, low]; }
  }
  return words(state).slice(0, size);
}

const start224 = () => roots(16, 2, 64).slice(8).map((n) => Number(n & 0xffffffffn)), start384 = () => roots(16, 2, 64).slice(8);
const digests = {
  md5: [md5, 64], sha1: [sha1, 64], sha224: [(b) => sha256(b, start224(), 28), 64], sha256: [sha256, 64], sha384: [(b) => sha512(b, start384(), 48), 128], sha512: [(b) => sha512(b), 128],
};
digests.sha256[0] = (b) => sha256(b);
const digestOf = (name) => digests[String(name).toLowerCase().replace(/^rsa-/, "").replace("-", "")];

function hmac([digest, block], key, message) {
  const inner = new Uint8Array(block), whole = key.length > block ? digest(key) : key;
  inner.set(whole);
  const outer = inner.map((b) => b ^ 0x5c), joined = (a, b) => { const all = new Uint8Array(a.length + b.length); all.set(a); all.set(b, a.length); return all; };
  return digest(joined(outer, digest(joined(inner.map((b) => b ^ 0x36), message))));
}

// cryptoModule makes the module.
function cryptoModule(get, { later }) {
  const { Buffer } = get("buffer"), { codes } = get("internal/errors"), { validateFunction, validateString, validateInteger } = get("internal/validators"), { Transform } = get("stream");
  const bytesOf = (data, encoding, name = "data") => {
    if (typeof data === "string") return Buffer.from(data, encoding === "buffer" ? "utf8" : encoding);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (!ArrayBuffer.isView(data)) throw new codes.ERR_INVALID_ARG_TYPE(name, ["string", "Buffer", "TypedArray", "DataView"], data);
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  };
  class Digest extends Transform {
    #work; #parts = []; #done = false;
    constructor(work, options) { super(options); this.#work = work; }
    update(data, encoding) {
      if (this.#done) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
      this.#parts.push(bytesOf(data, encoding).slice());
      return this;
    }
    digest(encoding) {
      if (this.#done) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
      this.#done = true;
      const made = Buffer.from(this.#work(Buffer.concat(this.#parts)));
      return encoding && encoding !== "buffer" ? made.toString(encoding) : made;
    }
    copy(as) {
      if (this.#done) throw new codes.ERR_CRYPTO_HASH_FINALIZED();
      const other = new as(this.#work);
      other.#parts = [...this.#parts];
      return other;
    }
    _transform(piece, encoding, done) { this.update(piece, encoding); done(); }
    _flush(done) { this.push(this.digest()); done(); }
  }
  class Hash extends Digest { copy() { return super.copy(Hash); } }
  class Hmac extends Digest {}
  const known = (name) => {
    validateString(name, "algorithm");
    const found = digestOf(name);
    if (!found) throw new Error("Digest method not supported");
    return found;
  };
  const hmacOf = (name) => { validateString(name, "hmac"); const found = digestOf(name); if (!found) throw new codes.ERR_CRYPTO_INVALID_DIGEST(name); return found; };
  const filled = (bytes) => { for (let at = 0; at < bytes.length; at += 65536) globalThis.crypto.getRandomValues(bytes.subarray(at, at + 65536)); return bytes; };
  const random = (size) => { validateInteger(size, "size", 0, 2 ** 31 - 1); return filled(Buffer.alloc(size)); };
  const refused = (name) => ({ [name]() { throw Object.assign(new Error(`crypto.${name} cannot run here: the page's Node has digests, HMAC, derived keys and random bytes.`), { code: "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM" }); } })[name];
  const c = {
    createHash: (name, options) => new Hash(known(name)[0], options),
    createHmac(name, key, options) { const d = hmacOf(name), k = bytesOf(key, undefined, "key").slice(); return new Hmac((message) => hmac(d, k, message), options); },
    hash: (name, data, encoding = "hex") => c.createHash(name).update(data).digest(encoding),
    getHashes: () => Object.keys(digests), getCiphers: () => [], getCurves: () => [],
    randomBytes(size, done) { if (done === undefined) return random(size); validateFunction(done, "callback"); const made = random(size); return later(() => done(null, made)); },
    randomFillSync(buffer, offset = 0, size) { filled(new Uint8Array(buffer.buffer ?? buffer, buffer.byteOffset ?? 0, buffer.byteLength).subarray(offset, size === undefined ? undefined : offset + size)); return buffer; },
    randomFill(buffer, ...rest) { const done = rest.pop(); c.randomFillSync(buffer, ...rest); later(() => done(null, buffer)); },
    randomUUID() { const b = random(16); b[6] = (b[6] & 0x0f) | 0x40; b[8] = (b[8] & 0x3f) | 0x80; return b.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"); },
    randomInt(min, max, done) {
      if (max === undefined || typeof max === "function") [min, max, done] = [0, min, max];
      if (!Number.isSafeInteger(min)) throw new codes.ERR_INVALID_ARG_TYPE("min", "a safe integer", min);
      if (!Number.isSafeInteger(max)) throw new codes.ERR_INVALID_ARG_TYPE("max", "a safe integer", max);
      if (max <= min) throw new codes.ERR_OUT_OF_RANGE("max", `greater than the value of "min" (${min})`, max);
      const range = max - min, top = 2 ** 48 - (2 ** 48 % range);
      let n;
      do n = random(6).readUIntBE(0, 6); while (n >= top);
      if (done) return later(() => done(null, min + n % range));
      return min + n % range;
    },
    timingSafeEqual(a, b) {
      const [x, y] = [bytesOf(a, undefined, "buf1"), bytesOf(b, undefined, "buf2")];
      if (x.length !== y.length) throw Object.assign(new RangeError("Input buffers must have the same byte length"), { code: "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH" });
      return x.reduce((other, byte, i) => other | (byte ^ y[i]), 0) === 0;
    },
    pbkdf2Sync(password, salt, rounds, size, name) {
      const d = digestOf(name), key = bytesOf(password), out = Buffer.alloc(size);
      if (!d) throw new codes.ERR_CRYPTO_INVALID_DIGEST(name);
      for (let at = 0, block = 1; at < size; block++) {
        const number = Buffer.alloc(4);
        number.writeUInt32BE(block);
        let u = hmac(d, key, Buffer.concat([bytesOf(salt), number]));
        const sum = u.slice();
        for (let i = 1; i < rounds; i++) { u = hmac(d, key, u); u.forEach((byte, j) => { sum[j] ^= byte; }); }
        out.set(sum.subarray(0, size - at), at);
        at += sum.length;
      }
      return out;
    },
    pbkdf2(...args) { const done = args.pop(), made = c.pbkdf2Sync(...args); later(() => done(null, made)); },
    constants: {}, webcrypto: globalThis.crypto, getRandomValues: (array) => globalThis.crypto.getRandomValues(array), getFips: () => 0, Hash, Hmac,
  };
  for (const name of ["createCipheriv", "createDecipheriv", "createSign", "createVerify", "sign", "verify", "generateKeyPair", "generateKeyPairSync", "generateKeySync", "createPrivateKey", "createPublicKey", "createSecretKey", "createDiffieHellman", "createECDH", "publicEncrypt", "privateDecrypt", "scrypt", "scryptSync", "hkdf", "hkdfSync"]) c[name] = refused(name);
  return c;
}

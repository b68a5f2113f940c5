// The parts of Node's library that Node has in C++, of bytes: what buffer and string_decoder are built on.
// https://nodejs.org/api/buffer.html#buffers-and-character-encodings
"use strict";

const utf8 = new TextEncoder(), fromUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

// textOf makes a text of bytes, a code unit each.
function textOf(bytes, mask = 0xff) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    const part = bytes.subarray(at, at + 8192);
    text += String.fromCharCode.apply(null, mask === 0xff ? part : part.map((b) => b & mask));
  }
  return text;
}

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const base64Values = new Int8Array(256).fill(-1);
[...base64Letters].forEach((c, i) => { base64Values[c.charCodeAt(0)] = i; });
base64Values["-".charCodeAt(0)] = 62;
base64Values["_".charCodeAt(0)] = 63;

// unbase64 takes either alphabet, leaves out what is of none, and ends at the first "=", as Node does.
function unbase64(text) {
  const bytes = new Uint8Array(Math.ceil(text.length * 3 / 4));
  let n = 0, bits = 0, held = 0;
  for (let i = 0; i < text.length && text[i] !== "="; i++) {
    const code = text.charCodeAt(i), value = code < 256 ? base64Values[code] : -1;
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) bytes[n++] = held >>> (bits -= 8);
  }
  return bytes.subarray(0, n);
}

const toBase64 = (bytes) => btoa(textOf(bytes));
const toBase64url = (bytes) => toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const hexDigits = Array.from({ length: 256 }, (_, b) => b.toString(16).padStart(2, "0"));
const toHex = (bytes) => { let text = ""; for (const b of bytes) text += hexDigits[b]; return text; };

function unhex(text) {
  const bytes = new Uint8Array(text.length >>> 1);
  for (let i = 0; i < bytes.length; i++) {
    const pair = text.slice(2 * i, 2 * i + 2);
    if (!/^[0-9a-f]{2}$/i.test(pair)) return bytes.subarray(0, i);
    bytes[i] = parseInt(pair, 16);
  }
  return bytes;
}

function toUcs2(bytes) {
  let text = "";
  for (let i = 0; i + 1 < bytes.length; i += 2) text += String.fromCharCode(bytes[i] | (bytes[i + 1] << 8));
  return text;
}

function unucs2(text) {
  const bytes = new Uint8Array(2 * text.length);
  for (let i = 0; i < text.length; i++) { bytes[2 * i] = text.charCodeAt(i); bytes[2 * i + 1] = text.charCodeAt(i) >>> 8; }
  return bytes;
}

const unlatin1 = (text) => Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

// Node's encodings, in the order in which its library counts them.
const encodings = ["ascii", "utf8", "base64", "utf16le", "latin1", "hex", "buffer", "base64url"];
const coders = {
  ascii: [(b) => textOf(b, 0x7f), unlatin1], utf8: [(b) => fromUtf8.decode(b), (t) => utf8.encode(t)], base64: [toBase64, unbase64],
  utf16le: [toUcs2, unucs2], latin1: [(b) => textOf(b), unlatin1], hex: [toHex, unhex], base64url: [toBase64url, unbase64],
};

// bytesBinding is internalBinding("buffer").
function bytesBinding() {
  const slice = (name) => function (start = 0, end = this.length) { return coders[name][0](this.subarray(start, end)); };
  const write = (name, whole = 1) => function (text, offset = 0, length = this.length - offset) {
    const bytes = coders[name][1](text), room = Math.min(length, this.length - offset);
    let n = Math.min(bytes.length, room - room % whole);
    if (name === "utf8" && n < bytes.length) while (n > 0 && (bytes[n] & 0xc0) === 0x80) n--; // no half of a letter
    this.set(bytes.subarray(0, n), offset);
    return n;
  };
  const compare = (a, b) => {
    for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
    return Math.sign(a.length - b.length);
  };
  const search = (all, part, from, forward, step = 1) => {
    if (from < 0 && (from += all.length) < 0) {
      if (!forward) return -1;
      from = 0;
    }
    if (part.length === 0) return Math.min(from, all.length);
    const at = (i) => { for (let j = 0; j < part.length; j++) if (all[i + j] !== part[j]) return false; return true; };
    const last = all.length - part.length;
    if (forward) { for (let i = from; i <= last; i++) if ((i - from) % step === 0 && at(i)) return i; } else for (let i = Math.min(from, last); i >= 0; i--) if (at(i)) return i;
    return -1;
  };
  const coder = (encoding) => coders[encodings[encoding]] ?? coders.utf8;
  const swap = (size) => (buffer) => { for (let i = 0; i + size <= buffer.length; i += size) buffer.subarray(i, i + size).reverse(); return buffer; };
  const binding = {
    kMaxLength: 2 ** 32, kStringMaxLength: 2 ** 29 - 24,
    setBufferPrototype() {}, getZeroFillToggle() {}, createUnsafeArrayBuffer: (size) => new ArrayBuffer(size),
    createFromString: (text, encoding) => coder(encoding)[1](text),
    byteLengthUtf8: (text) => { let n = 0; for (let i = 0; i < text.length; i++) { const c = text.charCodeAt(i); n += c < 0x80 ? 1 : c < 0x800 ? 2 : c >= 0xd800 && c < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00 ? (i++, 4) : 3; } return n; },
    compare, compareOffset: (a, b, bAt, aAt, bLength, aLength) => compare(a.subarray(aAt, aAt + aLength), b.subarray(bAt, bAt + bLength)),
    copy: (from, to, toAt, fromAt, count) => (to.set(from.subarray(fromAt, fromAt + count), toAt), count),
    fill(buffer, value, from, to, encoding) {
      if (from < 0 || to > buffer.length) return -2;
      if (from >= to) return undefined;
      if (typeof value === "number" || typeof value === "boolean") return void buffer.subarray(from, to).fill(Number(value));
      const bytes = typeof value === "string" ? coders[normal(encoding)][1](value) : value;
      if (bytes.length === 0) return -1;
      for (let i = from; i < to; i++) buffer[i] = bytes[(i - from) % bytes.length];
      return undefined;
    },
    isAscii: (bytes) => new Uint8Array(bytes.buffer ?? bytes).every((b) => b < 0x80),
    isUtf8: (bytes) => { try { new TextDecoder("utf-8", { fatal: true }).decode(bytes); return true; } catch { return false; } },
    indexOfBuffer: (all, part, from, encoding, forward) => search(all, part, from, forward, encodings[encoding] === "utf16le" ? 2 : 1),
    indexOfNumber: (all, byte, from, forward) => search(all, [byte & 255], from, forward),
    indexOfString: (all, text, from, encoding, forward) => search(all, coder(encoding)[1](text), from, forward, encodings[encoding] === "utf16le" ? 2 : 1),
    swap16: swap(2), swap32: swap(4), swap64: swap(8),
    atob: (text) => { try { return atob(text); } catch { return -1; } }, btoa: (text) => { try { return btoa(text); } catch { return -1; } },
  };
  const normal = (encoding = "utf8") => ({ "utf-8": "utf8", ucs2: "utf16le", "ucs-2": "utf16le", "utf-16le": "utf16le", binary: "latin1" })[String(encoding).toLowerCase()] ?? String(encoding).toLowerCase();
  for (const name of Object.keys(coders)) {
    const short = name === "utf16le" ? "ucs2" : name;
    binding[`${short}Slice`] = slice(name);
    binding[`${short}Write`] = write(name, name === "utf16le" ? 2 : 1);
  }
  return binding;
}

// decoderBinding is internalBinding("string_decoder"): of a text that comes in pieces, it keeps what is no whole letter yet.
function decoderBinding() {
  const [start, missing, buffered, which] = [0, 4, 5, 6];
  // split tells how many bytes of the end are of a letter, and how many it still wants.
  const split = {
    utf8(b) {
      for (let back = 1; back <= Math.min(3, b.length); back++) {
        const c = b[b.length - back];
        if ((c & 0xc0) === 0x80) continue;
        const size = c >= 0xf0 && c < 0xf5 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;
        return c < 0xf5 && size > back ? [back, size - back] : [0, 0];
      }
      return [0, 0];
    },
    utf16le(b) {
      const even = b.length & ~1, odd = b.length - even, high = even >= 2 && (b[even - 1] & 0xfc) === 0xd8;
      return odd ? [high ? 3 : 1, 1] : high ? [2, 2] : [0, 0];
    },
    base64: (b) => [b.length % 3, b.length % 3 && 3 - b.length % 3],
  };
  split.base64url = split.base64;
  return {
    encodings, kIncompleteCharactersStart: start, kIncompleteCharactersEnd: 4, kMissingBytes: missing, kBufferedBytes: buffered, kEncodingField: which, kNumFields: 7, kSize: 7,
    decode(state, piece) {
      const name = encodings[state[which]];
      if (typeof piece === "string") return piece;
      const view = new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
      if (!split[name]) return coders[name][0](view);
      const all = new Uint8Array(state[buffered] + view.length);
      all.set(state.subarray(start, start + state[buffered]));
      all.set(view, state[buffered]);
      const [kept, wanted] = split[name](all);
      [state[buffered], state[missing]] = [kept, wanted];
      state.set(all.subarray(all.length - kept), start);
      return coders[name][0](all.subarray(0, all.length - kept));
    },
    flush(state) {
      const name = encodings[state[which]], rest = state.slice(start, start + state[buffered]);
      state[buffered] = state[missing] = 0;
      return coders[name][0](name === "utf16le" ? rest.subarray(0, rest.length & ~1) : rest);
    },
  };
}

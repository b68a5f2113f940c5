// Bytes that are no UTF-8, in the text that the shell keeps of an output: each is a lone surrogate, U+DC80 to U+DCFF, as
// Python has it (PEP 383), so that what is put together, kept in a variable or written again is what it was. just-bash
// took all of an output for Latin-1 then, and wrote it as UTF-8.

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }), encoder = new TextEncoder();

// length is that of the character at a place, or 0 where there is none.
function length(bytes, at) {
  const lead = bytes[at], size = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (let i = 1; i < size; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return 0;
  const next = bytes[at + 1];
  if ((lead === 0xe0 && next < 0xa0) || (lead === 0xed && next > 0x9f) || (lead === 0xf0 && next < 0x90) || (lead === 0xf4 && next > 0x8f)) return 0;
  return size;
}

export const lilyDecoder = { decode(bytes) {
  if (!(bytes instanceof Uint8Array)) bytes = new Uint8Array(bytes);
  try { return strict.decode(bytes); } catch { /* it holds something else */ }
  const parts = [];
  for (let at = 0; at < bytes.length;) {
    const from = at;
    for (let n; at < bytes.length && (n = length(bytes, at)) > 0;) at += n;
    if (at > from) parts.push(strict.decode(bytes.subarray(from, at)));
    if (at < bytes.length) parts.push(String.fromCharCode(0xdc00 + bytes[at++]));
  }
  return parts.join("");
} };

export const lilyEncoder = { encode(text) {
  if (!/[\udc80-\udcff]/u.test(text)) return encoder.encode(text);
  const parts = text.split(/([\udc80-\udcff]+)/u).map((part, i) => (i % 2 ? Uint8Array.from(part, (c) => c.charCodeAt(0) - 0xdc00) : encoder.encode(part)));
  const bytes = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const p of parts) { bytes.set(p, at); at += p.length; }
  return bytes;
} };

// lilyText is the text of what was read of stdin, whose characters are bytes, unless it comes of a descriptor.
export function lilyText(state, read, isText, stdin) {
  if (isText || !stdin && state.groupStdinSourceFd >= 0 || !/[\x80-\xff]/.test(read) || /[^\0-\xff]/.test(read)) return read;
  return lilyDecoder.decode(Uint8Array.from(read, (c) => c.charCodeAt(0)));
}

// lilyChars is how many bytes so many characters are.
export function lilyChars(read, count) {
  let at = 0;
  for (; at < read.length && count > 0; count--) do at++; while (/[\x80-\xbf]/.test(read[at] ?? ""));
  return at;
}

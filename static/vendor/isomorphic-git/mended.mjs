// What is changed of isomorphic-git, as [was, is]. A repository is a stranger's: what it says of a size, or of where an
// object lies, bounds nothing until it is held to something. And what is written must be the same in every browser,
// since a replay compares it, so that no browser's own compression is used.

// An object has at most this many bytes, and a chain of deltas this many links, as git's own packs never come near.
const most = 64 << 20, deepest = 4096;

export const mends = [
  // Inflated without a bound, and by the browser, which takes nothing behind the end.
  ["    return supportsDecompressionStream\n      ? await nativeInflate(buffer)\n      : pako.inflate(buffer)", "    return inflateAtMost(buffer)"],
  ["async function inflate(buffer) {", `function inflateAtMost(buffer) {
  const inflator = new pako.Inflate(), parts = [];
  let size = 0;
  inflator.onData = part => {
    if ((size += part.length) > ${most}) throw new InternalError('an object has more than ${most} bytes')
    parts.push(part);
  };
  inflator.onEnd = () => {};
  inflator.push(buffer, true);
  if (inflator.err) throw inflator.msg || 'it is not deflated'
  if (!inflator.ended) throw 'it ends too early'
  return Buffer.concat(parts)
}

async function inflate(buffer) {`],
  // As git deflates a loose object.
  ["  return supportsCompressionStream\n    ? browserDeflate(buffer)\n    : pako.deflate(buffer)", "  return pako.deflate(buffer, { level: 1 })"],
  // An index says how many objects it has.
  ["    // Skip over fanout table\n    reader.seek(reader.tell() + 4 * 255);\n    // Get hashes\n    const size = reader.readUInt32BE();",
    "    reader.seek(reader.tell() + 4 * 255);\n    const size = reader.readUInt32BE();\n    if (size * 28 > idx.byteLength) throw new InternalError('the index of a pack says more objects than it has')"],
  // A delta may name itself as its base, by way of others, and an object of another pack.
  ["  async readSlice({ start }) {", `  async readSlice({ start, depth = 0 }) {
    if (depth > ${deepest}) throw new InternalError('a chain of deltas has no end')`],
  ["this.readSlice({ start: baseOffset })", "this.readSlice({ start: baseOffset, depth: depth + 1 })"],
  ["await this.read({ oid })", "await this.read({ oid, depth: depth + 1 })"],
  ["  async read({ oid }) {\n    if (!this.offsets.get(oid)) {\n      if (this.getExternalRefDelta) {", "  async read({ oid, depth = 0 }) {\n    if (!this.offsets.get(oid)) {\n      if (false) {"],
  ["    const start = this.offsets.get(oid);\n    return this.readSlice({ start })", "    const start = this.offsets.get(oid);\n    return this.readSlice({ start, depth })"],
  // A delta says how long what it makes is, and copies the same piece as often as it likes.
  ["  const targetSize = readVarIntLE(reader);", `  const targetSize = readVarIntLE(reader);
  if (!(targetSize >= 0 && targetSize <= ${most})) throw new InternalError('an object has more than ${most} bytes')`],
  ["      tell += op.byteLength;\n", "      tell += op.byteLength;\n      if (tell > targetSize) break\n"],
];

// mend replaces each text, which has to be there once.
export function mend(text) {
  for (const [was, is] of mends) {
    if (text.split(was).length !== 2) throw new Error(`isomorphic-git: want it once: ${was}`);
    text = text.replace(was, () => is);
  }
  return text;
}

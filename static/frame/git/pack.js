// Packs: how objects travel (https://git-scm.com/docs/pack-format). One that comes is a stranger's: what it says of a
// size bounds nothing until it is held to something, and it counts only when its sum is right. One that goes has every
// object whole and deflated by our own code, so that a recording has the same bytes in every browser.
"use strict";

const packKinds = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" }, packNumbers = { commit: 1, tree: 2, blob: 3, tag: 4 };
const mostObject = 64 << 20, mostHeld = 256 << 20, deepestDelta = 4096; // bytes of an object, of all that are in memory, and links of a chain

const badPack = (why) => fatal(`the pack of the server is corrupt: ${why}`);

// inflated takes one object out of a pack: its bytes, and where it ends.
function inflated(kit, pack, at, size) {
  const inflator = new kit.Inflate({ chunkSize: Math.max(64, Math.min(size + 1, 1 << 16)) }), parts = [];
  let got = 0;
  inflator.onData = (part) => { if ((got += part.length) > size) badPack("an object is longer than it says"); parts.push(part); };
  inflator.onEnd = () => {};
  inflator.push(pack.subarray(at, pack.length - 20), true);
  if (inflator.err || !inflator.ended || got !== size) badPack("an object cannot be inflated");
  return { data: parts.length === 1 ? parts[0] : together(parts), end: pack.length - 20 - inflator.strm.avail_in };
}

// packEntry reads the head of the object at a place: { type, size, data: where its bytes begin, base }.
function packEntry(pack, start) {
  let at = start, byte = pack[at++], size = byte & 15, shift = 4;
  const kind = (byte >> 4) & 7;
  for (; byte & 128; shift += 7) { byte = pack[at++]; size += (byte & 127) * 2 ** shift; }
  if (!(size <= mostObject)) badPack(`an object has more than ${mostObject} bytes`);
  if (kind === 6) {
    let back = (byte = pack[at++]) & 127;
    while (byte & 128) back = (back + 1) * 128 + ((byte = pack[at++]) & 127);
    if (!(back > 0 && back <= start - 12)) badPack("a delta's base is not in it");
    return { start, size, data: at, base: start - back };
  }
  if (kind === 7) return { start, size, data: at + 20, base: hexOf(latin1(pack.subarray(at, at + 20))) };
  return { start, size, data: at, type: packKinds[kind] ?? badPack(`it has an object of the kind ${kind}`) };
}

// undelta makes an object of its base and a delta.
function undelta(base, delta) {
  let at = 0;
  const number = () => { let n = 0, shift = 0, byte; do { byte = delta[at++]; n += (byte & 127) * 2 ** shift; shift += 7; } while (byte & 128); return n; };
  const bad = () => badPack("a delta does not fit its base");
  if (number() !== base.length) bad();
  const size = number();
  if (!(size <= mostObject)) badPack(`an object has more than ${mostObject} bytes`);
  const made = new Uint8Array(size);
  let to = 0;
  while (at < delta.length) {
    const op = delta[at++];
    let from = 0, length = op;
    if (op === 0) bad();
    if (op & 128) {
      length = 0;
      for (let i = 0; i < 4; i++) if (op & (1 << i)) from += delta[at++] * 2 ** (8 * i);
      for (let i = 0; i < 3; i++) if (op & (16 << i)) length += delta[at++] * 2 ** (8 * i);
      length ||= 0x10000;
    }
    const source = op & 128 ? base : delta, begin = op & 128 ? from : at;
    if (!(begin + length <= source.length && to + length <= size)) bad();
    made.set(source.subarray(begin, begin + length), to);
    to += length;
    if (!(op & 128)) at += length;
  }
  return to === size ? made : bad();
}

const oidOfBytes = (kit, type, data) => { const head = arrayOf(`${type} ${data.length}\0`); return kit.sha1(together([head, data])); };

// packEntries reads all of a pack: each with where it ends, and those that are whole with their names.
function packEntries(kit, pack) {
  const view = new DataView(pack.buffer, pack.byteOffset, pack.length), count = pack.length >= 32 ? view.getUint32(8) : 0;
  if (pack.length < 32 || latin1(pack.subarray(0, 4)) !== "PACK" || view.getUint32(4) !== 2) badPack("it is none");
  if (kit.sha1(pack.subarray(0, -20)) !== hexOf(latin1(pack.subarray(-20)))) badPack("its sum is wrong");
  if (count > pack.length / 9) badPack("it says more objects than it has");
  const entries = [];
  let at = 12;
  for (let i = 0; i < count; i++) {
    if (at >= pack.length - 20) badPack("it says more objects than it has");
    const e = packEntry(pack, at), { data, end } = inflated(kit, pack, e.data, e.size);
    if (e.type) e.oid = oidOfBytes(kit, e.type, data);
    entries.push(Object.assign(e, { end }));
    at = end;
  }
  if (at !== pack.length - 20) badPack("something stands behind its objects");
  return entries;
}

// nameDeltas gives each delta its name: from what is whole to what is made of it, one way down at a time.
function nameDeltas(kit, pack, entries) {
  const below = new Map();
  for (const e of entries) if (e.base !== undefined) below.set(e.base, [...(below.get(e.base) ?? []), e]);
  const of = (e) => [...(below.get(e.start) ?? []), ...(below.get(e.oid) ?? [])].filter((d) => !d.oid);
  for (const root of entries) {
    if (!root.type || of(root).length === 0) continue;
    const path = [{ data: inflated(kit, pack, root.data, root.size).data, left: of(root) }];
    let held = path[0].data.length;
    while (path.length > 0) {
      const top = path.at(-1), e = top.left.pop();
      if (!e) { held -= path.pop().data.length; continue; }
      if (e.oid) continue;
      const data = undelta(top.data, inflated(kit, pack, e.data, e.size).data);
      e.oid = oidOfBytes(kit, root.type, data);
      if (of(e).length === 0) continue;
      if (path.length > deepestDelta || (held += data.length) > mostHeld) badPack("a chain of deltas is too long");
      path.push({ data, left: of(e) });
    }
  }
  if (entries.some((e) => !e.oid)) badPack("a delta's base is not in it");
}

// packIndex is the index of a pack (version 2).
function packIndex(kit, pack, entries) {
  const list = [...new Map(entries.map((e) => [e.oid, e])).values()].sort((a, b) => byBytes(a.oid, b.oid)), n = list.length;
  const bytes = new Uint8Array(8 + 1024 + n * 28 + 40), view = new DataView(bytes.buffer);
  view.setUint32(0, 0xff744f63);
  view.setUint32(4, 2);
  const counts = new Array(256).fill(0);
  for (const e of list) counts[parseInt(e.oid.slice(0, 2), 16)]++;
  counts.reduce((sum, count, byte) => { view.setUint32(8 + 4 * byte, sum + count); return sum + count; }, 0);
  list.forEach((e, i) => {
    bytes.set(arrayOf(unhex(e.oid)), 1032 + 20 * i);
    view.setUint32(1032 + 20 * n + 4 * i, crc32(pack.subarray(e.start, e.end)));
    view.setUint32(1032 + 24 * n + 4 * i, e.start);
  });
  bytes.set(pack.subarray(-20), 1032 + 28 * n);
  bytes.set(arrayOf(unhex(kit.sha1(bytes.subarray(0, -20)))), bytes.length - 20);
  return bytes;
}

// keepPack looks through a pack, and puts it with its index where objects are read.
async function keepPack(r, pack) {
  const entries = packEntries(r.kit, pack);
  if (entries.length === 0) return;
  nameDeltas(r.kit, pack, entries);
  const at = textIn(`${r.dir}/objects/pack/pack-${hexOf(latin1(pack.subarray(-20)))}`);
  await r.disk.folder(bytesIn(parentOf(at)));
  await r.disk.fs.writeFile(`${at}.pack`, pack);
  await r.disk.fs.writeFile(`${at}.idx`, packIndex(r.kit, pack, entries));
  r.disk.changed();
  r.packed = undefined;
  r.cache = {};
}

// packOf is a pack of objects, by name.
async function packOf(r, oids) {
  const number = (n) => { const b = new Uint8Array(4); new DataView(b.buffer).setUint32(0, n); return b; };
  const parts = [arrayOf("PACK"), number(2), number(oids.length)];
  let size = 0;
  for (const oid of oids) {
    const o = (await r.object(oid)) ?? fatal(`unable to read ${oid}`), head = [];
    let n = o.data.length, byte = (packNumbers[o.type] << 4) | (n & 15);
    for (n = Math.floor(n / 16); n > 0; n = Math.floor(n / 128)) { head.push(byte | 128); byte = n & 127; }
    const data = r.kit.deflate(arrayOf(o.data));
    if ((size += data.length) > mostSent) tooMuchSent(size);
    parts.push(Uint8Array.from([...head, byte]), data);
  }
  const all = together(parts);
  return together([all, arrayOf(unhex(r.kit.sha1(all)))]);
}

// Reads a zip, and writes one without compression and without dates: its bytes depend on names and contents alone.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT

import { crc32, inflateRawSync } from "node:zlib";

// read gives the files of a zip by name.
export function read(zip) {
  const files = new Map(), end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((i) => zip.readUInt16LE(at + i));
    const local = zip.readUInt32LE(at + 42), begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(begin, begin + packed);
    files.set(zip.toString("utf8", at + 46, at + 46 + name), method === 8 ? inflateRawSync(data) : data);
    at += 46 + name + extra + comment;
  }
  return files;
}

// write makes a zip of files, sorted by name.
export function write(files) {
  const parts = [], list = [];
  let at = 0;
  for (const [name, data] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = Buffer.from(name), head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0); // 2.0; nothing else, stored
    head.writeUInt16LE(0x21, 8); // 1980-01-01
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from("PK\x03\x04"), head, path, data);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    list.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, rest, path);
    at += 30 + path.length + data.length;
  }
  const central = Buffer.concat(list), end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}

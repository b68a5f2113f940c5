// Bounds what a program in JavaScript may hold in arrays of bytes, which no browser counts and
// for which there is no end but the machine's. The rest of its memory is the browser's to bound,
// which ends the frame's process. Nothing here keeps a program in: it keeps one from filling the
// machine by an honest mistake, or with a few lines.
"use strict";

const held = { bytes: 0, most: 2 ** 31, one: 1 << 30 };
const freed = new FinalizationRegistry((bytes) => { held.bytes -= bytes; });

// charge counts bytes before they are there.
function charge(bytes) {
  if (!(bytes <= held.one && held.bytes + bytes <= held.most)) throw new RangeError(`the program's arrays of bytes are over ${held.most >>> 20} MiB, or one is over ${held.one >>> 20} MiB, and the page takes no more`);
  held.bytes += bytes;
}

function counted(name, size) {
  const own = globalThis[name];
  if (own === undefined) return;
  const made = new Proxy(own, {
    construct(target, args, as) {
      const bytes = size(target, args);
      charge(bytes);
      const array = Reflect.construct(target, args, as);
      if (bytes > 0) freed.register(ArrayBuffer.isView(array) ? array.buffer : array, bytes);
      return array;
    },
  });
  Object.defineProperty(own.prototype, "constructor", { value: made, writable: true, configurable: true });
  globalThis[name] = made;
}

const whole = (n) => (Number(n) > 0 ? Number(n) : 0);
const isBuffer = (v) => Object.prototype.toString.call(v) === "[object ArrayBuffer]" || Object.prototype.toString.call(v) === "[object SharedArrayBuffer]";
const ofElements = (type, [first]) => (first === undefined || isBuffer(first) ? 0 : type.BYTES_PER_ELEMENT * whole(typeof first === "object" && first !== null ? first.length : first));

for (const name of ["ArrayBuffer", "SharedArrayBuffer"]) counted(name, (_, [length, options]) => whole(options?.maxByteLength ?? length));
for (const name of ["Int8", "Uint8", "Uint8Clamped", "Int16", "Uint16", "Int32", "Uint32", "Float16", "Float32", "Float64", "BigInt64", "BigUint64"]) counted(`${name}Array`, ofElements);
for (const name of ["transfer", "transferToFixedLength"]) {
  const own = ArrayBuffer.prototype[name];
  if (own) ArrayBuffer.prototype[name] = function (length) { charge(whole(length)); return own.apply(this, arguments); };
}
if (globalThis.WebAssembly?.Memory) {
  const page = 65536, grow = WebAssembly.Memory.prototype.grow;
  globalThis.WebAssembly.Memory = new Proxy(WebAssembly.Memory, { construct(target, args, as) { charge(whole(args[0]?.initial) * page); return Reflect.construct(target, args, as); } });
  WebAssembly.Memory.prototype.grow = function (pages) { charge(whole(pages) * page); return grow.apply(this, arguments); };
}

// Node has no Worker by that name. One here has an instance of all this anew, unbounded, and a flood of them keeps the
// whole browser busy, which starts each.
delete globalThis.Worker;

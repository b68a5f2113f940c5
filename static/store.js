// What Lily keeps in this browser: one IndexedDB database, where a change is one
// transaction (VF-4). wasm/idb.go is the other end, and core/store says what it is for.
//
//   blobs   digest → bytes
//   packs   a number → the bytes of many blobs, one after the other
//   tables  the same number → of each of these blobs its digest, and its length in 32 bits
//   refs    name → bytes
//   logs    [name, number from 0] → bytes
//   meta    "made" → when the database was made, in milliseconds since 1970
//   mounts  "folder" → a folder of the machine: its handle, and bytes that say what is known of it
//   drafts  an id → a text that is typed and not saved: { id, tab, of, base, text, at }
//
// Digests and names are binary keys, which sort by their bytes. A value costs the browser as much as 60 KB of it, so
// many blobs at once go into packs. What stands in blobs comes before what a pack has, and a later pack before an earlier.
// https://developer.mozilla.org/docs/Web/API/IndexedDB_API
"use strict";

{
  // steps make a database of version n + 1 out of one of version n. What has shipped
  // is not changed: a new layout is a new step.
  const steps = [
    (db) => { for (const name of ["blobs", "refs", "logs"]) db.createObjectStore(name); },
    (db) => { db.createObjectStore("meta").put(Date.now(), "made"); },
    (db) => { db.createObjectStore("mounts"); },
    (db) => { db.createObjectStore("drafts", { keyPath: "id" }); },
    (db) => { db.createObjectStore("packs"); db.createObjectStore("tables", { autoIncrement: true }); },
  ];

  // A Gone says in a sentence why there is no store, or none any more.
  class Gone extends Error { name = "Gone"; }

  class Conflict extends Error {
    constructor(name) {
      super("conflict");
      this.conflict = name;
    }
  }

  const got = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

  // lost are the errors of a value that is there and that the disk no longer gives.
  // https://developer.mozilla.org/docs/Web/API/DOMException#error_names
  const lost = ["DataError", "NotReadableError"];

  // read gets values by their keys: null for each that is not there, or not as it was.
  const read = (store, keys) => Promise.all(keys.map((key) => new Promise((done, failed) => {
    const request = store.get(key);
    request.onsuccess = () => done(request.result instanceof Uint8Array ? request.result : null);
    request.onerror = (event) => {
      if (!lost.includes(request.error.name)) return failed(request.error);
      event.preventDefault(); // the transaction goes on
      done(null);
    };
  })));

  const same = (a, b) => a === b || (a && b && a.length === b.length && a.every((byte, i) => byte === b[i]));
  const latin1 = new TextDecoder("latin1"), text = (bytes) => latin1.decode(bytes);

  // entries are those of a table: each digest as text, its row, and where its blob begins and ends in the pack.
  const entries = (table) => {
    const all = text(table), sizes = new DataView(table.buffer, table.byteOffset), list = [];
    for (let row = 0, from = 0; row < table.length; row += 36) {
      const to = from + sizes.getUint32(row + 32, true);
      list.push({ digest: all.slice(row, row + 32), row, from, to });
      from = to;
    }
    return list;
  };

  const joined = (list) => {
    const all = new Uint8Array(list.reduce((sum, part) => sum + part.length, 0));
    list.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
    return all;
  };

  const records = (name, from = 0) => IDBKeyRange.bound([name, from], [name, Infinity]);

  class Store {
    #db; #gone; #lost;
    #packed = new Map(); // where each digest is: its pack, from and to
    #tables = new Set(); // the numbers of those that are in there

    // lost is called once when the store is gone.
    constructor(db, lost) {
      [this.#db, this.#lost] = [db, lost];
      // https://developer.mozilla.org/docs/Web/API/IDBDatabase/versionchange_event
      db.onversionchange = ({ newVersion }) => {
        db.close();
        this.#leave(newVersion === null ? "another tab deleted it" : "another tab has a newer Lily; reload this one");
      };
      // https://developer.mozilla.org/docs/Web/API/IDBDatabase/close_event
      db.onclose = () => this.#leave("the browser closed it, as it does where a site's data is deleted");
    }

    #leave(why) {
      if (this.#gone) return;
      this.#gone = new Gone(why);
      this.#lost();
    }

    close() {
      this.#db.close();
      this.#gone ??= new Gone("it was closed");
    }

    // #run does work in one transaction, and gives its result when all of it is kept.
    // With an error nothing of it is. A signal ends it.
    #run(mode, options, signal, work) {
      return new Promise((done, failed) => {
        signal.throwIfAborted();
        const tx = this.#db.transaction(this.#stores(), mode, options);
        let result, fault;
        const abort = (err) => {
          fault ??= err;
          try { tx.abort(); } catch { } // it is over already
        };
        tx.oncomplete = () => done(result);
        tx.onabort = () => failed(fault ?? tx.error);
        signal.addEventListener("abort", () => abort(signal.reason), { once: true });
        work(tx).then((value) => { result = value; }, abort);
      }).catch((err) => { throw this.#why(err); });
    }

    // #stores are those of a change; a test opens older layouts, too.
    #stores() { return ["blobs", "refs", "logs", "packs", "tables"].filter((name) => this.#db.objectStoreNames.contains(name)); }

    // #why tells the end of the connection, which every request and transaction has
    // as an error of its own, from others.
    #why(err) {
      if (this.#gone) return this.#gone;
      if (err && err.name !== "AbortError" && err.name !== "InvalidStateError") return err;
      return new Gone("the browser closed it");
    }

    // commit does a change, whole. What it builds on is looked at first, then judged,
    // and only then anything is written.
    // https://developer.mozilla.org/docs/Web/API/IDBTransaction/durability
    commit({ blobs, packs, refs, drops, appends, relaxed }, signal) {
      return this.#run("readwrite", { durability: relaxed ? "relaxed" : "strict" }, signal, async (tx) => {
        const values = await this.#values(tx, refs);
        const ends = await this.#ends(tx, drops, appends);
        for (const { name, was, now } of refs) {
          if (!same(values.get(name.join()), was)) throw new Conflict(name);
          values.set(name.join(), now);
        }
        for (const { log, after, records } of appends) {
          if (ends.get(log.join()) !== after) throw new Conflict(log);
          ends.set(log.join(), after + records.length);
        }
        this.#write(tx, { blobs, packs, refs, drops, appends });
      });
    }

    async #values(tx, refs) {
      const values = await read(tx.objectStore("refs"), refs.map(({ name }) => name));
      return new Map(refs.map(({ name }, i) => [name.join(), values[i]]));
    }

    // #ends are how many records the logs have of which it matters.
    async #ends(tx, drops, appends) {
      const store = tx.objectStore("logs"), dropped = new Set(drops.map((name) => name.join()));
      return new Map(await Promise.all(appends.map(async ({ log }) => {
        const last = dropped.has(log.join()) ? null : await got(store.openKeyCursor(records(log), "prev"));
        return [log.join(), last ? last.key[1] + 1 : 0];
      })));
    }

    #write(tx, { blobs, packs = [], refs, drops, appends }) {
      const store = (name) => tx.objectStore(name);
      const kept = store("blobs"), logs = store("logs");
      for (let i = 0; i < blobs.length; i += 2) kept.put(blobs[i + 1], blobs[i]);
      for (const { table, bytes } of packs) this.#pack(tx, table, bytes);
      for (const { name, now } of refs) now ? store("refs").put(now, name) : store("refs").delete(name);
      for (const name of drops) logs.delete(records(name));
      for (const { log, after, records } of appends) records.forEach((data, i) => logs.put(data, [log, after + i]));
    }

    #pack(tx, table, bytes) {
      tx.objectStore("tables").add(table).onsuccess = ({ target }) => tx.objectStore("packs").put(bytes, target.result);
    }

    // blobs gives the bytes under digests, null where there are none.
    blobs(digests, signal) {
      return this.#run("readonly", {}, signal, async (tx) => {
        const list = await this.#alone(tx, digests), rest = [];
        list.forEach((data, i) => { if (!data) rest.push(i); });
        for (const again of [false, true]) {
          if (again && rest.length) await this.#look(tx);
          await this.#unpack(tx, digests, rest, list);
          if (!rest.some((i) => !list[i])) break;
        }
        return list;
      });
    }

    // #alone reads those that are by themselves. Where many are asked for, most are in packs.
    async #alone(tx, digests) {
      const store = tx.objectStore("blobs");
      if (digests.length < 1000) return read(store, digests);
      const there = new Set((await got(store.getAllKeys())).map((key) => text(new Uint8Array(key))));
      const places = [...digests.keys()].filter((i) => there.has(text(digests[i]))), list = digests.map(() => null);
      (await read(store, places.map((i) => digests[i]))).forEach((data, i) => { list[places[i]] = data; });
      return list;
    }

    // #unpack reads each pack once of which something is asked for.
    async #unpack(tx, digests, places, list) {
      const by = new Map();
      for (const i of places) {
        const at = list[i] ? null : this.#packed.get(text(digests[i]));
        if (at) by.set(at.pack, [...by.get(at.pack) ?? [], { i, ...at }]);
      }
      const packs = await read(tx.objectStore("packs"), [...by.keys()]);
      [...by.values()].forEach((wanted, n) => {
        for (const { i, from, to } of wanted) if (packs[n]?.length >= to) list[i] = packs[n].subarray(from, to);
      });
    }

    // #look learns what is where. Another tab may have packed more, and what nothing names is packed anew.
    async #look(tx) {
      const store = tx.objectStore("tables"), keys = await got(store.getAllKeys()), there = new Set(keys);
      if ([...this.#tables].some((key) => !there.has(key))) [this.#packed, this.#tables] = [new Map(), new Set()];
      const fresh = keys.filter((key) => !this.#tables.has(key)), tables = await read(store, fresh);
      tables.forEach((table, n) => {
        this.#tables.add(fresh[n]);
        for (const { digest, from, to } of entries(table ?? new Uint8Array())) this.#packed.set(digest, { pack: fresh[n], from, to });
      });
    }

    // refs gives names and values in turn, from a name on and before another, if not null.
    // A value is null where it is lost.
    refs(from, before, signal) {
      const range = before ? IDBKeyRange.bound(from, before, false, true) : IDBKeyRange.lowerBound(from);
      return this.#run("readonly", {}, signal, async (tx) => {
        const store = tx.objectStore("refs"), names = await got(store.getAllKeys(range)), values = await read(store, names);
        return names.flatMap((name, i) => [new Uint8Array(name), values[i]]);
      });
    }

    // log gives a log's records after the first ones, null for each that is lost.
    log(name, after, signal) {
      return this.#run("readonly", {}, signal, async (tx) => {
        const store = tx.objectStore("logs"), keys = await got(store.getAllKeys(records(name, after)));
        const values = await read(store, keys), list = [];
        keys.forEach(([, number], i) => { list[number - after] = values[i]; });
        return Array.from(list, (data) => data ?? null);
      });
    }

    // names gives those of all logs, each by a step from one to the next.
    names(signal) {
      return this.#run("readonly", {}, signal, async (tx) => {
        const store = tx.objectStore("logs"), list = [];
        for (let after = null; ;) {
          const key = await got(store.openKeyCursor(after)).then((cursor) => cursor?.key);
          if (!key) return list;
          list.push(new Uint8Array(key[0]));
          after = IDBKeyRange.lowerBound([key[0], Infinity], true);
        }
      });
    }

    // digests gives those of all blobs, and remove removes some, while refs are what they were.
    digests(signal) {
      return this.#run("readonly", {}, signal, async (tx) => {
        const alone = (await got(tx.objectStore("blobs").getAllKeys())).map((key) => new Uint8Array(key));
        const all = new Map(alone.map((digest) => [text(digest), digest]));
        for (const table of await got(tx.objectStore("tables").getAll())) {
          for (const { digest, row } of entries(table)) all.set(digest, table.subarray(row, row + 32));
        }
        return [...all.values()];
      });
    }

    remove(digests, refs, signal) {
      return this.#run("readwrite", {}, signal, async (tx) => {
        const values = await this.#values(tx, refs);
        for (const { name, was } of refs) {
          if (!same(values.get(name.join()), was)) throw new Conflict(name);
        }
        const gone = new Set(digests.map(text)), store = tx.objectStore("blobs");
        for (const key of await got(store.getAllKeys())) if (gone.has(text(new Uint8Array(key)))) store.delete(key);
        await this.#repack(tx, gone);
      });
    }

    // #repack leaves out of the packs what is gone. What is left of one gets a number that no other tab has looked at.
    async #repack(tx, gone) {
      const tables = tx.objectStore("tables"), packs = tx.objectStore("packs");
      for (const key of await got(tables.getAllKeys())) {
        const table = await got(tables.get(key)), all = entries(table), left = all.filter(({ digest }) => !gone.has(digest));
        if (left.length === all.length) continue;
        const [bytes] = left.length ? await read(packs, [key]) : [null];
        tables.delete(key);
        packs.delete(key);
        if (bytes) this.#pack(tx, joined(left.map(({ row }) => table.subarray(row, row + 36))), joined(left.map(({ from, to }) => bytes.subarray(from, to))));
      }
    }

    // folder is the one that is kept, and whether the browser lets it be read unasked; null
    // is none, or one whose handle is lost.
    // https://developer.mozilla.org/docs/Web/API/FileSystemHandle/queryPermission
    async folder() {
      const kept = await got(this.#db.transaction("mounts").objectStore("mounts").get("folder")).catch(() => null);
      if (!kept) return null;
      const leave = await kept.handle.queryPermission({ mode: "read" }).catch(() => "prompt");
      return { ...kept, granted: leave === "granted" };
    }

    // keepFolder keeps a folder in place of another one; null forgets it.
    // https://developer.mozilla.org/docs/Web/API/File_System_API#concepts_and_usage
    keepFolder(kept) {
      return new Promise((done, failed) => {
        const tx = this.#db.transaction("mounts", "readwrite"), store = tx.objectStore("mounts");
        kept ? store.put(kept, "folder") : store.delete("folder");
        tx.oncomplete = () => done();
        tx.onabort = () => failed(tx.error);
      }).catch((err) => { throw this.#why(err); });
    }

    // drafts gives a tab its own, and those of tabs that are not alive any more, which are
    // its own from then on: two tabs that look at once never take the same.
    drafts(tab, alive) {
      return new Promise((done, failed) => {
        const tx = this.#db.transaction("drafts", "readwrite"), store = tx.objectStore("drafts"), mine = [];
        store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
          if (!cursor) return;
          const draft = cursor.value;
          if (draft.tab !== tab && !alive.includes(draft.tab)) cursor.update({ ...draft, tab });
          if (draft.tab === tab || !alive.includes(draft.tab)) mine.push(draft);
          cursor.continue();
        };
        tx.oncomplete = () => done(mine.sort((a, b) => a.at - b.at));
        tx.onabort = () => failed(tx.error);
      }).catch((err) => { throw this.#why(err); });
    }

    // keepDraft keeps a draft, or without a text forgets it. All is handed over when it
    // returns, so that the last one arrives though the page goes.
    // https://developer.mozilla.org/docs/Web/API/IDBTransaction/commit
    keepDraft(draft) {
      return new Promise((done, failed) => {
        const tx = this.#db.transaction("drafts", "readwrite", { durability: "relaxed" }), store = tx.objectStore("drafts");
        const asked = draft.text === undefined ? store.delete(draft.id) : store.put(draft);
        asked.onerror = () => failed(asked.error);
        tx.oncomplete = () => done();
        tx.onabort = () => failed(tx.error);
        tx.commit?.();
      }).catch((err) => { throw this.#why(err); });
    }

    // made is when the database was made, or first opened by a Lily that notes it.
    async made() {
      try {
        return await got(this.#db.transaction("meta").objectStore("meta").get("made"));
      } catch (err) {
        throw this.#why(err);
      }
    }
  }

  // open opens a database, or makes it or what it lacks of a version. It gives up after
  // patience milliseconds: another tab can hold an old one for as long as it likes.
  // https://developer.mozilla.org/docs/Web/API/IDBOpenDBRequest/blocked_event
  const open = (name, version, patience, lost) => new Promise((done, failed) => {
    if (!globalThis.indexedDB) throw new Gone("this browser has no IndexedDB, or a setting turns it off");
    const request = indexedDB.open(name, version);
    let why = "the browser did not open it in time", late = false;
    const timer = setTimeout(() => { late = true; failed(new Gone(why)); }, patience);
    request.onblocked = () => { why = "another tab holds it open with an older Lily; close that tab, and reload this one"; };
    request.onupgradeneeded = ({ oldVersion }) => { for (const step of steps.slice(oldVersion, version)) step(request.result); };
    request.onsuccess = () => {
      clearTimeout(timer);
      late ? request.result.close() : done(new Store(request.result, lost));
    };
    request.onerror = (event) => {
      event.preventDefault(); // it is told here
      clearTimeout(timer);
      failed(request.error);
    };
  }).catch((err) => {
    if (err.name === "Gone") throw err;
    if (err.name !== "VersionError") throw new Gone("the browser does not open it: " + err.message);
    throw Object.assign(new Gone("this one is too old to read it"), { newer: true });
  });

  // give adds byte strings to a list. They stand in bytes one after the other, and sizes
  // are their lengths, 32 bits each; -1 is null. One call for many: each costs.
  const give = (list, bytes, sizes) => {
    let at = 0;
    for (const size of new Int32Array(sizes.buffer)) list.push(size < 0 ? null : bytes.slice(at, at += size));
  };

  // take is the way back: the byte strings of a list from a place on, up to about so many
  // bytes, and the next place. What was taken leaves the list.
  const take = (list, from, most) => {
    const sizes = [];
    let total = 0, next = from;
    for (; next < list.length && (next === from || total + (list[next]?.length ?? 0) <= most); next++) {
      sizes.push(list[next] ? list[next].length : -1);
      total += list[next]?.length ?? 0;
    }
    const bytes = new Uint8Array(total);
    for (let i = from, at = 0; i < next; i++) {
      if (list[i]) bytes.set(list[i], at);
      at += list[i]?.length ?? 0;
      list[i] = null;
    }
    return { bytes, sizes: new Uint8Array(Int32Array.from(sizes).buffer), next };
  };

  globalThis.lilyStore = { version: steps.length, open, give, take };
}

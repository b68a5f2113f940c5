// What the tests of the store do behind its back, and how they commit until they are ended.
globalThis.storeTest = (() => {
  const promised = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const name = (text) => new TextEncoder().encode(text);
  const never = new AbortController().signal;
  return {
    drop: (db) => promised(indexedDB.deleteDatabase(db)),
    hold: (db, version) => promised(indexedDB.open(db, version)),
    async layout(db) {
      const opened = await promised(indexedDB.open(db));
      const said = opened.version + " " + [...opened.objectStoreNames].join();
      opened.close();
      return said;
    },
    replace(global, by) {
      const was = Object.getOwnPropertyDescriptor(globalThis, global);
      const value = {
        nothing: undefined,
        forbidden: { open() { throw new DOMException("It is forbidden.", "SecurityError"); } },
        failing: { open() {
          const request = { error: new DOMException("It is broken.", "UnknownError") };
          setTimeout(() => request.onerror(new Event("error")));
          return request;
        } },
        silent: { open: () => ({}) },
      }[by];
      Object.defineProperty(globalThis, global, { value, configurable: true, writable: true });
      return () => { Object.defineProperty(globalThis, global, was); };
    },
    spy() {
      const was = IDBDatabase.prototype.transaction, said = [];
      IDBDatabase.prototype.transaction = function (stores, mode, options) {
        said.push(mode + " " + options.durability);
        return was.call(this, stores, mode, options);
      };
      return () => { IDBDatabase.prototype.transaction = was; return said.join(); };
    },
    async damage(db, digest) {
      const opened = await promised(indexedDB.open(db));
      const tx = opened.transaction(["logs", "blobs", "refs"], "readwrite"), logs = tx.objectStore("logs");
      logs.delete([name("l"), 0]);
      logs.delete([name("l"), 2]);
      logs.put("no bytes", [name("l"), 3]);
      tx.objectStore("blobs").put({}, digest);
      tx.objectStore("refs").put(1, name("r"));
      await new Promise((done) => { tx.oncomplete = done; });
      opened.close();
    },

    // values are how many there are, and losePacks is as if the disk had lost each pack.
    async values(db) {
      const opened = await promised(indexedDB.open(db)), said = [];
      for (const store of ["blobs", "packs", "tables"]) said.push(`${await promised(opened.transaction(store).objectStore(store).count())} ${store}`);
      opened.close();
      return said.join(", ");
    },
    async losePacks(db) {
      const opened = await promised(indexedDB.open(db));
      await promised(opened.transaction("packs", "readwrite").objectStore("packs").clear());
      opened.close();
    },

    // step counts one up, by a change with parts of every kind.
    async step(store) {
      const [, was = null] = await store.refs(name("n"), null, never);
      const n = was ? Number(new TextDecoder().decode(was)) : 0;
      const blobs = [];
      for (let i = 0; i < 20; i++) blobs.push(new Uint8Array(new Uint32Array([n, i]).buffer), new Uint8Array(2000).fill(n));
      const records = [name(`${n} a`), name(`${n} b`)];
      await store.commit({
        blobs, drops: [], relaxed: false,
        refs: [{ name: name("n"), was, now: name(String(n + 1)) }],
        appends: [{ log: name("l"), after: 2 * n, records }],
      }, never);
      return n + 1;
    },
    open: () => lilyStore.open("steps", lilyStore.version, 10000, () => {}),
    async forever() {
      const store = await this.open();
      for (;;) done(String(await this.step(store)));
    },
    // count counts up so often, beside others who do.
    async count(times) {
      const store = await this.open();
      let conflicts = 0;
      while (times > 0) await this.step(store).then(() => times--, (err) => { if (!err.conflict) throw err; conflicts++; });
      return conflicts;
    },
    // steps is how many steps are kept, or what is torn.
    async steps() {
      const store = await this.open();
      const [, was] = await store.refs(name("n"), null, never);
      const n = Number(new TextDecoder().decode(was)), log = await store.log(name("l"), 0, never), digests = await store.digests(never);
      const blobs = await store.blobs(digests, never);
      if (log.length !== 2 * n || digests.length !== 20 * n) throw new Error(`${n} steps, ${log.length} records, ${digests.length} blobs`);
      if (log.some((r, i) => new TextDecoder().decode(r) !== `${i >> 1} ${"ab"[i & 1]}`)) throw new Error("other records");
      digests.forEach((d, i) => { if (new Uint32Array(d.buffer)[0] >= n || blobs[i].length !== 2000 || blobs[i][1999] !== d[0]) throw new Error("other blobs"); });
      return n;
    },
  };
})();

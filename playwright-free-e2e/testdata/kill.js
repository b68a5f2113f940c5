// How a page is ended at an exact moment: the n-th of its requests to the store and of its
// changes of what is shown. From there on it does nothing more, so that what it has said
// until then is all that it will say.
globalThis.killTest = (() => {
  let left = Infinity, seen = 0, signs = [];
  // A sign is a text that is shown, or the number of turns that are.
  const shown = (sign) => typeof sign === "number" ? document.querySelectorAll("article").length >= sign : document.body.textContent.includes(sign);
  const base64 = (bytes) => btoa(Array.from(new Uint8Array(bytes), (b) => String.fromCharCode(b)).join(""));
  const got = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const moment = () => {
    seen++;
    if (--left > 0) return;
    left = Infinity;
    moments("end");
    for (;;); // until it is killed
  };
  const tell = () => {
    signs = signs.filter(([name, all]) => {
      const there = all.every(shown);
      if (there) moments(name);
      return !there;
    });
    if (signs.length || left === Infinity) return;
    left = Infinity; // all is done
    moments(String(seen));
  };
  for (const [type, names] of [[IDBObjectStore, ["put", "delete", "get"]], [IDBDatabase, ["transaction"]]]) {
    for (const name of names) {
      const was = type.prototype[name];
      type.prototype[name] = function (...args) {
        const result = was.apply(this, args);
        if (name === "transaction") result.addEventListener("complete", moment);
        moment();
        return result;
      };
    }
  }
  new MutationObserver(() => { tell(); moment(); }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
  return {
    // arm ends the page after so many moments, and tells by name which signs were shown
    // together until then, and how many moments there were when all are.
    arm(after, watched) { [left, seen, signs] = [after, 0, Object.entries(watched)]; },
    // wrong is what the page warns of, but for how turns ended.
    wrong: () => [...document.querySelectorAll("[role=alert]:not(article *), .storage-warning, #boot-failure:not([hidden])")].map((e) => e.innerText.trim()).filter((t) => t).join("; "),
    // has tells whether something is kept under a name.
    async has(name) {
      const db = await got(indexedDB.open("lily"));
      const n = await got(db.transaction("refs").objectStore("refs").count(new TextEncoder().encode(name)));
      db.close();
      return n > 0;
    },
    // dump is all that is kept, in base64. What is in packs is as if it were by itself.
    async dump() {
      const db = await got(indexedDB.open("lily")), tx = db.transaction(["blobs", "refs", "logs", "packs", "tables"]), all = {};
      for (const name of ["blobs", "refs", "logs"]) {
        const [keys, values] = await Promise.all([got(tx.objectStore(name).getAllKeys()), got(tx.objectStore(name).getAll())]);
        all[name] = keys.map((key, i) => [base64(name === "logs" ? key[0] : key), base64(values[i])]);
      }
      const [tables, packs] = await Promise.all(["tables", "packs"].map((name) => got(tx.objectStore(name).getAll())));
      const alone = new Set(all.blobs.map(([key]) => key));
      tables.forEach((table, n) => {
        for (let row = 0, from = 0; row < table.length; row += 36) {
          const key = base64(table.slice(row, row + 32)), size = new DataView(table.buffer).getUint32(row + 32, true);
          if (!alone.has(key)) all.blobs.push([key, base64(packs[n].slice(from, from + size))]);
          alone.add(key);
          from += size;
        }
      });
      db.close();
      return all;
    },
    // restore makes all of it what a dump has, but for what is null there.
    async restore(all) {
      const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      const db = await got(indexedDB.open("lily")), tx = db.transaction(["blobs", "refs", "logs", "packs", "tables"], "readwrite"), ends = {};
      for (const name of ["packs", "tables"]) tx.objectStore(name).clear();
      for (const [name, list] of Object.entries(all)) {
        tx.objectStore(name).clear();
        for (const [key, value] of list) {
          const at = ends[name + key] = (ends[name + key] ?? -1) + 1;
          if (value !== null) tx.objectStore(name).put(bytes(value), name === "logs" ? [bytes(key), at] : bytes(key));
        }
      }
      await new Promise((done, failed) => { [tx.oncomplete, tx.onabort] = [done, () => failed(tx.error)]; });
      db.close();
    },
  };
})();

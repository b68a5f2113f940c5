// How this browser comes in (MD-4). The address that lily prints ends in a code that works
// once; the server trades it for the launch's token, and proves which Lily it is. wasm/gateway
// sends the token, and says when a code was refused.
//
// What is kept: lily-token, of the launch, and lily-key, of the Lily that this browser knows
// at this address. A server that is none of its own never sees what else is kept: the engine,
// which opens it, does not start.
"use strict";

{
  let code = take();

  // take removes what is for Lily alone from the address, before anything else looks at it,
  // so that it is in no copied link or picture. What the history keeps is used up.
  // https://developer.mozilla.org/docs/Web/API/History/replaceState
  function take(url = location.href) {
    const isCode = /^#(?:code|token)=(.*)$/s;
    const [, value] = isCode.exec(new URL(url).hash) ?? [];
    if (isCode.test(location.hash)) history.replaceState(history.state, "", location.pathname + location.search);
    return value;
  }

  // spell writes a fragment anew that is none, such as #%zz: who reads addresses strictly stops
  // at it. It comes before all that listens for a way to another address.
  function spell() {
    try {
      decodeURIComponent(location.hash);
    } catch {
      history.replaceState(history.state, "", "#" + encodeURIComponent(location.hash.slice(1)));
    }
  }
  spell();
  addEventListener("popstate", spell);

  // alone sends away the service workers that another server has left at this address: they
  // would read and answer whatever this page asks. Lily has none.
  // https://developer.mozilla.org/docs/Web/API/ServiceWorkerContainer
  async function alone() {
    const workers = await navigator.serviceWorker?.getRegistrations().catch(() => []) ?? [];
    await Promise.all(workers.map((w) => w.unregister()));
    if (workers.length === 0 || !navigator.serviceWorker.controller) return;
    if (code) history.replaceState(history.state, "", "#code=" + code);
    location.reload();
    await new Promise(() => {}); // nothing is asked before that
  }

  async function ask(nonce) {
    const response = await fetch("/api/hello", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code: /^[0-9a-f]{64}$/.test(code) ? code : "", nonce }),
      redirect: "error", credentials: "omit", cache: "no-store",
    });
    return response.ok ? response.json() : {};
  }

  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

  // proven tells whether who answered holds the key that it named. A browser without such
  // signatures has to believe it.
  // https://developer.mozilla.org/docs/Web/API/SubtleCrypto/verify
  async function proven(said, nonce) {
    const what = `lily\npage\n${location.hostname}:${location.port || 80}\n${nonce}`;
    try {
      const key = await crypto.subtle.importKey("raw", bytes(said.key), "Ed25519", false, ["verify"]);
      return await crypto.subtle.verify("Ed25519", key, bytes(said.proof), new TextEncoder().encode(what));
    } catch (err) {
      return err.name === "NotSupportedError";
    }
  }

  // enter trades the code, if there is one, and tells whether this is the Lily that this
  // browser knows. A code that is taken makes it known: it came from the person's own terminal.
  // One that is refused changes nothing.
  async function enter() {
    await alone();
    const nonce = hex(crypto.getRandomValues(new Uint8Array(32)));
    const said = await ask(nonce);
    const same = said.key !== undefined && await proven(said, nonce);
    const known = localStorage.getItem("lily-key");
    door.refused = code !== undefined && !said.token;
    code = undefined;
    if (said.key !== undefined && !same) return false;
    if (said.token) localStorage.setItem("lily-token", said.token);
    if (said.token || known === null) {
      if (same) localStorage.setItem("lily-key", said.key);
      else localStorage.removeItem("lily-key");
      return true;
    }
    return said.key === known;
  }

  const door = globalThis.lilyDoor = { enter, refused: false };

  // An address that is pasted into that of an open page reloads nothing. The page may have gone
  // to another one before the event comes: what was pasted is in the event.
  // https://developer.mozilla.org/docs/Web/API/HashChangeEvent/newURL
  addEventListener("hashchange", async (event) => {
    if ((code = take(event.newURL)) === undefined) return;
    await enter().catch(() => { door.refused = true; });
    dispatchEvent(new Event("lilydoor"));
  });
}

// Parts of the shell's programs that are too big to come with every page: an interpreter, its library. The
// page has them, and gives one as a Blob when a program first needs it (wire.js).
"use strict";

const pagesParts = {
  port: null, // set when the job is there
  asked: new Map(), // name → { got, give, fail }
  scripts: new Map(), // name → what its script defines

  // get asks the page for a part, once.
  get(name) {
    let p = this.asked.get(name);
    if (!p) {
      p = {};
      p.got = new Promise((give, fail) => { p.give = give; p.fail = fail; });
      this.asked.set(name, p);
      this.port.postMessage({ need: name });
    }
    return p.got;
  },

  // script runs the script of a part, once, and gives what it defines by a name.
  script(name, defines) {
    const load = async () => (0, eval)(`${await (await this.get(name)).text()}\n;${defines}`);
    if (!this.scripts.has(name)) this.scripts.set(name, load());
    return this.scripts.get(name);
  },

  // given hears the page's answer.
  given({ give, blob, failed }) {
    const p = this.asked.get(give);
    if (blob instanceof Blob) p?.give(blob);
    else p?.fail(new Error(String(failed)));
  },
};

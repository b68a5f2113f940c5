// What git asks of a server: the smart protocol over HTTP (https://git-scm.com/docs/http-protocol), a request for what
// it has and one for each thing more. Each goes the way of all that a program asks (network.js), so that it is judged,
// asked about and recorded. A server is a stranger: names that are none of a ref are left out, and so is what it says
// of a size.
"use strict";

const mostSent = 4 << 20; // bytes of a request (core/network)
const tooMuchSent = (size) => fatal(`a push would send more than ${size > mostSent ? `${size} bytes, and ` : ""}${mostSent} bytes at once, which a program of the page cannot: push fewer commits, or in a terminal`);
const farCredentials = "programs of the page have no credentials of their own: start lily with --credential HOST=VARIABLE, and it adds them for that host";

// A Far is a server's repository.
class Far {
  constructor(r, url) { Object.assign(this, { r, url, at: farAddress(url), shown: textIn(url) }); }

  // hello asks what the server has, for a service: this.refs, in its order, and this.can. Only here is a redirect followed.
  async hello(service) {
    const path = `/info/refs?service=${service}`;
    const a = await this.asked({ method: "GET", url: this.at + path, header: [["accept", "*/*"], ["pragma", "no-cache"]] }, true);
    if (a.redirects > 0) {
      if (!a.url.endsWith(path)) fatal(`unable to update url base from redirection:\n  asked for: ${this.shown.replace(/\/*$/, "")}${path}\n   redirect: ${a.url}`);
      this.at = a.url.slice(0, -path.length);
      this.r.say(`warning: redirecting to ${this.at}/\n`);
    }
    if (fieldOf(a.header, "content-type")?.split(";")[0].trim() !== `application/x-${service}-advertisement`) fatal(`${this.shown.replace(/\/*$/, "")}/info/refs not valid: is this a git repository?`);
    const lines = packetLines(a.body), refs = [];
    if (lines[0]?.startsWith("# service=")) lines.splice(0, lines[1] === null ? 2 : 1);
    this.can = new Map((lines[0]?.split("\0")[1] ?? "").trim().split(" ").map((c) => { const at = c.indexOf("="); return at < 0 ? [c, ""] : [c.slice(0, at), c.slice(at + 1)]; }));
    this.links = new Map([...(lines[0]?.split("\0")[1] ?? "").matchAll(/(?:^| )symref=([^: ]+):(\S+)/g)].map(([, from, to]) => [from, to]));
    this.shallow = lines.filter((l) => l?.startsWith("shallow ")).length > 0;
    for (const line of lines) {
      const m = line && /^([0-9a-f]{40}) ([^\0\n]+)/.exec(line);
      if (line?.startsWith("ERR ")) fatal(`remote error: ${sayable(line.slice(4))}`);
      if (!m || m[1] === noObject) continue;
      const peeled = m[2].endsWith("^{}"), name = peeled ? m[2].slice(0, -3) : m[2];
      if (!goodRef(name) || (name !== "HEAD" && !name.startsWith("refs/"))) continue;
      if (peeled && refs.at(-1)?.name === name) refs.at(-1).peeled = m[1];
      else if (!peeled) refs.push({ name, oid: m[1] });
    }
    this.refs = refs;
    return this;
  }

  oid(name) { return this.refs.find((f) => f.name === name)?.oid; }

  async asked(request, follow = false) {
    const named = { ...request, header: [["user-agent", "git/2.39.5"], ...request.header] }, cannot = (why) => fatal(`unable to access '${this.shown.replace(/\/*$/, "")}/': ${why}`);
    const a = await (follow ? pagesNetwork.followed(named) : pagesNetwork.ask(named)).catch((err) => cannot(`${err.message}${/^The answer of .* has more than/.test(err.message) && !this.least ? ". Take less of it, as with --depth 1" : ""}`));
    if (a.status === 404) fatal(`repository '${this.shown.replace(/\/*$/, "")}/' not found`);
    if (a.status === 401) fatal(`Authentication failed for '${this.shown.replace(/\/*$/, "")}/': ${farCredentials}`);
    if (a.status !== 200) cannot(a.status >= 300 && a.status < 400 ? "it leads elsewhere, which git follows only when it first asks" : `The requested URL returned error: ${a.status}`);
    return a;
  }

  async sent(service, parts) {
    const body = together(parts.map((p) => (typeof p === "string" ? arrayOf(p) : p)));
    if (body.length > mostSent) tooMuchSent(body.length);
    const a = await this.asked({ method: "POST", url: `${this.at}/${service}`, header: [["content-type", `application/x-${service}-request`], ["accept", `application/x-${service}-result`]], body });
    if (fieldOf(a.header, "content-type")?.split(";")[0].trim() !== `application/x-${service}-result`) fatal(`${this.shown}: the server answered something else than git`);
    return a.body;
  }

  offered(...names) { return names.filter((n) => this.can.has(n)).join(" "); }

  // fetched brings what is wanted and what it is made of, but what is there already.
  async fetched(wants, { depth, haves = [], tags = true } = {}) {
    const { r } = this, list = [...new Set(wants)], old = [...r.shallow];
    this.least = depth === 1;
    if (list.length === 0) return;
    if (depth && !this.can.has("shallow")) fatal("Server does not support --depth");
    const can = `${this.offered("multi_ack_detailed", "side-band-64k", "ofs-delta", "no-progress", ...(tags ? ["include-tag"] : []))} agent=git/2.39.5`;
    const lines = list.map((oid, i) => packetLine(`want ${oid}${i === 0 ? ` ${can}` : ""}\n`));
    for (const oid of old) lines.push(packetLine(`shallow ${oid}\n`));
    if (depth) lines.push(packetLine(`deepen ${depth}\n`));
    const answer = await this.sent("git-upload-pack", [...lines, "0000", ...haves.map((oid) => packetLine(`have ${oid}\n`)), packetLine("done\n")]);
    const { pack, shallow, unshallow } = this.packIn(answer);
    await keepPack(r, pack);
    if (shallow.length + unshallow.length > 0) await this.cut([...old.filter((o) => !unshallow.includes(o)), ...shallow]);
    for (const oid of list) if (!(await r.object(oid))) fatal(`the server sent no ${oid}, which was asked for`);
  }

  async cut(list) {
    const { r } = this, path = `${r.dir}/shallow`, all = [...new Set(list)].sort(byBytes);
    r.shallow = new Set(all);
    if (all.length === 0) await r.disk.remove(path);
    else await r.disk.write(path, all.map((o) => `${o}\n`).join(""));
  }

  // packIn takes an answer apart: what it says of where the history is cut, and the pack.
  packIn(bytes) {
    const shallow = [], unshallow = [], parts = [];
    for (const p of packets(bytes)) {
      if (p === null) continue;
      const text = p[0] > 3 ? latin1(p.subarray(0, 4096)).trimEnd() : "", [, cut, oid] = /^(shallow|unshallow) ([0-9a-f]{40})$/.exec(text) ?? [];
      if (cut) (cut === "shallow" ? shallow : unshallow).push(oid);
      else if (p[0] === 1) parts.push(p.subarray(1));
      else if (p[0] === 2) sayFar(this.r, latin1(p.subarray(1)));
      else if (p[0] === 3) fatal(`remote error: ${sayable(latin1(p.subarray(1)))}`);
      else if (text.startsWith("ERR ")) fatal(`remote error: ${sayable(text.slice(4))}`);
      else if (!/^(NAK$|ACK )/.test(text)) fatal("the server answered something else than git");
    }
    const pack = together(parts);
    return { pack: pack.length > 0 ? pack : badPack("it is none"), shallow, unshallow };
  }
}

// sayable is a server's word for a person: nothing that a terminal acts on.
const sayable = (text) => textIn(text).trimEnd().replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "?");

// sayFar tells what the server says to a person.
function sayFar(r, text) {
  for (const line of textIn(text).split(/[\r\n]/)) if (line.trim() !== "") r.say(`remote: ${sayable(bytesIn(line))}        \n`); // as git clears a line that no terminal shows
}

// farAddress is where a repository is asked for, or the end of the command.
function farAddress(url) {
  const text = textIn(url), scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1].toLowerCase();
  if (/^[a-z0-9-]+::/i.test(text)) fatal(`transport '${text.split("::")[0]}' not allowed`);
  if (scheme === "ssh" || scheme === "git+ssh" || (!scheme && /^[^/]+:/.test(text))) fatal(`this page's git has no ssh, which '${text}' wants: use the repository's address with https`);
  if (scheme === "git" || scheme === "ftp" || scheme === "ftps") fatal(`this page's git has no ${scheme}, which '${text}' wants: use the repository's address with https`);
  if (!scheme || scheme === "file") fatal(`'${text}' is no address with https, and this page's git clones and fetches no other: copy a folder with cp -r`);
  if (scheme !== "http" && scheme !== "https") fatal(`Unable to find remote helper for '${scheme}'`);
  if (!URL.canParse(text)) fatal(`unable to access '${text}': URL using bad/illegal format or missing URL`);
  const at = new URL(text);
  if (at.username || at.password) fatal(`the address holds a user or a password: ${farCredentials}`);
  return `${at.origin}${at.pathname.replace(/\/+$/, "")}`;
}

// Packets ------------------------------------------------------------------------

const packetLine = (text) => (text.length + 4).toString(16).padStart(4, "0") + text;

// packets are the parts of an answer; null stands between sections.
function* packets(bytes) {
  for (let at = 0; at < bytes.length;) {
    const said = latin1(bytes.subarray(at, at + 4)), size = /^[0-9a-f]{4}$/i.test(said) ? parseInt(said, 16) : -1;
    if (size < 0 || size === 3 || at + size > bytes.length) fatal("the server's answer ends early, or is none of git's");
    if (size < 3) { yield null; at += 4; continue; }
    yield bytes.subarray(at + 4, at + size);
    at += size;
  }
}

const packetLines = (bytes) => [...packets(bytes)].map((p) => p && latin1(p));

// Remotes ------------------------------------------------------------------------

// remoteOf is what a name or an address leads to: { name, url, push, specs }.
function remoteOf(r, word) {
  const all = (key) => r.entries.filter((e) => e.name === `remote.${word}.${key}`).map((e) => e.value ?? "");
  const [url] = all("url"), addressed = /^[a-z][a-z0-9+.-]*:|^[^/]*:|^[./]/i.test(word);
  if (url !== undefined) return { name: word, url, push: all("pushurl")[0] ?? url, specs: all("fetch") };
  if (!addressed) fatal(`'${textIn(word)}' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.`);
  return { url: word, push: word, specs: [] };
}

// specOf is a refspec: { force, from, to, wild }.
function specOf(text) {
  const [, plus, from, colon, to] = /^(\+?)([^:]*)(:?)(.*)$/s.exec(text), stars = (s) => s.split("*").length - 1;
  if (stars(from) > 1 || (colon && to !== "" && stars(from) !== stars(to))) fatal(`invalid refspec '${textIn(text)}'`);
  return { force: plus === "+", from, to: colon ? to : undefined, wild: from.includes("*") };
}

// through is where a refspec leads a name, or undefined.
function through({ from, to, wild: star }, name, back = false) {
  const [here, there] = back ? [to, from] : [from, to];
  if (!star) return name === here ? there : undefined;
  const [before, after] = (here ?? "").split("*");
  if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return undefined;
  return there?.replace("*", () => name.slice(before.length, name.length - after.length));
}

// trackedBy is what a remote's branch is called here: refs/remotes/origin/main.
function trackedBy(remote, name) {
  for (const s of remote.specs.map(specOf)) { const to = through(s, name); if (to) return to; }
  return undefined;
}

const remotesOf = (r) => [...new Set(r.entries.map((e) => /^remote\.(.+)\.url$/.exec(e.name)?.[1]).filter(Boolean))];

// usualRemote is the one that nobody has to name.
async function usualRemote(r) {
  const h = await head(r), said = h.ref === "HEAD" ? undefined : r.config(`branch.${shortRef(h.ref)}.remote`), all = remotesOf(r);
  return said ?? (all.length === 1 ? all[0] : "origin");
}

// upstreamOf is what a branch follows: { remote, merge, ref } with ref as it is kept here, or null.
function upstreamOf(r, ref) {
  const of = (key) => (ref.startsWith("refs/heads/") ? r.config(`branch.${ref.slice(11)}.${key}`) : undefined), remote = of("remote"), merge = of("merge");
  if (!remote || !merge) return null;
  return { remote, merge, ref: remote === "." ? merge : trackedBy({ specs: r.entries.filter((e) => e.name === `remote.${remote}.fetch`).map((e) => e.value ?? "") }, merge) };
}

async function gitLsRemote(r, words) {
  const asked = options("ls-remote", words, { h: 0, heads: 0, t: 0, tags: 0, refs: 0, q: 0, quiet: 0, symref: 0, "exit-code": 0, "get-url": 0, sort: 1, "upload-pack": 1 });
  for (const name of ["sort", "upload-pack"]) if (asked.has(name)) lacking(`ls-remote --${name}`);
  await r.find().catch((err) => { if (!(err instanceof GitEnd)) throw err; return r.configure(); });
  const [word, ...patterns] = asked.operands.map(bytesIn);
  if (word === undefined && !r.dir) fatal("No remote configured to list refs from.");
  const remote = remoteOf(r, word ?? await usualRemote(r)), tests = patterns.map((p) => wild(`*/${p}`, false));
  if (asked.has("get-url")) { r.print(`${remote.url}\n`); return 0; }
  const far = await new Far(r, remote.url).hello("git-upload-pack");
  if (word === undefined && !asked.has("q", "quiet")) r.say(`From ${far.shown}\n`);
  let found = false;
  const tell = (name, oid) => {
    if ((asked.has("h", "heads") || asked.has("t", "tags")) && !(asked.has("h", "heads") && name.startsWith("refs/heads/")) && !(asked.has("t", "tags") && name.startsWith("refs/tags/"))) return;
    if (tests.length > 0 && !tests.some((t) => t.test(`/${name}`))) return;
    found = true;
    if (asked.has("symref") && far.links.has(name)) r.print(`ref: ${far.links.get(name)}\t${name}\n`);
    r.print(`${oid}\t${name}\n`);
  };
  for (const f of far.refs) {
    if (asked.has("refs") && !f.name.startsWith("refs/")) continue;
    tell(f.name, f.oid);
    if (f.peeled && !asked.has("refs")) tell(`${f.name}^{}`, f.peeled);
  }
  return !found && asked.has("exit-code") ? 2 : 0;
}

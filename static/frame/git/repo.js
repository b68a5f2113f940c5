// A repository: where it is, its configuration, objects and names.
"use strict";

class Repo {
  constructor({ disk, cwd, env, kit, given }) {
    Object.assign(this, { disk, cwd, env, kit, given, out: [], said: [] });
    this.cache = {}; // isomorphic-git's
    this.objects = new Map();
    this.sums = new WeakMap(); // what a file's bytes are called
    this.shallow = new Set(); // commits behind which the history was not fetched
  }

  print(text) { this.out.push(text); }
  say(text) { this.said.push(text); }

  // find looks for .git in the folder and above it.
  async find() {
    if (this.dir) return this;
    if (this.env.GIT_DIR || this.env.GIT_WORK_TREE || this.env.GIT_INDEX_FILE) lacking("GIT_DIR, GIT_WORK_TREE or GIT_INDEX_FILE");
    for (let at = this.cwd; ; at = parentOf(at)) {
      const dir = at === "/" ? "/.git" : `${at}/.git`, s = await this.disk.stat(dir);
      if (s?.isFile) fatal(`${dir}: a link to another repository, as of a worktree or a submodule, is not in this page's git`);
      if (s?.isDirectory && await this.disk.stat(`${dir}/HEAD`) && await this.disk.stat(`${dir}/objects`)) {
        Object.assign(this, { dir, top: at, prefix: this.cwd === at ? "" : `${this.cwd.slice(at === "/" ? 1 : at.length + 1)}/` });
        await this.configure();
        const version = this.config("core.repositoryformatversion") ?? "0", kept = this.config("extensions.objectformat");
        if (Number(version) > 1 || (kept ?? "sha1") !== "sha1") fatal(`${dir}: this repository's format is not in this page's git: got version ${version} and ${kept ?? "sha1"}, want 0 and sha1`);
        return this;
      }
      if (at === "/") fatal("not a git repository (or any of the parent directories): .git");
    }
  }

  at(path) { return this.top === "/" ? `/${path}` : `${this.top}/${path}`; }

  // configure reads the files of the configuration, once.
  async configure() {
    const home = this.env.HOME, files = [];
    if (this.env.GIT_CONFIG_GLOBAL !== undefined) files.push(["global", this.env.GIT_CONFIG_GLOBAL]);
    else if (home) files.push(["global", `${this.env.XDG_CONFIG_HOME || `${home}/.config`}/git/config`], ["global", `${home}/.gitconfig`]);
    if (this.dir) files.push(["local", `${this.dir}/config`]);
    this.entries = [];
    for (const [where, path] of files) {
      const text = await this.disk.read(path);
      if (text === null) continue;
      const shown = path === `${this.dir}/config` ? ".git/config" : path;
      this.entries.push(...configEntries(text, shown).filter((e) => e.key).map((e) => ({ name: `${e.section}.${e.key}`, value: e.value, where, path: shown })));
    }
    if (this.dir) this.shallow = new Set(((await this.disk.read(`${this.dir}/shallow`)) ?? "").match(/^[0-9a-f]{40}$/gm));
    this.entries.push(...this.given.map(([name, value]) => { const k = configKey(name); return { name: `${k.section}.${k.key}`, value, where: "command" }; }));
  }

  config(name) { return this.entries.findLast((e) => e.name === name)?.value; }

  flag(name, otherwise) {
    const e = this.entries?.findLast((e) => e.name === name);
    return e ? configFlag(e.value, name) : otherwise;
  }

  // files are isomorphic-git's way to the disk.
  get files() {
    const fs = this.disk.fs, coded = (f) => async (...args) => {
      try { return await f(...args); } catch (err) { throw Object.assign(err, { code: /^E[A-Z]+/.exec(err.message)?.[0] ?? "EIO" }); }
    };
    const whole = (s) => ({ ...s, isFile: () => s.isFile, isDirectory: () => s.isDirectory, isSymbolicLink: () => s.isSymbolicLink });
    return this.wrapped ??= { promises: {
      readFile: coded((p) => fs.readFileBuffer(p)), writeFile: coded((p, b) => fs.writeFile(p, new Uint8Array(b))), mkdir: coded((p) => fs.mkdir(p)),
      rmdir: coded((p) => fs.rm(p)), unlink: coded((p) => fs.rm(p)), readdir: coded((p) => fs.readdir(p)), readlink: coded((p) => fs.readlink(p)), symlink: coded((to, p) => fs.symlink(to, p)),
      stat: coded(async (p) => whole(await fs.stat(p))), lstat: coded(async (p) => whole(await fs.lstat(p))),
    } };
  }

  // object is one by its name: { type, data }.
  async object(oid) {
    let o = this.objects.get(oid);
    if (o) return o;
    try {
      const { type, object } = await this.kit.readObject({ fs: this.files, gitdir: textIn(this.dir), oid, format: "content", cache: this.cache });
      o = { type, data: latin1(object) };
    } catch (err) {
      if (err.code === "NotFoundError") return null;
      fatal(`object ${oid} is corrupt: ${String(err.data?.message ?? err.message ?? err).split("\n")[0].slice(0, 200)}`);
    }
    if (o.data.length < 1 << 16) this.objects.set(oid, o);
    return o;
  }

  async typed(oid, type) {
    const o = await this.object(oid);
    if (!o) fatal(type === "commit" ? `bad object ${oid}` : `unable to read ${type} ${oid}`);
    if (o.type !== type) fatal(`object ${oid} is a ${o.type}, not a ${type}`);
    return o.data;
  }

  blob(oid) { return this.typed(oid, "blob"); }

  async put(type, data) {
    this.disk.changed();
    return this.kit.writeObject({ fs: this.files, gitdir: textIn(this.dir), type, object: arrayOf(data), format: "content" });
  }

  sum(type, bytes) {
    let oid = this.sums.get(bytes);
    if (!oid) {
      const head = arrayOf(`${type} ${bytes.length}\0`), all = new Uint8Array(head.length + bytes.length);
      all.set(head);
      all.set(bytes, head.length);
      this.sums.set(bytes, oid = this.kit.sha1(all));
    }
    return oid;
  }

  // tree is what a tree holds: [{ mode, name, oid }].
  async tree(oid) {
    const data = oid === emptyTree ? "" : await this.typed(oid, "tree"), entries = [];
    for (let at = 0; at < data.length;) {
      const blank = data.indexOf(" ", at), nul = data.indexOf("\0", blank);
      if (blank < 0 || nul < 0 || nul + 21 > data.length) fatal(`tree ${oid} is corrupt: it ends within an entry`);
      const name = data.slice(blank + 1, nul);
      if (name === "" || name.includes("/")) fatal(`tree ${oid} is corrupt: it names ${quotedPath(name, this, true)}`);
      entries.push({ mode: data.slice(at, blank).padStart(6, "0"), name, oid: hexOf(data.slice(nul + 1, nul + 21)) });
      at = nul + 21;
    }
    return entries;
  }

  // flat is all that is below a tree: path → { mode, oid }. A tree in a pack may hold itself, so that depth is bounded.
  async flat(oid, at = "", found = new Map(), depth = 0) {
    if (depth > 256) fatal(`tree ${oid} is corrupt: its folders go deeper than 256`);
    for (const e of await this.tree(oid)) {
      if (e.mode === "040000") await this.flat(e.oid, `${at}${e.name}/`, found, depth + 1);
      else found.set(at + e.name, { mode: e.mode, oid: e.oid });
      if (found.size > 1 << 18) fatal(`tree ${oid} is too large: it has more than ${1 << 18} files`);
    }
    return found;
  }

  async commit(oid) {
    const data = await this.typed(oid, "commit"), end = data.indexOf("\n\n"), head = end < 0 ? data : data.slice(0, end);
    const lines = head.split("\n"), of = (name) => lines.filter((l) => l.startsWith(`${name} `)).map((l) => l.slice(name.length + 1));
    const c = { oid, tree: of("tree")[0], parents: this.shallow.has(oid) ? [] : of("parent"), author: identity(of("author")[0]), committer: identity(of("committer")[0]), message: end < 0 ? "" : data.slice(end + 2) };
    if (![c.tree, ...c.parents].every((o) => /^[0-9a-f]{40}$/.test(o))) fatal(`commit ${oid} is corrupt`);
    return c;
  }

  // peeled follows tags to what they name.
  async peeled(oid, want) {
    for (let n = 0; n < 64; n++) {
      const o = await this.object(oid);
      if (!o) return null;
      if (o.type === want || (!want && o.type !== "tag")) return { oid, ...o };
      if (o.type === "commit" && want === "tree") { oid = (await this.commit(oid)).tree; continue; }
      if (o.type !== "tag") return null;
      oid = /^object ([0-9a-f]{40})\n/.exec(o.data)?.[1];
      if (!oid) return null;
    }
    return fatal("a tag names itself");
  }
}

const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904", noObject = "0".repeat(40);
const hexOf = (bytes) => Array.from(bytes, (c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");
const unhex = (hex) => hex.match(/../g).map((h) => String.fromCharCode(parseInt(h, 16))).join("");

// identity takes "Name <email> seconds zone" apart.
function identity(line = "") {
  const m = /^(.*?) ?<([^>]*)> (\d+) ([+-]\d{4})$/.exec(line);
  return m ? { name: m[1], email: m[2], time: Number(m[3]), zone: m[4] } : { name: line.replace(/ ?<.*/, ""), email: /<([^>]*)/.exec(line)?.[1] ?? "", time: 0, zone: "+0000" };
}

// treeOf writes the trees of files: path → { mode, oid }, and gives the topmost.
async function treeOf(r, files) {
  const folder = { files: new Map(), folders: new Map() };
  for (const [path, f] of files) {
    const parts = path.split("/"), name = parts.pop();
    let at = folder;
    for (const p of parts) { if (!at.folders.has(p)) at.folders.set(p, { files: new Map(), folders: new Map() }); at = at.folders.get(p); }
    at.files.set(name, f);
  }
  const write = async ({ files, folders }) => {
    const entries = [...files].map(([name, f]) => [name, `${f.mode} ${name}\0${unhex(f.oid)}`]);
    for (const [name, f] of folders) entries.push([`${name}/`, `40000 ${name}\0${unhex(await write(f))}`]);
    return r.put("tree", entries.sort(([a], [b]) => byBytes(a, b)).map(([, e]) => e).join(""));
  };
  return write(folder);
}

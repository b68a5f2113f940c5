// How sed runs (see sed.js).
"use strict";

// A SedOut is where lines go. The last line of a text that ends without a newline gets it with the next one.
class SedOut {
  constructor(end, most) { Object.assign(this, { parts: [], size: 0, end, most, missing: false }); }
  write(bytes) {
    if (this.missing) this.parts.push(this.end);
    this.missing = false;
    this.size += bytes.length;
    if (this.size > this.most) throw new Refusal(`the output exceeds the limit of ${this.most} bytes here`, 4);
    this.parts.push(bytes);
  }
  line(text, whole = true) { this.write(written(text) + (whole ? this.end : "")); this.missing = !whole; }
}

// A SedIn gives lines one after the other, of all files or of one.
class SedIn {
  constructor(files, end, followed = false) { Object.assign(this, { files, end, followed, at: 0, file: -1, n: 0, name: "-" }); }
  // more tells whether there is another line.
  more() { return this.file >= 0 && this.at < this.files[this.file].text.length || this.files.slice(this.file + 1).some((f) => f.text !== ""); }
  // others tells whether it is the last line of a file of several that stand alone.
  get others() { return this.followed && !this.more(); }
  next() {
    while (this.file < 0 || this.at >= this.files[this.file].text.length) {
      if (this.file + 1 >= this.files.length) return undefined;
      this.file++;
      this.at = 0;
    }
    const { text, name } = this.files[this.file], to = text.indexOf(this.end, this.at), whole = to >= 0;
    const line = text.slice(this.at, whole ? to : undefined);
    this.at = whole ? to + 1 : text.length;
    this.n++;
    this.name = name;
    return { text: lettersOf(line), whole };
  }
}

class SedQuit { constructor(code, print, ends) { Object.assign(this, { code, print, ends }); } }

// A Sed is one run over its input.
class Sed {
  constructor({ list, quiet, given }, ctx, outs) {
    Object.assign(this, { list, quiet, given, ctx, outs, hold: "", held: true, space: "", whole: true, queue: [], ranges: new Map(), last: undefined, readers: new Map() });
    this.end = given.has("z") ? "\0" : "\n";
    this.width = given.has("l") ? Number(given.get("l")) : 70;
  }
  // over runs the script for each line, and gives the code of q where that ended it.
  async over(input, out) {
    Object.assign(this, { input, out });
    try {
      for (let again = false; again || this.read();) {
        const end = await this.cycle();
        if (end === undefined && !this.quiet) out.line(this.space, this.whole);
        this.flush();
        again = end === "again";
      }
      return undefined;
    } catch (err) {
      if (!(err instanceof SedQuit)) throw err;
      if (err.print && !this.quiet) out.line(this.space, this.whole);
      if (err.print) this.flush();
      if (err.ends) out.write("");
      return err.code;
    }
  }
  read() {
    const next = this.input.next();
    if (!next) return false;
    [this.space, this.whole, this.replaced] = [next.text, next.whole, false];
    return true;
  }
  flush() {
    for (const q of this.queue.splice(0)) {
      if (q.line) this.out.line(q.line.text, q.line.whole);
      else if (q.text !== "") this.out.write(q.text);
    }
  }
  // cycle runs the commands on the pattern space. It gives "next" where nothing is to be put out, and "again"
  // where what is left of the space comes before another line.
  async cycle() {
    for (let pc = 0; pc < this.list.length; pc++) {
      const c = this.list[pc];
      if (this.selected(c) === c.not) { if (c.is === "{") pc = c.to - 1; continue; }
      const to = await this.run(c);
      if (typeof to === "string") return to;
      if (to !== undefined) pc = to - 1;
    }
    return undefined;
  }
  selected(c) {
    if (!c.first) return true;
    if (!c.last) return this.at(c.first);
    const n = this.input.n, active = this.ranges.get(c);
    if (active === undefined && c.first.is === "line" && c.first.n === 0) { this.ranges.set(c, { to: Infinity }); return this.within(c, n); }
    if (active === undefined || active === "closed") return active === "closed" && c.first.is === "line" && c.first.n === 0 ? false : this.begins(c, n);
    return this.within(c, n);
  }
  begins(c, n) {
    if (!this.at(c.first)) return false;
    const { is, n: m } = c.last;
    const to = is === "line" ? m : is === "more" ? n + m : is === "times" ? (m > 0 ? n - n % m + m : n) : Infinity;
    if (is === "last" ? !this.input.more() : to <= n) return this.ranges.set(c, "closed"), true;
    this.ranges.set(c, { to });
    return true;
  }
  within(c, n) {
    const { to } = this.ranges.get(c);
    if (to !== Infinity) { if (n >= to) this.ranges.set(c, "closed"); return n <= to; }
    if (this.at(c.last)) this.ranges.set(c, "closed");
    return true;
  }
  at(a) {
    switch (a.is) {
      case "line": return this.input.n === a.n;
      case "last": return !this.input.more();
      case "step": return this.input.n >= a.n && (this.input.n - a.n) % a.step === 0;
      default: return this.regex(a.re).has(this.space);
    }
  }
  regex(re) {
    if (re) this.last = re;
    if (!this.last) throw new Refusal("no previous regular expression");
    return this.last;
  }
  async run(c) {
    const out = this.out;
    switch (c.is) {
      case "=": out.write(this.input.n + this.end); return undefined;
      case "a": this.queue.push({ text: this.said(c) }); return undefined;
      case "i": out.write(this.said(c)); return undefined;
      case "c": if (typeof this.ranges.get(c) !== "object") out.write(this.said(c)); return "next";
      case "b": return c.to;
      case "t": { const was = this.replaced; this.replaced = false; return was ? c.to : undefined; }
      case "T": { const was = this.replaced; this.replaced = false; return was ? undefined : c.to; }
      case "d": return "next";
      case "D": if (!this.space.includes(this.end)) return "next"; this.space = this.space.slice(this.space.indexOf(this.end) + 1); return "again";
      case "F": if (this.input.files.length > 1) throw new Refusal("F is not known here where there are several files", 4); out.write(bytesOf(this.input.name) + this.end); return undefined;
      case "g": [this.space, this.whole] = [this.hold, this.held]; return undefined;
      case "G": this.grow("space", this.hold); this.whole ||= this.held; return undefined;
      case "h": [this.hold, this.held] = [this.space, this.whole]; return undefined;
      case "H": this.grow("hold", this.space); this.held ||= this.whole; return undefined;
      case "x": [this.space, this.whole, this.hold, this.held] = [this.hold, this.held, this.space, this.whole]; return undefined;
      case "l": out.write(sedShown(written(this.space), c.n ?? this.width, this.end)); return undefined;
      case "n": return this.following(false);
      case "N": return this.following(true);
      case "p": out.line(this.space, this.whole); return undefined;
      case "P": this.first(out); return undefined;
      case "q": throw new SedQuit(c.n ?? 0, true, true);
      case "Q": throw new SedQuit(c.n ?? 0, false, false);
      case "r": case "R": return this.queued(c);
      case "w": this.named(c.file).line(this.space, this.whole); return undefined;
      case "W": this.first(this.named(c.file)); return undefined;
      case "s": return this.substitute(c);
      case "y": this.space = [...this.space].map((x) => c.map.get(x) ?? x).join(""); return undefined;
      case "z": this.space = ""; return undefined;
      default: return undefined; // { } : v
    }
  }
  first(out) {
    const at = this.space.indexOf(this.end);
    out.line(at < 0 ? this.space : this.space.slice(0, at), at >= 0 || this.whole);
  }
  said(c) { return written(c.text.replace(/\n$/, this.end)); }
  grow(what, text, between = this.end) {
    const most = this.ctx.limits.maxStringLength;
    if (this[what].length + text.length > most) throw new Refusal(`the ${what === "hold" ? "hold" : "pattern"} space exceeds the limit of ${most} letters here`, 4);
    this[what] += between + text;
  }
  // following is n and N: the next line in the place of this one, or behind it.
  async following(append) {
    if (this.input.others) throw new Refusal("n and N at the end of a file that is not the last are not known here with -s and -i", 4);
    if (!this.input.more()) throw new SedQuit(0, true, false);
    const { space, replaced } = this;
    if (!append && !this.quiet) this.out.line(space, this.whole);
    this.flush();
    this.read();
    this.replaced = replaced;
    if (append) { const line = this.space; this.space = space; this.grow("space", line); }
    return undefined;
  }
  async queued(c) {
    if (c.is === "R") {
      if (!this.readers.has(c.file)) this.readers.set(c.file, new SedIn(await this.quietly(c.file), this.end));
      const line = this.readers.get(c.file).next();
      if (line) this.queue.push({ line });
      return undefined;
    }
    for (const { text } of await this.quietly(c.file)) if (text !== "") this.queue.push({ text });
    return undefined;
  }
  async quietly(file) {
    if (file === "/dev/stdin") throw new Refusal("/dev/stdin cannot be read by a command here");
    return contents([file], beside(this.ctx, { say: () => {} }));
  }
  named(file) { return this.outs.get(file); }
  substitute(c) {
    const re = this.regex(c.re), text = this.space, numbers = c.into.filter((x) => typeof x === "number"), out = [];
    if (numbers.some((x) => x > re.groups)) throw new Refusal("invalid reference on `s' command's RHS");
    let kept = 0, before = -1, n = 0;
    for (let at = 0, m; at <= text.length && (m = re.find(text, at)); before = m.to) {
      const empty = m.from === m.to;
      at = empty ? m.to + (text.codePointAt(m.to) > 0xffff ? 2 : 1) : m.to;
      if (empty && m.from === before || ++n < (c.nth || 1)) continue;
      out.push(text.slice(kept, m.from), this.put(c, re, text, m, numbers));
      kept = m.to;
      if (!c.all) break;
    }
    if (out.length === 0) return undefined;
    this.space = "";
    this.grow("space", out.join("") + text.slice(kept), "");
    this.replaced = true;
    if (c.print) this.out.line(this.space, this.whole);
    if (c.file) this.named(c.file).line(this.space, this.whole);
    return undefined;
  }
  put(c, re, text, m, numbers) {
    const parts = numbers.some((x) => x > 0) ? re.inside(text, m) : [text.slice(m.from, m.to)];
    if (!c.into.some((x) => x.turn)) return c.into.map((x) => (typeof x === "number" ? parts[x] : x)).join("");
    let all = "", once = "", out = "";
    for (const x of c.into) {
      if (x.turn) { if ("ul".includes(x.turn)) once = x.turn; else { all = x.turn; once = x.turn === "E" ? "" : once; } continue; }
      const said = typeof x === "number" ? parts[x] : x;
      if (said === "") continue;
      const [head, ...tail] = [...said].map((l) => sedCase(l, all));
      out += (once ? sedCase(head, once.toUpperCase()) : head) + tail.join("");
      once = "";
    }
    return out;
  }
}

const sedCase = (letter, how) => {
  const turned = how === "U" ? letter.toUpperCase() : how === "L" ? letter.toLowerCase() : letter;
  return [...turned].length === 1 ? turned : letter;
};

// sedShown is what l puts out: each byte that is no letter of ASCII by its number, in lines of a width.
function sedShown(bytes, width, end) {
  const named = { "\\": "\\\\", "\x07": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v" };
  const most = width > 1 ? width - 1 : 0;
  let out = "", column = 0;
  for (const c of bytes) {
    const shown = named[c] ?? (c >= " " && c <= "~" ? c : "\\" + c.charCodeAt(0).toString(8).padStart(3, "0"));
    if (most > 0 && column + shown.length > most) { out += "\\" + end; column = 0; }
    out += shown;
    column += shown.length;
  }
  return out + "$" + end;
}

const sed = {
  name: "sed",
  async execute(args, ctx) {
    const said = [], out = new SedOut("\n", ctx.limits.maxStringLength);
    let code = 0;
    const own = beside(ctx, { say: (line) => { said.push(`sed: ${/No such|Is a dir/.test(line) ? (/Is a dir/.test(line) ? `couldn't edit or read ${line}` : `can't read ${line}`) : line}\n`); code = 2; } });
    try {
      code = (await sedAll(await sedAsked(args, own), own, out)) ?? code;
    } catch (err) {
      if (!(err instanceof Refusal)) throw err;
      said.push(`sed: ${err.message}\n`);
      code = err.code;
    }
    return { stdout: out.parts.join(""), stderr: said.join(""), exitCode: code, stdoutKind: "bytes" };
  },
};

async function sedAll(asks, ctx, out) {
  const { given, operands, list } = asks, end = given.has("z") ? "\0" : "\n", outs = new Map([["/dev/stdout", out], ["/dev/stderr", new SedOut(end, ctx.limits.maxStringLength)]]);
  out.end = end;
  for (const c of list) if (c.file && !"rR".includes(c.is) && !outs.has(c.file)) outs.set(c.file, new SedOut(end, ctx.limits.maxStringLength));
  if (outs.has("/dev/stderr") && list.some((c) => c.file === "/dev/stderr" && !"rR".includes(c.is))) throw new Refusal("/dev/stderr cannot be written by a command here");
  const edits = given.has("i"), files = await contents(operands, ctx), read = edits ? files.filter((f) => !f.stdin) : files;
  if (edits && operands.length === 0) throw new Refusal("no input files");
  if (edits && read.length < files.length) ctx.say("couldn't edit -: not a regular file");
  let code;
  if (!edits && !given.has("s")) code = await new Sed(asks, ctx, outs).over(new SedIn(read, end), out);
  else for (let i = 0; i < read.length && code === undefined; i++) {
    const into = edits ? new SedOut(end, ctx.limits.maxStringLength) : out, run = new Sed(asks, ctx, outs), input = new SedIn([read[i]], end, i + 1 < read.length);
    code = await run.over(input, into);
    if (edits) await sedEdited(read[i], given.get("i"), into, ctx);
  }
  for (const [file, o] of outs) if (!file.startsWith("/dev/std")) await ctx.fs.writeFile(ctx.fs.resolvePath(ctx.cwd, file), o.parts.join(""), "binary");
  return code;
}

// sedEdited writes a file anew, and what it was before under its other name.
async function sedEdited({ name, text }, suffix, into, ctx) {
  const path = ctx.fs.resolvePath(ctx.cwd, name), at = path.lastIndexOf("/") + 1, base = path.slice(at);
  if (suffix !== "") {
    const other = suffix.includes("*") ? suffix.replaceAll("*", base) : base + suffix;
    await ctx.fs.writeFile(other.includes("/") ? ctx.fs.resolvePath(ctx.cwd, other) : path.slice(0, at) + other, text, "binary");
  }
  await ctx.fs.writeFile(path, into.parts.join(""), "binary");
}

tools.push(sed);

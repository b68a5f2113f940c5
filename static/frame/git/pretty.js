// How a commit is told: dates, and the formats of git-log(1).
"use strict";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (n) => String(n).padStart(2, "0");
const zoneSeconds = (zone) => (zone[0] === "-" ? -1 : 1) * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(3, 5)) * 60);

// dateText is a time in the zone of who wrote it.
function dateText(who, mode, now) {
  const d = new Date((who.time + zoneSeconds(who.zone)) * 1000), day = `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}`;
  const clock = `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`, w = weekdays[d.getUTCDay()], m = months[d.getUTCMonth()];
  switch (mode) {
    case undefined: case "default": case "normal": return `${w} ${m} ${d.getUTCDate()} ${clock} ${d.getUTCFullYear()} ${who.zone}`;
    case "iso": case "iso8601": return `${day} ${clock} ${who.zone}`;
    case "iso-strict": case "iso8601-strict": return `${day}T${clock}${who.zone === "+0000" ? "+00:00" : `${who.zone.slice(0, 3)}:${who.zone.slice(3)}`}`;
    case "rfc": case "rfc2822": return `${w}, ${d.getUTCDate()} ${m} ${d.getUTCFullYear()} ${clock} ${who.zone}`;
    case "short": return day;
    case "raw": return `${who.time} ${who.zone}`;
    case "unix": return `${who.time}`;
    case "relative": return agoText(now - who.time);
    case "human": return lacking("--date=human");
  }
  if (mode.startsWith("format:")) return strftime(bytesIn(mode.slice(7)), d, who);
  return /^local$|-local$|^format-local/.test(mode) ? lacking(`--date=${mode}`) : fatal(`unknown date format ${mode}`);
}

function strftime(format, d, who) {
  const full = { Sun: "Sunday", Mon: "Monday", Tue: "Tuesday", Wed: "Wednesday", Thu: "Thursday", Fri: "Friday", Sat: "Saturday" }, w = weekdays[d.getUTCDay()];
  const long = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"], h = d.getUTCHours();
  const year = Math.floor((Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()) - Date.UTC(d.getUTCFullYear(), 0, 1)) / 864e5);
  const of = {
    Y: d.getUTCFullYear(), y: two(d.getUTCFullYear() % 100), m: two(d.getUTCMonth() + 1), d: two(d.getUTCDate()), e: String(d.getUTCDate()).padStart(2), H: two(h), I: two(h % 12 || 12), M: two(d.getUTCMinutes()),
    S: two(d.getUTCSeconds()), j: String(year + 1).padStart(3, "0"), a: w, A: full[w], b: months[d.getUTCMonth()], h: months[d.getUTCMonth()], B: long[d.getUTCMonth()], p: h < 12 ? "AM" : "PM", z: who.zone, Z: "", s: who.time,
    u: d.getUTCDay() || 7, w: d.getUTCDay(), n: "\n", t: "\t", "%": "%",
  };
  of.F = `${of.Y}-${of.m}-${of.d}`;
  of.T = `${of.H}:${of.M}:${of.S}`;
  of.R = `${of.H}:${of.M}`;
  of.D = `${of.m}/${of.d}/${of.y}`;
  of.c = `${of.a} ${of.b} ${of.e} ${of.T} ${of.Y}`;
  of.x = of.D;
  of.X = of.T;
  return format.replace(/%(.)/gs, (all, c) => of[c] ?? all);
}

function agoText(s) {
  if (s < 0) return "in the future";
  const of = (n, word) => `${plural(n, word)} ago`, half = (a, b) => Math.floor((a + b / 2) / b);
  if (s < 90) return of(s, "second");
  const minutes = half(s, 60);
  if (minutes < 90) return of(minutes, "minute");
  const hours = half(minutes, 60);
  if (hours < 36) return of(hours, "hour");
  const days = half(hours, 24);
  if (days < 14) return of(days, "day");
  if (days < 70) return of(half(days, 7), "week");
  if (days < 365) return of(half(days, 30), "month");
  if (days < 1825) {
    const all = Math.floor((days * 12 * 2 + 365) / (365 * 2)), years = Math.floor(all / 12), rest = all % 12;
    return rest ? `${plural(years, "year")}, ${of(rest, "month")}` : of(years, "year");
  }
  return of(half(days, 365), "year");
}

// dateOf reads a time that a person or a variable says: { time, zone }, or null.
function dateOf(text, now) {
  const said = text.trim();
  let m = /^@?(\d{9,})(?: ([+-]\d{4}))?$/.exec(said) ?? /^@(\d+)(?: ([+-]\d{4}))?$/.exec(said);
  if (m) return { time: Number(m[1]), zone: m[2] ?? "+0000" };
  const zoned = (y, mo, d, h, mi, s, zone = "+0000") => {
    const z = zone === "Z" || /^(UTC|GMT)$/i.test(zone) ? "+0000" : zone.replace(":", "").padEnd(5, "0"), time = Date.UTC(y, mo - 1, d, h, mi, s) / 1000 - zoneSeconds(z);
    return Number.isNaN(time) ? null : { time, zone: z };
  };
  const clock = "(?:[T ]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?)?\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?)?", then = new Date(now * 1000), at = [then.getUTCHours(), then.getUTCMinutes(), then.getUTCSeconds()];
  const timed = (m, i) => (m[i] === undefined ? at : [m[i], m[i + 1], m[i + 2] ?? 0]);
  if ((m = new RegExp(`^(\\d{4})[-./](\\d{1,2})[-./](\\d{1,2})${clock}$`).exec(said))) return zoned(m[1], m[2], m[3], ...timed(m, 4), m[7]);
  if ((m = new RegExp(`^(?:[A-Z][a-z]{2,8},?\\s+)?(\\d{1,2})\\s+([A-Z][a-z]{2})[a-z]*\\s+(\\d{4})${clock}$`).exec(said)) && months.includes(m[2])) return zoned(m[3], months.indexOf(m[2]) + 1, m[1], ...timed(m, 4), m[7]);
  if ((m = /^(?:[A-Z][a-z]{2}\s+)?([A-Z][a-z]{2})[a-z]*\s+(\d{1,2}),?\s+(?:(\d{1,2}):(\d{2}):(\d{2})\s+)?(\d{4})(?:\s+([+-]\d{4}))?$/.exec(said)) && months.includes(m[1])) return zoned(m[6], months.indexOf(m[1]) + 1, m[2], ...timed(m, 3), m[7]);
  return agoOf(said.toLowerCase().replaceAll(".", " "), now);
}

function agoOf(said, now) {
  if (said === "now") return { time: now, zone: "+0000" };
  const day = 86400, then = new Date(now * 1000), units = { second: 1, minute: 60, hour: 3600, day, week: 7 * day };
  if (said === "today") return { time: now, zone: "+0000" };
  if (said === "yesterday") return { time: now - day, zone: "+0000" };
  if (said === "midnight") return { time: now - (now % day), zone: "+0000" };
  const m = /^(?:(\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|last)\s+)(second|minute|hour|day|week|month|year)s?(?:\s+ago)?$/.exec(said);
  if (!m) return null;
  const n = Number(m[1]) || Math.max(1, ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].indexOf(m[1]) + 1);
  if (units[m[2]]) return { time: now - n * units[m[2]], zone: "+0000" };
  then.setUTCMonth(then.getUTCMonth() - (m[2] === "year" ? 12 * n : n));
  return { time: Math.floor(then.getTime() / 1000), zone: "+0000" };
}

const nowOf = () => Math.floor(Date.now() / 1000);

// subjectOf is the first paragraph in a line, and the rest of the message.
function subjectOf(message) {
  const lines = message.replace(/^(\s*\n)+/, "").split("\n"), end = lines.findIndex((l) => /^\s*$/.test(l)), n = end < 0 ? lines.length : end;
  return { subject: lines.slice(0, n).map((l) => l.replace(/\s+$/, "")).join(" "), body: lines.slice(n).join("\n").replace(/^(\s*\n)+/, "") };
}

// decorations are the names of a commit, as --decorate and %d tell them.
async function decorations(r) {
  const h = await head(r), by = new Map(), put = (oid, name) => by.set(oid, [...(by.get(oid) ?? []), name]);
  if (h.oid) put(h.oid, h.ref === "HEAD" ? "HEAD" : `HEAD -> ${shortRef(h.ref)}`);
  const refs = await listRefs(r, "refs/");
  for (const kind of ["refs/tags/", "refs/remotes/", "refs/heads/"]) {
    for (const [name, oid] of refs.filter(([n]) => n.startsWith(kind)).reverse()) {
      const c = await r.peeled(oid, "commit");
      if (c && name !== h.ref) put(c.oid, kind === "refs/tags/" ? `tag: ${shortRef(name)}` : shortRef(name));
    }
  }
  return by;
}

// A Teller tells commits in one format.
class Teller {
  constructor(r, asked) {
    Object.assign(this, { r, asked, format: "medium", end: "\n", user: null });
    const said = asked.given.format ?? asked.given.pretty;
    this.date = asked.given.date ?? (asked.has("relative-date") ? "relative" : r.config("log.date"));
    if (asked.has("oneline")) this.format = "oneline";
    if (said !== undefined && said !== true) this.chosen(said, asked.given.format !== undefined);
    else if (said === undefined && !asked.has("oneline") && r.config("format.pretty")) this.chosen(r.config("format.pretty"), false);
    this.cut = asked.has("abbrev-commit", "oneline") && !asked.has("no-abbrev-commit");
    this.decorate = asked.has("decorate") && asked.given.decorate !== "no" && asked.given.decorate !== "auto" && !asked.has("no-decorate");
  }

  chosen(said, isFormat) {
    if (/^(oneline|short|medium|full|fuller|raw|reference)$/.test(said)) {
      this.format = said;
      if (said === "reference") { this.user = "%C(auto)%h (%s, %ad)"; this.date ??= "short"; }
    } else if (/^(email|mboxrd)$/.test(said)) lacking(`--format=${said}`);
    else if (said.startsWith("format:")) { this.user = bytesIn(said.slice(7)); this.between = true; } else if (said.startsWith("tformat:")) this.user = bytesIn(said.slice(8));
    else if (said.includes("%") || isFormat && said === "") this.user = bytesIn(said);
    else fatal(`invalid --pretty format: ${said}`);
  }

  async tell(c) {
    const r = this.r, name = this.cut ? await short(r, c.oid, Number(this.asked.given.abbrev) || undefined) : c.oid;
    const names = this.decorate ? (this.names ??= await decorations(r)).get(c.oid) : undefined, deco = names ? ` (${names.join(", ")})` : "";
    if (this.user !== null) return this.filled(c);
    if (this.format === "oneline") return `${this.marked(c)}${name}${this.parentsOf(c)}${deco} ${subjectOf(c.message).subject}`;
    const who = (w) => `${w.name} <${w.email}>`, when = (w) => dateText(w, this.date, nowOf()), lines = [`commit ${this.marked(c)}${name}${this.parentsOf(c)}${deco}`];
    if (this.format === "raw") return this.raw(c, lines[0]);
    if (c.parents.length > 1) lines.push(`Merge: ${(await Promise.all(c.parents.map((p) => short(r, p)))).join(" ")}`);
    const full = this.format === "fuller";
    lines.push(`Author: ${full ? "    " : ""}${who(c.author)}`);
    if (full) lines.push(`AuthorDate: ${when(c.author)}`);
    if (this.format === "full" || full) lines.push(`Commit: ${full ? "    " : ""}${who(c.committer)}`);
    if (full) lines.push(`CommitDate: ${when(c.committer)}`);
    if (this.format === "medium") lines.push(`Date:   ${when(c.author)}`);
    const { subject } = subjectOf(c.message), text = this.format === "short" ? `    ${subject}\n` : indented(c.message);
    return `${lines.join("\n")}\n\n${text}`;
  }

  marked(c) { return this.marks?.get(c.oid) ?? ""; }
  parentsOf(c) { return this.asked.has("parents") ? c.parents.map((p) => ` ${p}`).join("") : ""; }

  async raw(c, first) {
    const data = await this.r.typed(c.oid, "commit"), end = data.indexOf("\n\n");
    return `${first}\n${end < 0 ? data : data.slice(0, end)}\n\n${indented(c.message, false)}`;
  }

  // filled is the user's own format. https://git-scm.com/docs/pretty-formats
  async filled(c) {
    const parts = [];
    let at = 0;
    for (const m of this.user.matchAll(/%([+ -]?)(C\((?:[^)]*)\)|C(?:red|green|blue|reset)|x[0-9a-fA-F]{2}|a[nNeEdDtiIsrlL]|c[nNeEdDtiIsrlL]|w\([^)]*\)|[<>][<>|]*\([^)]*\)|\((?:trailers|describe|decorate)[^)]*\)|G.|g[dDsnNeE]|[HhTtPpsbBdDfnmNeS%])/gs)) {
      parts.push(this.user.slice(at, m.index));
      const value = await this.value(c, m[2]), empty = value === "";
      if (m[1] === "+" && !empty) parts.push("\n");
      if (m[1] === " " && !empty) parts.push(" ");
      if (m[1] === "-" && empty) parts.push(parts.pop().replace(/\n+$/, ""));
      parts.push(value);
      at = m.index + m[0].length;
    }
    return parts.join("") + this.user.slice(at);
  }

  async value(c, key) {
    const r = this.r, who = key[0] === "a" ? c.author : c.committer, cutAll = (oids) => Promise.all(oids.map((o) => short(r, o))).then((all) => all.join(" "));
    if (key[0] === "x") return String.fromCharCode(parseInt(key.slice(1), 16));
    if (/^[ac]./.test(key)) {
      switch (key[1]) {
        case "n": case "N": return who.name;
        case "e": case "E": return who.email;
        case "l": case "L": return who.email.replace(/@.*/s, "");
        default: return dateText(who, { d: this.date, D: "rfc", t: "unix", i: "iso", I: "iso-strict", s: "short", r: "relative" }[key[1]], nowOf());
      }
    }
    const { subject, body } = subjectOf(c.message), names = async () => ((this.names ??= await decorations(r)).get(c.oid) ?? []).join(", ");
    switch (key) {
      case "H": return c.oid;
      case "h": return short(r, c.oid, Number(this.asked.given.abbrev) || undefined);
      case "T": return c.tree;
      case "t": return short(r, c.tree);
      case "P": return c.parents.join(" ");
      case "p": return cutAll(c.parents);
      case "s": return subject;
      case "b": return body;
      case "B": return c.message.replace(/^(\s*\n)+/, "");
      case "f": return subject.replace(/[^A-Za-z0-9_.]+/g, "-").replace(/\.{2,}/g, ".").replace(/^-|[-.]+$/g, "");
      case "d": return names().then((n) => n && ` (${n})`);
      case "D": return names();
      case "n": return "\n";
      case "m": return ">";
      case "%": return "%";
      case "e": case "N": case "S": return "";
    }
    if (/^C/.test(key)) return "";
    if (key.startsWith("(trailers")) return trailersText(c.message, key.slice(9, -1));
    return lacking(`%${key} of a format`);
  }
}

// untabbed writes tabs as blanks, as far as the next eighth column.
function untabbed(line) {
  let out = "";
  for (const part of line.split(/(\t)/)) out += part === "\t" ? " ".repeat(8 - (widthOf(out) % 8)) : part;
  return out;
}

const indented = (message, wide = true) => linesOf(message.replace(/^(\s*\n)+/, "").replace(/\s+$/, "") + "\n").map((l) => (l === "\n" && message.trim() === "" ? "" : `    ${(wide ? untabbed(l) : l).replace(/[ \t]+\n$/, "\n").replace(/^ +\n$/, "\n")}`)).join("");

// trailersOf are the lines "Key: value" at a message's end. https://git-scm.com/docs/git-interpret-trailers
function trailersOf(message) {
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/), last = paragraphs.length > 1 ? paragraphs.at(-1).split("\n") : [];
  const is = (l) => /^[A-Za-z0-9-]+\s*:/.test(l) || /^\(cherry picked from commit /.test(l), sure = last.some((l) => /^(Signed-off-by: |\(cherry picked)/.test(l));
  const some = last.filter((l) => is(l) || /^\s/.test(l)).length;
  if (last.length === 0 || !is(last[0]) && !sure || !(some === last.length || (sure && some * 3 >= last.length - some))) return [];
  const found = [];
  for (const l of last) {
    if (/^\s/.test(l) && found.length > 0) found[found.length - 1] += `\n${l}`;
    else if (is(l)) found.push(l);
  }
  return found;
}

function trailersText(message, options) {
  const set = Object.fromEntries(options.replace(/^:/, "").split(",").filter(Boolean).map((o) => { const at = o.indexOf("="); return at < 0 ? [o, ""] : [o.slice(0, at), o.slice(at + 1)]; }));
  const yes = (v) => v !== undefined && v !== "false" && v !== "no", plain = (s) => s.replace(/%n/g, "\n").replace(/%x([0-9a-f]{2})/gi, (_, h) => String.fromCharCode(parseInt(h, 16)));
  let list = trailersOf(message);
  const key = set.key?.replace(/:$/, "").toLowerCase();
  if (key !== undefined) list = list.filter((l) => l.split(":")[0].trim().toLowerCase() === key);
  if (yes(set.unfold)) list = list.map((l) => l.replace(/\n\s+/g, " "));
  if (yes(set.valueonly)) list = list.map((l) => l.replace(/^[^:]*:\s*/, ""));
  else if (yes(set.keyonly)) list = list.map((l) => l.split(":")[0].trim());
  if (set.separator !== undefined) return list.join(plain(set.separator));
  return list.map((l) => `${l}\n`).join("");
}

// date as GNU's, in the locale C. https://www.gnu.org/software/coreutils/manual/html_node/date-invocation.html
"use strict";

// dateZone is a time zone by its name; what no zone has as a name is UTC, as in GNU's.
const dateFormats = new Map();
function dateZone(name) {
  const make = (locale, more) => new Intl.DateTimeFormat(locale, { timeZone: name, ...more });
  if (!dateFormats.has(name)) {
    try {
      dateFormats.set(name, { fields: make("en-US", { hourCycle: "h23", era: "short", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" }), names: ["en-US", "en-GB", "en-AU", "ja-JP", "en-IN", "en-NZ", "en-ZA"].map((l) => make(l, { timeZoneName: "short" })) });
    } catch { return name === "UTC" ? undefined : dateZone("UTC"); }
  }
  const { fields, names } = dateFormats.get(name);
  const local = (ms) => {
    if (name === "UTC") return new Date(ms);
    const p = Object.fromEntries(fields.formatToParts(ms).map(({ type, value }) => [type, value]));
    return new Date(Date.UTC(p.era === "BC" ? 1 - p.year : p.year, p.month - 1, p.day, p.hour, p.minute, p.second));
  };
  const offset = (ms) => Math.round((local(ms) - Math.floor(ms / 1000) * 1000) / 60_000);
  const instant = (fieldsAsUTC) => { const first = fieldsAsUTC - offset(fieldsAsUTC) * 60_000; return fieldsAsUTC - offset(first) * 60_000; };
  const short = (ms) => {
    if (name === "UTC") return "UTC";
    const said = names.map((f) => f.formatToParts(ms).find(({ type }) => type === "timeZoneName").value), named = said.find((s) => !/^(GMT|UTC)[+-]/.test(s));
    return named ?? dateSigned(offset(ms), "").replace(/00$/, "");
  };
  return { local, offset, instant, short };
}

const dateSigned = (minutes, colon) => `${minutes < 0 ? "-" : "+"}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, "0")}${colon}${String(Math.abs(minutes) % 60).padStart(2, "0")}`;
const dateTitle = (word) => word[0].toUpperCase() + word.slice(1);
const dateOfYear = (d) => Math.round((Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate()) - Date.UTC(d.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;

// dateWeek is the week of ISO 8601, and its year.
function dateWeek(d) {
  const thursday = new Date(Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate() + 4 - (d.getUTCDay() || 7)));
  return [thursday.getUTCFullYear(), Math.ceil(dateOfYear(thursday) / 7)];
}

// dateParts are the conversions: [value, width, what fills it], or a format of others.
const dateParts = {
  a: ({ d }) => [dateTitle(dateDays[d.getUTCDay()]).slice(0, 3)], A: ({ d }) => [dateTitle(dateDays[d.getUTCDay()])],
  b: ({ d }) => [dateTitle(dateMonths[d.getUTCMonth()]).slice(0, 3)], B: ({ d }) => [dateTitle(dateMonths[d.getUTCMonth()])], h: "%b",
  c: "%a %b %e %H:%M:%S %Y", x: "%m/%d/%y", X: "%H:%M:%S", D: "%m/%d/%y", F: "%Y-%m-%d", T: "%H:%M:%S", R: "%H:%M", r: "%I:%M:%S %p",
  C: ({ d }) => [Math.floor(d.getUTCFullYear() / 100), 2, "0"], y: ({ d }) => [d.getUTCFullYear() % 100, 2, "0"], Y: ({ d }) => [d.getUTCFullYear(), 4, "0"],
  d: ({ d }) => [d.getUTCDate(), 2, "0"], e: ({ d }) => [d.getUTCDate(), 2, " "], m: ({ d }) => [d.getUTCMonth() + 1, 2, "0"], j: ({ d }) => [dateOfYear(d), 3, "0"], q: ({ d }) => [Math.floor(d.getUTCMonth() / 3) + 1, 1, "0"],
  H: ({ d }) => [d.getUTCHours(), 2, "0"], k: ({ d }) => [d.getUTCHours(), 2, " "], I: ({ d }) => [d.getUTCHours() % 12 || 12, 2, "0"], l: ({ d }) => [d.getUTCHours() % 12 || 12, 2, " "],
  M: ({ d }) => [d.getUTCMinutes(), 2, "0"], S: ({ d }) => [d.getUTCSeconds(), 2, "0"], s: ({ ms }) => [Math.floor(ms / 1000), 1, "0"],
  p: ({ d }) => [d.getUTCHours() < 12 ? "AM" : "PM"], P: ({ d }) => [d.getUTCHours() < 12 ? "am" : "pm"], n: () => ["\n"], t: () => ["\t"], "%": () => ["%"],
  u: ({ d }) => [d.getUTCDay() || 7, 1, "0"], w: ({ d }) => [d.getUTCDay(), 1, "0"], Z: ({ ms, zone }) => [zone.short(ms)], z: ({ ms, zone }) => [dateSigned(zone.offset(ms), "")],
  U: ({ d }) => [Math.floor((dateOfYear(d) + 6 - d.getUTCDay()) / 7), 2, "0"], W: ({ d }) => [Math.floor((dateOfYear(d) + 6 - ((d.getUTCDay() + 6) % 7)) / 7), 2, "0"],
  V: ({ d }) => [dateWeek(d)[1], 2, "0"], G: ({ d }) => [dateWeek(d)[0], 4, "0"], g: ({ d }) => [dateWeek(d)[0] % 100, 2, "0"],
};

// dateSaid is a moment in a format.
function dateSaid(format, moment) {
  return format.replace(/%([-_0^#]*)(\d*)([EO]?)(:{0,3})([a-zA-Z%])/g, (all, flags, width, _, colons, letter) => {
    if (letter === "N") return String(moment.nanos).padStart(9, "0").slice(0, Number(width) || 9);
    if (colons !== "" && letter !== "z") return all;
    const part = colons !== "" ? () => [dateSigned(moment.zone.offset(moment.ms), ":") + (colons === "::" ? ":00" : "")] : dateParts[letter];
    if (part === undefined) return all;
    if (typeof part === "string") return dateSaid(part, moment);
    const [value, digits = 0, fill = " "] = part(moment), flag = flags.at(-1);
    const filled = flag === "-" ? String(value) : String(value).padStart(Number(width) || digits, flags.includes("_") ? " " : flags.includes("0") ? "0" : fill);
    return flags.includes("^") ? filled.toUpperCase() : flags.includes("#") ? (/[a-z]/.test(filled) && letter !== "Z" ? filled.toUpperCase() : filled.toLowerCase()) : filled;
  });
}

const dateKinds = { date: "%F", hours: "%FT%H%:z", minutes: "%FT%R%:z", seconds: "%FT%T%:z", ns: "%FT%T,%N%:z" };
const dateKind = (word, option, all) => all.find((k) => k.startsWith(word)) ?? refused(`invalid argument ‘${word}’ for ‘${option}’\nValid arguments are:\n${all.map((k) => `  - ‘${k}’\n`).join("")}Try 'date --help' for more information.`);
const refused = (sentence) => { throw new Refusal(sentence); };

const dateLong = { date: "d", file: "f", "iso-8601": "I", "rfc-email": "R", "rfc-822": "R", "rfc-2822": "R", "rfc-3339": "3", reference: "r", set: "s", utc: "u", uct: "u", universal: "u" };
tools.push(tool("date", "d:f:I?R3:r:s:u", dateLong, async (given, operands, ctx) => {
  const zone = dateZone(given.has("u") ? "UTC" : ctx.env.get("TZ")?.replace(/^:/, "") || "UTC"), [format, extra] = operands;
  if (given.has("s")) throw new Refusal("cannot set date: Operation not permitted");
  if (extra !== undefined) throw new Refusal(`extra operand ‘${extra}’`);
  if (format !== undefined && !format.startsWith("+")) throw new Refusal(given.has("d") ? `the argument ‘${format}’ lacks a leading '+';\nwhen using an option to specify date(s), any non-option\nargument must be a format string beginning with '+'\nTry 'date --help' for more information.` : `invalid date ‘${format}’`);
  const as = format?.slice(1) ?? (given.has("I") ? dateKinds[dateKind(given.get("I") || "date", "--iso-8601", ["hours", "minutes", "date", "seconds", "ns"])] : given.has("3") ? dateKinds[dateKind(given.get("3"), "--rfc-3339", ["date", "seconds", "ns"])].replace("T", " ").replace(",", ".") : given.has("R") ? "%a, %d %b %Y %T %z" : "%a %b %e %T %Z %Y");
  const texts = given.has("f") ? linesOf(await joined([given.get("f")], ctx)) : [given.get("d")], lines = [], now = Date.now();
  for (const text of texts) {
    const read = given.has("r") ? await dateOf(given.get("r"), ctx) : text === undefined ? { ms: now, nanos: (now % 1000) * 1e6 } : dateRead(text, now, zone);
    if (read) lines.push(dateSaid(as, { ...read, zone, d: zone.local(read.ms) }) + "\n");
    else ctx.say(`invalid date ‘${text}’`);
  }
  return bytesOf(lines.join(""));
}));

async function dateOf(path, ctx) {
  const s = await ctx.fs.stat(ctx.fs.resolvePath(ctx.cwd, path)).catch(() => refused(`${path}: No such file or directory`));
  return { ms: s.mtime.getTime(), nanos: (s.mtime.getTime() % 1000) * 1e6 };
}

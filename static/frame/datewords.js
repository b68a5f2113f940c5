// The dates and times that GNU's date reads: 2024-03-31 10:20, 5 Jan 2024, next friday, 2 weeks ago, @1700000000.
// https://www.gnu.org/software/coreutils/manual/html_node/Date-input-formats.html
"use strict";

const dateDays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const dateMonths = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const dateZones = { z: 0, utc: 0, ut: 0, gmt: 0, wet: 0, west: 60, cet: 60, cest: 120, met: 60, eet: 120, eest: 180, msk: 180, ist: 330, jst: 540, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420 };
const dateOrdinals = { last: -1, this: 0, next: 1, first: 1, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7, eighth: 8, ninth: 9, tenth: 10, eleventh: 11, twelfth: 12 };
const dateUnits = { sec: ["s", 1], second: ["s", 1], min: ["s", 60], minute: ["s", 60], hour: ["s", 3600], day: ["d", 1], week: ["d", 7], fortnight: ["d", 14], month: ["m", 1], year: ["m", 12] };
const dateNear = { now: 0, today: 0, tomorrow: 1, yesterday: -1 };

const monthName = "(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|" + dateMonths.join("|") + ")\\b\\.?";
const nth = (list, word) => list.findIndex((name) => name.startsWith(word.slice(0, 3)));
const year = (text) => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 69 ? 2000 : 1900));

// dateRules are what may stand next: a pattern, and what it says of the date that is read.
const dateRules = [
  [/^(\d{4,})-(\d{1,2})-(\d{1,2})(?:t(?=\d))?/, (d, y, m, day) => d.date(Number(y), m, day)],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, (d, y, m, day) => d.date(Number(y), m, day)],
  [/^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?/, (d, m, day, y) => d.date(y && year(y), m, day)],
  [/^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:\s*([ap])\.?m\b\.?)?(?:\s*([+-])(\d{1,2}):?(\d{2})?(?!\d))?/, (d, h, min, s, frac, half, sign, zh, zm) => {
    d.time(h, min, s ?? 0, frac ?? "", half);
    if (sign) d.zone((sign === "-" ? -1 : 1) * (Number(zh) * 60 + Number(zm ?? 0)), Number(zh) <= 24);
  }],
  [/^(\d{1,2})\s*([ap])\.?m\b\.?/, (d, h, half) => d.time(h, 0, 0, "", half)],
  [new RegExp(`^(\\d{1,2})[\\s-]*${monthName}(?:[\\s,-]*(\\d{4})(?![\\d:]))?`), (d, day, m, y) => d.date(y && Number(y), nth(dateMonths, m) + 1, day)],
  [new RegExp(`^${monthName}[\\s-]*(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:[\\s,-]+(\\d{4})(?![\\d:]))?`), (d, m, day, y) => d.date(y && Number(y), nth(dateMonths, m) + 1, day)],
  [new RegExp(`^${monthName}\\s+(\\d{4})(?![\\d:])`), (d, m, y) => d.date(Number(y), nth(dateMonths, m) + 1, d.now.getUTCDate())],
  [/^(\d{4})(\d{2})(\d{2})(?:t(?=\d)|(?!\d))/, (d, y, m, day) => d.date(Number(y), m, day)],
  [/^([+-]?)\s*(\d+)?\s*(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\b(\s+ago\b)?/, (d, sign, n, unit, ago) => d.move(Number(n ?? 1) * (sign === "-" ? -1 : 1) * (ago ? -1 : 1), unit)],
  [new RegExp(`^(${Object.keys(dateOrdinals).join("|")})\\s+(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\\b(\\s+ago\\b)?`), (d, word, unit, ago) => d.move(dateOrdinals[word] * (ago ? -1 : 1), unit)],
  [new RegExp(`^(?:(${Object.keys(dateOrdinals).join("|")})\\s+)?(sun|mon|tues?|wed|wednes|thur?s?|fri|sat|${dateDays.join("|")})\\b\\.?`), (d, word, day) => d.weekday(word ? dateOrdinals[word] : 0, nth(dateDays, day))],
  [/^(now|today|tomorrow|yesterday)\b/, (d, word) => d.move(dateNear[word], "day")],
  [/^([a-z]{1,4})\b(?!\.)/, (d, name) => d.zone(dateZones[name], name in dateZones)],
  [/^(\d{1,2})(?!\d)/, (d, h) => d.time(h, 0, 0, "", undefined, d.day !== undefined)],
  [/^(\d{4})(?!\d)/, (d, n) => (d.day && d.yearless ? d.date(Number(n), d.day[1], d.day[2]) : d.time(n.slice(0, 2), n.slice(2), 0, ""))],
];

// A DateRead is what is known of a date while it is read; now has the fields of the zone as those of UTC.
class DateRead {
  moves = []; nanos = 0; fine = true;
  constructor(now) { this.now = now; }
  date(y, m, d) {
    this.yearless = y === undefined;
    const named = y ?? this.now.getUTCFullYear();
    this.fine &&= Number(m) >= 1 && Number(m) <= 12 && Number(d) >= 1 && Number(d) <= new Date(Date.UTC(named, Number(m), 0)).getUTCDate();
    this.day = [named, Number(m), Number(d)];
  }
  time(h, min, s, frac, half, may = true) {
    const hour = half ? (Number(h) % 12) + (half === "p" ? 12 : 0) : Number(h);
    this.fine &&= may && this.clock === undefined && hour < 24 && Number(min) < 60 && Number(s) < 61 && (!half || Number(h) >= 1 && Number(h) <= 12);
    this.clock = [hour, Number(min), Number(s)];
    this.nanos = Number(frac.slice(0, 9).padEnd(9, "0"));
  }
  zone(minutes, known) { this.fine &&= known && this.offset === undefined; this.offset = minutes; }
  move(n, unit) { this.moves.push([n, ...dateUnits[unit]]); }
  weekday(ordinal, day) { this.wanted = [ordinal, day]; }
}

// dateRead reads a text: the seconds since 1970 with their nanoseconds, or undefined. zone has local(ms) and instant(ms).
function dateRead(text, now, zone) {
  const at = /^\s*@(-?\d+)(?:[.,](\d+))?\s*$/.exec(text);
  if (at) return { ms: Number(at[1]) * 1000, nanos: Number((at[2] ?? "").slice(0, 9).padEnd(9, "0")) };
  const local = zone.local(now), d = new DateRead(local);
  let rest = text.toLowerCase().replace(/\([^)]*\)/g, " ").replace(/^[\s,]+/, "");
  while (rest !== "" && d.fine) {
    const rule = dateRules.find(([pattern]) => pattern.test(rest));
    if (!rule) return undefined;
    const [all, ...parts] = rule[0].exec(rest);
    rule[1](d, ...parts);
    rest = rest.slice(all.length).replace(/^[\s,]+/, "");
  }
  return d.fine ? dateMade(d, now, zone) : undefined;
}

// dateMade adds up what was read.
function dateMade(d, now, zone) {
  const still = !d.day && !d.clock && !d.wanted && d.moves.length > 0; // only moved: the time of day stays
  const [y, m, day] = d.day ?? [d.now.getUTCFullYear(), d.now.getUTCMonth() + 1, d.now.getUTCDate()];
  const [h, min, s] = d.clock ?? (still ? [d.now.getUTCHours(), d.now.getUTCMinutes(), d.now.getUTCSeconds()] : [0, 0, 0]);
  const sum = (kind) => d.moves.filter(([, k]) => k === kind).reduce((all, [n, , size]) => all + n * size, 0);
  let days = day + sum("d");
  if (d.wanted && !d.day) {
    const [ordinal, wanted] = d.wanted, today = new Date(Date.UTC(y, m - 1, days)).getUTCDay();
    days += ((wanted - today + 7) % 7) + 7 * (ordinal - (ordinal > 0 && today !== wanted ? 1 : 0));
  }
  const fields = Date.UTC(y, m - 1 + sum("m"), days, h, min, s);
  const ms = (d.offset === undefined ? zone.instant(fields) : fields - d.offset * 60_000) + sum("s") * 1000;
  return Number.isNaN(ms) ? undefined : { ms, nanos: still ? (now % 1000) * 1e6 : d.nanos };
}

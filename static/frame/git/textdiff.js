// Which lines of a text differ, as git's diff finds them: a shortest way between both texts (`middle` of diff.js), and
// then each group of lines moved to where a person would see it begin.
"use strict";

// textHunks gives what differs: [from, to) in one list of lines and in the other. key is what a line is compared by.
function textHunks(a, b, key = (l) => l) {
  const ids = new Map(), id = (line) => { const k = key(line); if (!ids.has(k)) ids.set(k, ids.size); return ids.get(k); };
  const x = a.map(id), y = b.map(id), gone = new Uint8Array(x.length + 1), come = new Uint8Array(y.length + 1);
  const most = Math.min(x.length, y.length);
  let first = 0, last = 0;
  while (first < most && x[first] === y[first]) first++;
  while (last < most - first && x[x.length - 1 - last] === y[y.length - 1 - last]) last++;
  const left = telling(x, y, first, last, gone), right = telling(y, x, first, last, come);
  way(left.map((i) => x[i]), right.map((i) => y[i]), (i) => { gone[left[i]] = 1; }, (j) => { come[right[j]] = 1; });
  slid(x, a, gone, come);
  slid(y, b, come, gone);
  return paired(gone.subarray(0, x.length), come.subarray(0, y.length));
}

// telling are the lines that are worth a comparison: those that the other text has, but for lines that it has very
// often, where they stand among lines that it has not.
function telling(x, y, first, last, marks) {
  const times = new Map(), end = x.length - last;
  for (const k of y) times.set(k, (times.get(k) ?? 0) + 1);
  let often = 1;
  for (let n = x.length; n > 0; n >>= 2) often <<= 1;
  often = Math.min(often, 1024);
  const kind = x.map((k) => { const n = times.get(k) ?? 0; return n === 0 ? 0 : n >= often ? 2 : 1; });
  const kept = [];
  for (let i = first; i < end; i++) {
    if (kind[i] === 1 || (kind[i] === 2 && !lostAmong(kind, i, first, end))) kept.push(i);
    else marks[i] = 1;
  }
  return kept;
}

function lostAmong(kind, i, first, end) {
  const around = (step) => {
    let none = 0, many = 1;
    for (let n = 1; n <= 100; n++) {
      const j = i + n * step;
      if (j < first || j >= end || kind[j] === 1) break;
      if (kind[j] === 0) none++;
      else many++;
    }
    return [none, many];
  };
  const [noneUp, manyUp] = around(-1), [noneDown, manyDown] = around(1);
  return noneUp > 0 && noneDown > 0 && (manyUp + manyDown) * 4 < manyUp + manyDown + noneUp + noneDown;
}

function way(a, b, gone, come) {
  const work = [[0, a.length, 0, b.length]], paths = [0, 1].map(() => new Int32Array(a.length + b.length + 3));
  while (work.length > 0) {
    let [al, ah, bl, bh] = work.pop();
    while (al < ah && bl < bh && a[al] === b[bl]) { al++; bl++; }
    while (al < ah && bl < bh && a[ah - 1] === b[bh - 1]) { ah--; bh--; }
    if (al === ah) for (; bl < bh; bl++) come(bl);
    else if (bl === bh) for (; al < ah; al++) gone(al);
    else {
      const [am, bm] = middle(a, b, al, ah, bl, bh, paths);
      work.push([al, am, bl, bm], [am, ah, bm, bh]);
    }
  }
}

// A Group is lines in a row that are marked, maybe none, with a line behind it that is not.
class Group {
  constructor(marks, size) { Object.assign(this, { marks, size, start: 0, end: 0 }); this.grow(); }
  grow() { while (this.end < this.size && this.marks[this.end]) this.end++; }
  get empty() { return this.start === this.end; }
  next() {
    if (this.end === this.size) return false;
    this.start = this.end = this.end + 1;
    this.grow();
    return true;
  }
  back() {
    if (this.start === 0) return false;
    this.end = this.start = this.start - 1;
    while (this.start > 0 && this.marks[this.start - 1]) this.start--;
    return true;
  }
  up(list) {
    if (this.start === 0 || list[this.start - 1] !== list[this.end - 1]) return false;
    this.marks[--this.start] = 1;
    this.marks[--this.end] = 0;
    while (this.start > 0 && this.marks[this.start - 1]) this.start--;
    return true;
  }
  down(list) {
    if (this.end >= this.size || list[this.start] !== list[this.end]) return false;
    this.marks[this.start++] = 0;
    this.marks[this.end++] = 1;
    this.grow();
    return true;
  }
}

// slid moves each group: beside a group of the other text if it can, else to where its lines are best parted from
// those around. https://github.com/mhagger/diff-slider-tools
function slid(list, lines, marks, others) {
  const g = new Group(marks, list.length), o = new Group(others, others.length - 1);
  for (;;) {
    if (!g.empty) settle(list, lines, g, o);
    if (!g.next()) return;
    o.next();
  }
}

function settle(list, lines, g, o) {
  let size, earliest, beside;
  do {
    size = g.end - g.start;
    beside = -1;
    while (g.up(list)) o.back();
    earliest = g.end;
    if (!o.empty) beside = g.end;
    while (g.down(list)) { o.next(); if (!o.empty) beside = g.end; }
  } while (g.end - g.start !== size);
  if (g.end === earliest) return;
  if (beside >= 0) {
    while (o.empty && g.up(list)) o.back();
    return;
  }
  let best = -1, score;
  for (let at = Math.max(earliest, g.end - size - 1, g.end - 100); at <= g.end; at++) {
    const s = [at, at - size].map((split) => parting(lines, split)).reduce((p, q) => ({ indent: p.indent + q.indent, cost: p.cost + q.cost }));
    if (best < 0 || Math.sign(s.indent - score.indent) * 60 + s.cost - score.cost <= 0) [best, score] = [at, s];
  }
  while (g.end > best && g.up(list)) o.back();
}

// indentOf is how far a line is indented; -1 is an empty line.
function indentOf(line) {
  let n = 0;
  for (const c of line) {
    if (!/[\s]/.test(c) || c === "\xa0" || c === "\x85") return n;
    if (c === " ") n++;
    else if (c === "\t") n += 8 - (n % 8);
    if (n >= 200) return 200;
  }
  return -1;
}

// parting tells how badly a text is parted before a line: the less, the better.
function parting(lines, split) {
  const look = (step) => {
    let blank = 0;
    for (let i = split + step; i >= 0 && i < lines.length; i += step) {
      const n = indentOf(lines[i]);
      if (n !== -1) return [n, blank];
      if (++blank === 20) return [0, blank];
    }
    return [-1, blank];
  };
  const end = split >= lines.length, own = end ? -1 : indentOf(lines[split]), [before, blankBefore] = look(-1), [after, blankAfter] = look(1);
  const behind = own === -1 ? 1 + blankAfter : 0, blank = blankBefore + behind, indent = own !== -1 ? own : after;
  let cost = -30 * blank + 6 * behind;
  if (before === -1 && blankBefore === 0) cost += 1;
  if (end) cost += 21;
  if (indent !== -1 && before !== -1 && indent !== before) {
    if (indent > before) cost += blank ? 10 : -4;
    else if (after !== -1 && after > indent) cost += blank ? 17 : 24;
    else cost += blank ? 17 : 23;
  }
  return { indent, cost };
}

// hunksShown are the hunks of a unified diff, with lines of context around.
function hunksShown(a, b, hunks, around) {
  const place = (from, to) => (to - from === 1 ? `${to}` : `${to === from ? from : from + 1},${to - from}`), groups = [];
  for (const h of hunks) {
    const last = groups.at(-1);
    if (last && h[0] - last.at(-1)[1] <= 2 * around) last.push(h);
    else groups.push([h]);
  }
  let looked = 0, title = "";
  return groups.map((group) => {
    const before = Math.min(around, group[0][0], group[0][2]), after = Math.min(around, a.length - group.at(-1)[1], b.length - group.at(-1)[3]), from = group[0][0] - before;
    for (let i = from - 1; i >= looked; i--) if (/^[A-Za-z_$]/.test(a[i])) { title = ` ${a[i].slice(0, 80).replace(/\s+$/, "")}`; break; }
    looked = Math.max(looked, from);
    let at = group[0][2] - before; // where only blanks differ, what is around is the newer text's
    const body = group.map(([al, ah, bl, bh]) => {
      const kept = signed(" ", b.slice(at, bl));
      at = bh;
      return kept + signed("-", a.slice(al, ah)) + signed("+", b.slice(bl, bh));
    });
    return `@@ -${place(from, group.at(-1)[1] + after)} +${place(group[0][2] - before, group.at(-1)[3] + after)} @@${title}\n${body.join("")}${signed(" ", b.slice(at, at + after))}`;
  }).join("");
}

// diff as GNU's: the normal form and the unified one, of files and of folders. Of several shortest answers it gives one, and
// where lines repeat often that may be another one than GNU's.
// https://www.gnu.org/software/diffutils/manual/html_node/Invoking-diff.html
"use strict";

const diffLong = {
  unified: "V", normal: "n", recursive: "r", "new-file": "N", exclude: "x", brief: "q", "report-identical-files": "s", "ignore-case": "i", "ignore-all-space": "w",
  "ignore-space-change": "b", text: "a", minimal: "d", label: "L",
};

const diffInner = tool("diff", "uU:V?nrNx:qsiwbadL:", diffLong, async (given, operands, ctx) => {
  if (operands.length !== 2) throw new Refusal(operands.length > 2 ? `extra operand '${operands[2]}'` : `missing operand after '${operands[0] ?? "diff"}'`);
  const names = await sides(operands, ctx);
  return await bothFolders(names, ctx) ? diffOfFolders(given, names, beside(ctx, { operands })) : diffOfFiles(given, names, ctx);
});

const diffKind = (name, { fs, cwd }) => (name === "-" ? "file" : fs.stat(fs.resolvePath(cwd, name)).then((s) => (s.isDirectory ? "folder" : "file"), () => undefined));
const bothFolders = async (names, ctx) => (await Promise.all(names.map((n) => diffKind(n, ctx)))).every((k) => k === "folder");

// diffOfFiles says what differs in two files. One that is not there is empty for -N.
async function diffOfFiles(given, names, ctx, absent = []) {
  const around = contextOf(given);
  const text = async (name, i) => (absent[i] ? "" : (await contents([name], ctx))[0]?.text);
  const a = await text(names[0], 0), b = await text(names[1], 1);
  if (a === undefined || b === undefined) return "";
  const labels = given.list.filter(([l]) => l === "L").map(([, label]) => label), shown = names.map((n, i) => bytesOf(labels[i] ?? n));
  if (!given.has("a") && (a + b).includes("\0") && !given.has("q")) {
    return a === b ? same(given, names) : { stdout: `Binary files ${bytesOf(names[0])} and ${bytesOf(names[1])} differ\n`, code: 1 };
  }
  const lines = [whole(a), whole(b)], hunks = a === b ? [] : hunksOf(...lines, keyOf(given), around ?? 0, given.has("d"));
  if (hunks.length === 0) return same(given, names);
  if (given.has("q")) return { stdout: `Files ${bytesOf(names[0])} and ${bytesOf(names[1])} differ\n`, code: 1 };
  return { stdout: around === undefined ? normal(...lines, hunks) : unified(...lines, hunks, around, shown), code: 1 };
}

// diffOfFolders compares what is in two folders, by name, and with -r what is below it. Each file's answer begins with a call.
async function diffOfFolders(given, [a, b], ctx) {
  const list = async (dir) => new Set(await ctx.fs.readdir(ctx.fs.resolvePath(ctx.cwd, dir)).catch(() => []));
  const [inA, inB] = [await list(a), await list(b)], left = given.list.filter(([l]) => l === "x").map(([, p]) => diffGlob(p));
  const within = (dir, name) => `${dir.replace(/\/+$/, "")}/${name}`, options = ctx.args.filter((w) => !ctx.operands.includes(w)).map(diffWord);
  const labels = given.list.filter(([l]) => l === "L").map(([, label]) => label);
  let stdout = "", code = 0;
  const add = (r, head = "") => { const said = typeof r === "string" ? { stdout: r, code: 0 } : r; stdout += said.stdout === "" ? "" : head + said.stdout; code = Math.max(code, said.code); };
  for (const name of [...new Set([...inA, ...inB])].filter((n) => !left.some((p) => p.test(n))).sort((x, y) => (bytesOf(x) < bytesOf(y) ? -1 : 1))) {
    const names = [within(a, name), within(b, name)], kinds = await Promise.all(names.map((n) => diffKind(n, ctx)));
    const lone = kinds.indexOf(undefined), kind = kinds.find(Boolean);
    if (lone >= 0 && !(given.has("N") && (kind === "file" || given.has("r")))) add({ stdout: `Only in ${bytesOf([b, a][lone])}: ${bytesOf(name)}\n`, code: 1 });
    else if (lone < 0 && kinds[0] !== kinds[1]) add({ stdout: `File ${bytesOf(names[0])} is a ${diffKinds[kinds[0]]} while file ${bytesOf(names[1])} is a ${diffKinds[kinds[1]]}\n`, code: 1 });
    else if (kind === "folder" && given.has("r")) add(await diffOfFolders(given, names, ctx));
    else if (kind === "folder") add(`Common subdirectories: ${bytesOf(names[0])} and ${bytesOf(names[1])}\n`);
    else {
      const r = await diffOfFiles(given, names, ctx, kinds.map((k) => !k)), brief = given.has("q") || typeof r === "string" || /^Binary files /.test(r.stdout);
      add(r, brief ? "" : `diff ${[...options, ...names.map((n, i) => labels[i] ?? (/[ "\\]/.test(n) ? JSON.stringify(n) : n))].map(bytesOf).join(" ")}\n`);
    }
  }
  return { stdout, code };
}

const diffKinds = { file: "regular file", folder: "directory" };
const diffWord = (w) => (/^[\w@%+=:,./-]+$/.test(w) ? w : `'${w.replaceAll("'", "'\\''")}'`);
const diffGlob = (p) => new RegExp(`^${p.replace(/[.+^${}()|\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".").replace(/\[!/g, "[^")}$`, "s");

// What diff says of what it cannot do ends with 2, as 1 is a difference.
const diff = {
  name: "diff",
  async execute(args, ctx) {
    const r = await diffInner.execute(args, beside(ctx, { args }));
    return r.stderr === "" ? r : { ...r, exitCode: 2 };
  },
};

const same = (given, names) => (given.has("s") ? `Files ${bytesOf(names[0])} and ${bytesOf(names[1])} are identical\n` : "");

// contextOf is how many lines of context the unified form has; undefined is the normal form.
function contextOf(given) {
  const said = given.list.filter(([l]) => "uUV".includes(l)).map(([, n]) => n || "3");
  if (said.length > 0 && given.has("n")) throw new Refusal("conflicting output style options");
  const bad = said.find((n) => !/^\d+$/.test(n));
  if (bad !== undefined) throw new Refusal(`invalid context length '${bad}'`);
  return said.length > 0 ? Math.max(...said.map(Number)) : undefined;
}

// sides are the names of two files: with a folder, the file in it that is called as the other one.
async function sides(operands, { fs, cwd }) {
  const folder = async (name) => name !== "-" && await fs.stat(fs.resolvePath(cwd, name)).then((s) => s.isDirectory, () => false);
  const [a, b] = operands, [inA, inB] = [await folder(a), await folder(b)];
  if (inA && inB) return operands;
  if ((inA || inB) && operands.includes("-")) throw new Refusal("cannot compare '-' to a directory");
  const within = (dir, name) => `${dir.replace(/\/+$/, "")}/${name.slice(name.lastIndexOf("/") + 1)}`;
  return [inA ? within(a, b) : a, inB ? within(b, a) : b];
}

// whole keeps each line's end, which the last may not have.
const whole = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function keyOf(given) {
  const fold = given.has("i") ? (l) => l.replace(/[A-Z]+/g, (c) => c.toLowerCase()) : (l) => l;
  if (given.has("w")) return (l) => fold(l.replace(/[\t-\r ]+/g, ""));
  if (given.has("b")) return (l) => fold(l.replace(/[\t-\r ]+$/, "").replace(/[\t-\r ]+/g, " "));
  return fold;
}

// hunksOf are the places that differ, each [from, to) in one text and in the other. Neither the lines that both
// begin with nor those that both end with are looked at, but for some that are shown around a difference.
function hunksOf(a, b, key, around, minimal) {
  const ids = new Map(), id = (line) => { const k = key(line); if (!ids.has(k)) ids.set(k, ids.size); return ids.get(k); };
  const x = a.map(id), y = b.map(id), most = Math.min(a.length, b.length);
  let head = 0, tail = 0;
  while (head < most && a[head] === b[head]) head++;
  head = Math.max(0, head - around);
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  tail = Math.max(0, tail - around);
  const [p, q] = [x.slice(head, x.length - tail), y.slice(head, y.length - tail)];
  const gone = new Uint8Array(p.length), come = new Uint8Array(q.length);
  marked(p, q, gone, come, minimal);
  settled(p, gone, come);
  settled(q, come, gone);
  return paired(gone, come).map((h) => h.map((n) => n + head));
}

// marked marks what is in one list only. Lines that occur in one alone are so beforehand, unless the least is wanted.
function marked(p, q, gone, come, minimal) {
  const inP = new Set(minimal ? q : p), inQ = new Set(minimal ? p : q), left = [], right = [];
  p.forEach((k, i) => (inQ.has(k) ? left.push(i) : gone[i] = 1));
  q.forEach((k, i) => (inP.has(k) ? right.push(i) : come[i] = 1));
  const a = left.map((i) => p[i]), b = right.map((i) => q[i]);
  const work = [[0, a.length, 0, b.length]], paths = [0, 1].map(() => new Int32Array(a.length + b.length + 3));
  while (work.length > 0) {
    let [al, ah, bl, bh] = work.pop();
    while (al < ah && bl < bh && a[al] === b[bl]) { al++; bl++; }
    while (al < ah && bl < bh && a[ah - 1] === b[bh - 1]) { ah--; bh--; }
    if (al === ah) for (; bl < bh; bl++) come[right[bl]] = 1;
    else if (bl === bh) for (; al < ah; al++) gone[left[al]] = 1;
    else {
      const [am, bm] = middle(a, b, al, ah, bl, bh, paths);
      work.push([al, am, bl, bm], [am, ah, bm, bh]);
    }
  }
}

// middle is a point on a shortest way from one corner to the other, where ways from both meet: "An O(ND) difference
// algorithm and its variations" (Myers, 1986), 4b. Where they do not meet for long, the one that came farthest is taken.
function middle(a, b, al, ah, bl, bh, [forth, back]) {
  const zero = b.length + 1, first = al - bl, last = ah - bh, odd = (first - last) & 1;
  const low = al - bh, high = ah - bl, at = (path, k) => path[k + zero];
  const enough = Math.max(4096, Math.ceil(Math.sqrt(ah - al + bh - bl)) * 8);
  let fl = first, fh = first, rl = last, rh = last;
  forth[first + zero] = al;
  back[last + zero] = ah;
  for (let cost = 1; ; cost++) {
    fl > low ? forth[--fl - 1 + zero] = -1 : fl++;
    fh < high ? forth[++fh + 1 + zero] = -1 : fh--;
    for (let k = fh; k >= fl; k -= 2) {
      let x = Math.max(at(forth, k - 1) + 1, at(forth, k + 1));
      while (x < ah && x - k < bh && a[x] === b[x - k]) x++;
      forth[k + zero] = x;
      if (odd && rl <= k && k <= rh && at(back, k) <= x) return [x, x - k];
    }
    rl > low ? back[--rl - 1 + zero] = ah + bh + 1 : rl++;
    rh < high ? back[++rh + 1 + zero] = ah + bh + 1 : rh--;
    for (let k = rh; k >= rl; k -= 2) {
      let x = Math.min(at(back, k - 1), at(back, k + 1) - 1);
      while (x > al && x - k > bl && a[x - 1] === b[x - 1 - k]) x--;
      back[k + zero] = x;
      if (!odd && fl <= k && k <= fh && x <= at(forth, k)) return [x, x - k];
    }
    if (cost >= enough) return farthest(forth, zero, fl, fh, ah, bh);
  }
}

function farthest(forth, zero, fl, fh, ah, bh) {
  let best = -1, point;
  for (let k = fh; k >= fl; k -= 2) {
    const x = Math.min(forth[k + zero], ah, bh + k);
    if (x + x - k > best) [best, point] = [x + x - k, [x, x - k]];
  }
  return point;
}

// settled moves what is marked as far down as it can be, and back to where the other text has a difference too;
// what meets on the way becomes one.
function settled(list, mine, theirs) {
  const n = list.length;
  for (let i = 0, j = 0; ;) {
    for (; i < n && !mine[i]; i++, j++) while (theirs[j]) j++;
    if (i >= n) return;
    let start = i, beside;
    while (mine[i]) i++;
    while (theirs[j]) j++;
    for (let length = -1; length !== i - start;) {
      length = i - start;
      for (; start > 0 && list[start - 1] === list[i - 1];) {
        mine[--start] = 1;
        mine[--i] = 0;
        while (mine[start - 1]) start--;
        do j--; while (theirs[j]);
      }
      beside = theirs[j - 1] ? i : n;
      for (; i < n && list[start] === list[i];) {
        mine[start++] = 0;
        mine[i++] = 1;
        while (mine[i]) i++;
        j++;
        while (theirs[j]) { j++; beside = i; }
      }
    }
    for (; beside < i;) {
      mine[--start] = 1;
      mine[--i] = 0;
      do j--; while (theirs[j]);
    }
  }
}

function paired(gone, come) {
  const hunks = [];
  for (let i = 0, j = 0; i < gone.length || j < come.length; i++, j++) {
    const [a, b] = [i, j];
    while (gone[i]) i++;
    while (come[j]) j++;
    if (i > a || j > b) hunks.push([a, i, b, j]);
  }
  return hunks;
}

const signed = (sign, lines) => lines.map((l) => sign + (l.endsWith("\n") ? l : `${l}\n\\ No newline at end of file\n`)).join("");

function normal(a, b, hunks) {
  const place = (from, to) => (to - from < 2 ? `${to}` : `${from + 1},${to}`);
  return hunks.map(([al, ah, bl, bh]) => {
    const letter = al === ah ? "a" : bl === bh ? "d" : "c";
    return `${place(al, ah)}${letter}${place(bl, bh)}\n${signed("< ", a.slice(al, ah))}${letter === "c" ? "---\n" : ""}${signed("> ", b.slice(bl, bh))}`;
  }).join("");
}

// unified names no times: files have none here that would be the same tomorrow.
function unified(a, b, hunks, around, names) {
  const place = (from, to) => (to - from === 1 ? `${to}` : `${to === from ? from : from + 1},${to - from}`);
  const groups = [];
  for (const h of hunks) {
    const last = groups.at(-1);
    if (last && h[0] - last.at(-1)[1] <= 2 * around) last.push(h);
    else groups.push([h]);
  }
  const shown = groups.map((group) => {
    const before = Math.min(around, group[0][0]), after = Math.min(around, a.length - group.at(-1)[1]);
    let at = group[0][0] - before;
    const head = `@@ -${place(at, group.at(-1)[1] + after)} +${place(group[0][2] - before, group.at(-1)[3] + after)} @@\n`;
    const body = group.map(([al, ah, bl, bh]) => {
      const kept = signed(" ", a.slice(at, al));
      at = ah;
      return kept + signed("-", a.slice(al, ah)) + signed("+", b.slice(bl, bh));
    });
    return head + body.join("") + signed(" ", a.slice(at, at + after));
  });
  return `--- ${names[0]}\n+++ ${names[1]}\n${shown.join("")}`;
}

tools.push(diff);

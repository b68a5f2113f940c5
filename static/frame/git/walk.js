// Which commits a range names, and in which order they are told. https://git-scm.com/docs/git-rev-list
"use strict";

const walkKinds = {
  n: 1, "max-count": 1, digits: true, skip: 1, all: 0, branches: 2, tags: 2, remotes: 2, author: 1, committer: 1, grep: 1, i: 0, "regexp-ignore-case": 0, E: 0, "extended-regexp": 0, F: 0, "fixed-strings": 0, "invert-grep": 0, "all-match": 0,
  since: 1, after: 1, until: 1, before: 1, reverse: 0, merges: 0, "no-merges": 0, "first-parent": 0, "topo-order": 0, "date-order": 0, "author-date-order": 0, graph: 0, not: 0, "full-history": 0, "left-right": 0, "cherry-pick": 0, "ancestry-path": 2, "simplify-by-decoration": 0, boundary: 0, "max-parents": 1, "min-parents": 1,
};

const absentWalk = ["left-right", "cherry-pick", "ancestry-path", "simplify-by-decoration", "boundary", "author-date-order", "all-match", "full-history"];

// rangeOf takes revisions and paths apart: { from, not, spec, words }.
async function rangeOf(r, asked, { otherwise = "HEAD" } = {}) {
  const words = asked.after < 0 ? asked.operands : asked.operands.slice(0, asked.after), from = [], not = [], paths = asked.after < 0 ? [] : asked.operands.slice(asked.after);
  const commit = (spec, shown = spec) => commitOf(r, spec === "" ? "HEAD" : spec, () => (asked.after < 0 ? unknownRevision(shown) : fatal(`bad revision '${shown}'`)));
  let i = 0;
  for (; i < words.length; i++) {
    const word = words[i], dots = /^(.*?)(\.\.\.?)(.*)$/s.exec(word), least = /^(.*)\^([@!])$/s.exec(word);
    if (dots && !/^\.\.?(\/|$)/.test(word) && (asked.after >= 0 || !(await r.disk.stat(placed(r.cwd, bytesIn(word)))))) {
      const [a, b] = [await commit(dots[1], word), await commit(dots[3], word)];
      if (dots[2] === "..") { not.push(a); from.push(b); } else { from.push(a, b); not.push(...await mergeBases(r, a, b)); }
    } else if (word.startsWith("^")) not.push(await commit(word.slice(1), word));
    else if (least) {
      const oid = await commit(least[1], word), c = await r.commit(oid);
      if (least[2] === "@") from.push(...c.parents);
      else { from.push(oid); not.push(...c.parents); }
    } else {
      const oid = await resolve(r, word).then((o) => o && r.peeled(o, "commit"));
      if (!oid) break;
      if (asked.after < 0 && await r.disk.stat(placed(r.cwd, bytesIn(word)))) fatal(`ambiguous argument '${word}': both revision and filename\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`);
      from.push(oid.oid);
    }
  }
  for (const word of words.slice(i)) {
    if (asked.after >= 0) fatal(`bad revision '${word}'`);
    if (!(await r.disk.stat(placed(r.cwd, bytesIn(word)))) && !/^:|[*?[]/.test(word)) unknownRevision(word);
    paths.push(word);
  }
  await addAll(r, asked, from);
  if (from.length === 0 && otherwise && !asked.has("all", "branches", "tags", "remotes")) {
    const h = await head(r);
    if (!h.oid && not.length === 0) fatal(h.ref === "HEAD" ? "bad default revision 'HEAD'" : `your current branch '${shortRef(h.ref)}' does not have any commits yet`);
    if (h.oid) from.push(h.oid);
  }
  return { from, not, spec: paths.length > 0 ? new Spec(r, paths.map(bytesIn)) : null };
}

async function addAll(r, asked, from) {
  for (const [option, prefix] of [["all", "refs/"], ["branches", "refs/heads/"], ["tags", "refs/tags/"], ["remotes", "refs/remotes/"]]) {
    if (!asked.has(option)) continue;
    const like = typeof asked.given[option] === "string" ? wild(prefix + asked.given[option] + (/[*?[]/.test(asked.given[option]) ? "" : "*"), false) : null;
    for (const [name, oid] of await listRefs(r, prefix)) {
      const c = (!like || like.test(name)) && await r.peeled(oid, "commit");
      if (c) from.push(c.oid);
    }
    if (option === "all") { const h = await head(r); if (h.oid) from.push(h.oid); }
  }
}

// A Walk gives commits: the newest first, or each before its parents.
class Walk {
  constructor(r, range, asked) {
    Object.assign(this, { r, ...range, asked });
    const absent = absentWalk.find((n) => asked.has(n));
    if (absent) lacking(`--${absent}`);
    this.first = asked.has("first-parent");
  }

  async list() {
    const { r, asked } = this, hidden = await ancestors(r, this.not), found = [], seen = new Set(), queue = [];
    const add = async (oid) => {
      if (seen.has(oid) || hidden.has(oid)) return;
      seen.add(oid);
      const c = await r.commit(oid);
      let i = queue.length;
      while (i > 0 && queue[i - 1].committer.time < c.committer.time) i--;
      queue.splice(i, 0, c);
    };
    for (const oid of this.from) await add(oid);
    const most = Number(asked.given.n ?? asked.given["max-count"] ?? -1), skip = Number(asked.given.skip ?? 0), early = !asked.has("reverse", "topo-order", "date-order", "graph") && most >= 0, wants = this.filter();
    if ([most, skip].some(Number.isNaN)) fatal(`'${asked.given.n ?? asked.given["max-count"]}': not an integer`);
    while (queue.length > 0) {
      const c = queue.shift(), { parents, shown } = await this.simplified(c);
      if (shown) found.push({ ...c, follow: parents });
      else found.push({ ...c, follow: parents, passed: true });
      for (const p of parents) await add(p);
      if (early && found.filter((f) => !f.passed && wants(f)).length >= most + skip) break;
    }
    let list = asked.has("topo-order", "graph", "date-order") ? topological(found, asked.has("date-order")) : found;
    list = list.filter((c) => !c.passed && wants(c)).slice(skip, most >= 0 ? skip + most : undefined);
    return asked.has("reverse") ? list.reverse() : list;
  }

  // simplified are the parents to follow, and whether the commit changes what the paths name.
  async simplified(c) {
    const all = this.first ? c.parents.slice(0, 1) : c.parents;
    if (!this.spec) return { parents: all, shown: true };
    if (all.length === 0) return { parents: all, shown: await this.differs(null, c.tree) };
    for (const p of all) if (!await this.differs((await this.r.commit(p)).tree, c.tree)) return { parents: [p], shown: false };
    return { parents: all, shown: c.parents.length === 1 || this.first || true };
  }

  async differs(a, b) {
    const { r, spec } = this, differ = async (x, y, at, depth) => {
      if (depth > 256) fatal(`tree ${y} is corrupt: its folders go deeper than 256`);
      const [before, after] = [x ? await r.tree(x) : [], y ? await r.tree(y) : []], old = new Map(before.map((e) => [e.name, e])), now = new Map(after.map((e) => [e.name, e]));
      for (const name of new Set([...old.keys(), ...now.keys()])) {
        const o = old.get(name), n = now.get(name), path = at + name;
        if (o && n && o.oid === n.oid && o.mode === n.mode) continue;
        const dirs = [o, n].filter((e) => e?.mode === "040000");
        if ([o, n].some((e) => e && e.mode !== "040000") && spec.has(path)) return true;
        if (dirs.length > 0 && spec.may(path) && await differ(o?.mode === "040000" ? o.oid : null, n?.mode === "040000" ? n.oid : null, `${path}/`, depth + 1)) return true;
      }
      return false;
    };
    return a !== b && differ(a, b, "", 0);
  }

  filter() {
    const { given, list: all } = this.asked, fold = this.asked.has("i", "regexp-ignore-case") ? "i" : "", fixed = this.asked.has("F", "fixed-strings"), extended = this.asked.has("E", "extended-regexp"), now = nowOf();
    const patterns = (name) => all.filter(([n]) => n === name).map(([, text]) => regexOf(bytesIn(text), { fixed, extended, fold }));
    const [authors, committers, greps] = ["author", "committer", "grep"].map(patterns), time = (...names) => { const said = names.map((n) => given[n]).find((v) => v !== undefined); return said === undefined ? undefined : (dateOf(said, now) ?? fatal(`invalid date: ${said}`)).time; };
    const since = time("since", "after"), until = time("until", "before"), who = (w) => `${w.name} <${w.email}>`, not = this.asked.has("invert-grep");
    const [least, most] = [this.asked.has("merges") ? 2 : Number(given["min-parents"] ?? 0), this.asked.has("no-merges") ? 1 : Number(given["max-parents"] ?? Infinity)];
    return (c) => (since === undefined || c.committer.time >= since) && (until === undefined || c.committer.time <= until) && c.parents.length >= least && c.parents.length <= most
      && (authors.length === 0 || authors.some((p) => p.test(who(c.author)))) && (committers.length === 0 || committers.some((p) => p.test(who(c.committer))))
      && (greps.length === 0 || greps.some((p) => c.message.split("\n").some((l) => p.test(l))) !== not);
  }
}

// topological has each commit before its parents, and a line of work in one piece.
function topological(list, byDate) {
  const there = new Map(list.map((c) => [c.oid, c])), waits = new Map(list.map((c) => [c.oid, 0])), out = [];
  for (const c of list) for (const p of c.follow) if (waits.has(p)) waits.set(p, waits.get(p) + 1);
  let ready = list.filter((c) => waits.get(c.oid) === 0);
  if (!byDate) ready.reverse();
  while (ready.length > 0) {
    const c = byDate ? ready.shift() : ready.pop();
    out.push(c);
    for (const p of c.follow) {
      if (!there.has(p)) continue;
      waits.set(p, waits.get(p) - 1);
      if (waits.get(p) > 0) continue;
      if (!byDate) { ready.push(there.get(p)); continue; }
      let i = ready.length;
      while (i > 0 && ready[i - 1].committer.time < there.get(p).committer.time) i--;
      ready.splice(i, 0, there.get(p));
    }
  }
  return out;
}

// regexOf is a pattern as grep's, by the engine of the page's grep, in time that grows with the text.
function regexOf(pattern, { fixed, extended, fold }) {
  if (fixed) { const want = fold ? pattern.toLowerCase() : pattern; return { test: (text) => (fold ? text.toLowerCase() : text).includes(want) }; }
  const regex = new Regex(lettersOf(pattern), { extended, fold: fold === "i", loose: true });
  return { test: (text) => regex.find(lettersOf(text)) !== undefined && regex.find(lettersOf(text)) !== null };
}

// ls as GNU's where no one types: a name a line, in the order of their bytes. The long form is just-bash's.
// https://www.gnu.org/software/coreutils/manual/html_node/ls-invocation.html
"use strict";

const lsLong = {
  all: "a", "almost-all": "A", directory: "d", classify: "F", reverse: "r", recursive: "R",
  "human-readable": "h",
};

const lsInner = tool("ls", "aAdF1rRStph", lsLong, async (given, operands, ctx) => {
  const found = [];
  for (const name of operands.length > 0 ? operands : ["."]) {
    const e = await lsEntry(ctx, name, name);
    if (e.missing) ctx.say(`cannot access '${name}': No such file or directory`);
    else found.push(e);
  }
  const order = lsOrder(given), folders = given.has("d") ? [] : found.filter((e) => e.folder && !(e.link && given.has("F"))).sort(order);
  const blocks = [lsNames(found.filter((e) => !folders.includes(e)).sort(order), given)].filter((b) => b !== "");
  const headed = operands.length > 1 || given.has("R");
  for (const e of folders) await lsFolder(ctx, e.name, given, order, headed, blocks);
  return blocks.join("\n");
});

const ls = {
  name: "ls",
  async execute(args, ctx) {
    if (args.some((a) => /^-\w*l/.test(a) || a === "--help")) return ctx.origCommand(args);
    const r = await lsInner.execute(args, ctx);
    return r.stderr === "" ? r : { ...r, exitCode: 2 };
  },
};

async function lsEntry({ fs, cwd }, path, name) {
  const at = fs.resolvePath(cwd, path);
  try {
    const own = await fs.lstat(at), s = await fs.stat(at).catch(() => own);
    return { name, folder: s.isDirectory, link: own.isSymbolicLink, size: s.size ?? 0, time: Number(s.mtime ?? 0), runs: (own.mode & 0o111) !== 0 };
  } catch {
    return { missing: true };
  }
}

function lsOrder(given) {
  const way = given.has("r") ? -1 : 1;
  const by = given.has("S") ? (a, b) => b.size - a.size : given.has("t") ? (a, b) => b.time - a.time : () => 0;
  return (a, b) => way * (by(a, b) || (bytesOf(a.name) < bytesOf(b.name) ? -1 : 1));
}

const lsNames = (list, given) => list.map((e) => `${bytesOf(e.name)}${lsMark(e, given)}\n`).join("");

function lsMark(e, given) {
  if (given.has("F") && e.link) return "@";
  if (e.folder && (given.has("F") || given.has("p"))) return "/";
  return given.has("F") && e.runs ? "*" : "";
}

async function lsFolder(ctx, name, given, order, headed, blocks) {
  const within = (n) => (name.endsWith("/") ? name + n : `${name}/${n}`);
  const names = await ctx.fs.readdir(ctx.fs.resolvePath(ctx.cwd, name));
  const shown = names.filter((n) => n[0] !== "." || given.has("a") || given.has("A")).concat(given.has("a") ? [".", ".."] : []);
  const list = (await Promise.all(shown.map((n) => lsEntry(ctx, within(n), n)))).filter((e) => !e.missing).sort(order);
  blocks.push((headed ? `${bytesOf(name)}:\n` : "") + lsNames(list, given));
  if (!given.has("R")) return;
  for (const e of list) if (e.folder && !e.link && e.name !== "." && e.name !== "..") await lsFolder(ctx, within(e.name), given, order, true, blocks);
}

tools.push(ls);

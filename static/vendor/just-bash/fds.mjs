// Where 1 and 2 of a shell lead. just-bash gathered what stood behind a redirection, such as { } >file, and wrote it when
// that was done: bytes and text in one string, stdout before stderr, and what exec had set came first. Here the shell's
// table says it while that runs, so that each command writes what it has, where and when it does.
// https://www.gnu.org/software/bash/manual/bash.html#Redirections

import { lilyDecoder } from "./bytes.mjs";
import { lilyPlaced } from "./where.mjs";

const file = "__file_append__:", same = "__dupout__:";
const path = (to) => /^__file(?:_append)?__:(.*)$/s.exec(to ?? "")?.[1]; // of the file that one of them leads to

// lilyLeads is the file that a number leads to, if it is one.
export function lilyLeads(state, fd) {
  let to = state.fileDescriptors?.get(fd);
  for (let most = 8; most > 0 && to?.startsWith(same); most--) to = state.fileDescriptors.get(Number(to.slice(same.length)));
  return path(to);
}

function lead(state, fd, to) {
  if (to === undefined) state.fileDescriptors?.delete(fd);
  else (state.fileDescriptors ??= new Map()).set(fd, to);
}

// With runs something while 1 and 2 lead elsewhere.
async function leading(state, to, run) {
  const before = [...to.keys()].map((fd) => [fd, state.fileDescriptors?.get(fd)]);
  for (const [fd, where] of to) lead(state, fd, where);
  try { return await run(); } finally { for (const [fd, where] of before) lead(state, fd, where); }
}

// lilyCaught runs what a $( ), a <( ) or a pipe takes the output of, whatever exec said of it. What led to 1 before leads
// there still, and not to what takes this: it is told as what is left.
export function lilyCaught(state, both, run) {
  const to = new Map([[1, undefined]]);
  if (both) to.set(2, `${same}1`);
  else if (state.fileDescriptors?.get(2) === `${same}1`) to.set(2, undefined);
  return leading(state, to, run);
}

// where is what the table has for the end of a list of redirections; null where only just-bash knows what to do with it.
function where(fd, entry) {
  if (entry?.kind === "output") return file + entry.path;
  if (entry?.kind !== "dup-out") return null;
  return entry.sourceFd === fd ? undefined : same + entry.sourceFd;
}

// lilyRest writes what the shell itself said, such as of a name that is not set, to where 2 leads; unless something else
// leads to what comes of it.
export async function lilyRest(ctx, said) {
  const table = ctx.state.fileDescriptors, to = path(table?.get(2));
  if (said.stderr !== "" && table?.get(2) === `${same}1` && table.get(1) === undefined) {
    const rest = said.stdoutKind === "bytes" ? String.fromCharCode(...new TextEncoder().encode(said.stderr.slice(0, 1 << 14))) : said.stderr;
    return Object.assign(said, { stdout: said.stdout + rest, stderr: "" });
  }
  if (said.stderr === "" || to === undefined || [...table.values()].includes(same + 2)) return said;
  await ctx.fs.appendFile(to, said.stderr, "utf8");
  const counted = said.internalOutputAccounting; // what was written is no part of the answer
  return Object.assign(said, { stderr: "" }, counted && { internalOutputAccounting: { ...counted, stderr: 0 } });
}

// lilyAround tells what a command runs in turn, while it does, how the streams around that are: whether 2 leads where 1
// does, so that a shell within the shell keeps the order of both, and whether a pipe is its input.
export async function lilyAround({ fs }, { standardRoutes: routes, stdin }, run) {
  const before = fs.around, one = routes.get(1), two = routes.get(2), to = (e) => e?.path ?? e?.sourceFd;
  fs.around = { merged: one?.kind === two?.kind && to(one) !== undefined && to(one) === to(two), piped: stdin === undefined && before?.piped };
  try { return await run(); } finally { fs.around = before; }
}

// lilyFed runs a part of a pipeline that another one stands before.
export async function lilyFed({ fs }, fed, run) {
  const before = fs.around;
  if (fed) fs.around = { ...before, piped: true };
  try { return await run(); } finally { fs.around = before; }
}

const input = /^\/(dev\/stdin|(dev|proc\/self)\/fd\/0)$/;
export const lilyPiped = ({ fs }, path) => input.test(path) && fs.around?.piped === true; // as test -p asks

// lilyWhere is where 1 and 2 of a shell within the shell lead.
export const lilyWhere = (fs, state) => (fs.around?.merged ? new Map([[2, `${same}1`]]) : state.fileDescriptors);

// lilyRouted runs what stands behind redirections.
export async function lilyRouted(ctx, prepared, run) {
  return prepared.stdin === undefined ? routed(ctx, prepared, run) : lilyAround(ctx, prepared, () => routed(ctx, prepared, run));
}

async function routed(ctx, prepared, run) {
  const routes = prepared.standardRoutes, to = new Map([1, 2].map((fd) => [fd, where(fd, routes.get(fd))]));
  if ([...to.values()].includes(null)) return run();
  prepared.routed = true;
  return leading(ctx.state, to, async () => {
    try {
      return await lilyRest(ctx, { ...(await run()) });
    } catch (err) {
      if (typeof err?.stderr !== "string") throw err;
      if (!err.placed) Object.assign(err, { placed: true, stderr: lilyPlaced(ctx.state, err.stderr) });
      await lilyRest(ctx, err);
      throw err;
    }
  });
}

// lilyWithin tells whether a command runs others in the shell itself.
const runs = ["eval", "source", "."];
export const lilyWithin = (state, name, [word]) => state.functions.has(name) || runs.includes(name) || ["command", "builtin"].includes(name) && runs.includes(word);

// What exec >( ) opened stays until nothing leads there; then it reads what was written.
export const lilyOpened = (state) => ({ to: new Map([1, 2].map((fd) => [fd, state.fileDescriptors?.get(fd)])) });

export async function lilyExeced(ctx, targets, run) {
  for (const one of ctx.state.processSubstitutions ?? []) one.held ||= one.direction === "output" && [...targets.values()].includes(one.path);
  return closed(ctx, run, (one) => [...(ctx.state.fileDescriptors?.values() ?? [])].some((to) => path(to) === one.path));
}

async function closed(ctx, run, stays) {
  const { state } = ctx, said = { stdout: "", stderr: "", exitCode: 0 };
  for (const one of [...(state.processSubstitutions ?? [])].reverse()) {
    if (!one.held || stays(one)) continue;
    const written = await ctx.fs.readFile(one.path, "binary");
    await ctx.fs.rm(one.path, { force: true });
    state.processSubstitutions = state.processSubstitutions.filter((other) => other !== one);
    const r = await leading(state, one.to, () => run(ctx, one.body, written));
    said.stdout += r.stdoutKind === "bytes" ? lilyDecoder.decode(Uint8Array.from(r.stdout, (c) => c.charCodeAt(0))) : r.stdout;
    said.stderr += r.stderr;
  }
  return said;
}

// lilyClosing runs a shell, and then what it leaves open.
export async function lilyClosing(ctx, run, body) {
  const before = new Set(ctx.state.processSubstitutions), end = () => closed(ctx, run, (one) => before.has(one));
  try {
    const result = await body(), said = await end();
    return said.stdout + said.stderr === "" ? result : { ...result, stdout: result.stdout + said.stdout, stderr: result.stderr + said.stderr };
  } catch (err) {
    if (typeof err?.stdout !== "string") throw err;
    const said = await end();
    err.stdout += said.stdout;
    err.stderr += said.stderr;
    throw err;
  }
}

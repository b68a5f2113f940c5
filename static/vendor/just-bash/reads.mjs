// What a command reads. just-bash hands stdin on as a text, and takes an empty one for none: a command whose input is
// empty then read what the shell around it reads. /dev/stdin and /dev/fd/3 were empty files, or none.
// https://www.gnu.org/software/bash/manual/bash.html#Redirections

import { lilyLeads } from "./fds.mjs";

// opens is what numbers lead to for a command that gets a text: the filesystem asks it for /dev/fd/0 and its like.
const opens = (ctx, given, entryOf) => ({
  input(fd) {
    const entry = entryOf(ctx, fd), held = entry?.kind === "input" ? entry.content : entry?.kind === "readwrite" ? entry.content.slice(entry.position) : undefined;
    return fd === 0 ? given || held || ctx.state.groupStdin || "" : held;
  },
  output: (fd) => lilyLeads(ctx.state, fd),
  said: { 1: "", 2: "" }, // to /dev/stdout and /dev/stderr, where these lead to what takes the command's output
});

// lilyReading runs a command that gets a text from a pipe, or from what is around it.
export async function lilyReading(ctx, piped, entryOf, run) {
  const before = ctx.fs.open, open = ctx.fs.open = opens(ctx, piped, entryOf);
  try {
    const r = await run(), { 1: out, 2: err } = open.said;
    return out + err === "" ? r : { ...r, stdout: r.stdout + out, stderr: r.stderr + err };
  } finally { ctx.fs.open = before; }
}

// lilyGiven runs a command whose stdin is redirected: it is all that it reads, and all that runs within it.
export async function lilyGiven(ctx, redirected, stdin, fd, entryOf, run) {
  const { state } = ctx, { groupStdin, groupStdinSourceFd } = state;
  if (!redirected) return run();
  Object.assign(state, { groupStdin: stdin, groupStdinSourceFd: fd >= 0 ? fd : undefined });
  try { return await lilyReading(ctx, stdin, entryOf, run); } finally { Object.assign(state, { groupStdin, groupStdinSourceFd }); }
}

// lilyHanded runs a command of several that a pipe stands before: all in it read from that.
export async function lilyHanded({ state }, stdin, run) {
  if (stdin === "") return run();
  const { groupStdin, groupStdinSourceFd } = state;
  Object.assign(state, { groupStdin: stdin, groupStdinSourceFd: undefined });
  try { return await run(); } finally { Object.assign(state, { groupStdin, groupStdinSourceFd }); }
}

// lilyTaken takes what a program has read from what the commands after it read.
export function lilyTaken(ctx, shared, text, count, advance) {
  const { state } = ctx;
  if (!shared || count === 0 || state.groupStdin !== text) return;
  state.groupStdin = text.slice(count);
  if (state.groupStdinSourceFd !== undefined) advance(ctx, state.groupStdinSourceFd, count);
}

// lilyPlain keeps a value that looks like a list, as in local x="(a b)", from being one: the command declares the name
// alone, and lilyValues sets it.
export function lilyPlain(word, values, state, before) {
  const [, name, add, value] = /^([A-Za-z_]\w*)(\+?)=(\(.*\))$/s.exec(word) ?? [];
  if (name === undefined || before.some((w) => /^-\w*[aA]/.test(w))) return word;
  values.set(name, add ? (state.env.get(name) ?? "") + value : value);
  return `${name}=`;
}

export function lilyValues(state, values, code) {
  if (code === 0) for (const [name, value] of values) state.env.set(name, value);
}

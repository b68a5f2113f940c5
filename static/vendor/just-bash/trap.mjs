// trap: what a shell runs when it ends (EXIT), when a command fails (ERR), and when a function returns (RETURN). Nothing
// sends a signal here, so that what is set for one only stays set. https://www.gnu.org/software/bash/manual/bash.html#index-trap

import { lilyReading } from "./reads.mjs";
import { lilyCaught, lilyClosing, lilyRest } from "./fds.mjs";
import { lilyBackground } from "./jobs.mjs";
import { lilyAt, lilyLine, lilyPlaced } from "./where.mjs";

export const signals = "EXIT HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(" ");
const events = ["DEBUG", "ERR", "RETURN"];
const order = [...signals, ...events];

// named is the name of a condition as it is kept, undefined where there is none.
function named(word) {
  if (/^\d+$/.test(word)) return signals[Number(word)];
  const name = word.toUpperCase().replace(/^SIG(?!$)/, "");
  return order.includes(name) ? name : undefined;
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const shown = (name) => (name === "EXIT" || events.includes(name) ? name : `SIG${name}`);

const listed = (traps, names) => names.filter((n) => traps?.has(n)).map((n) => `trap -- ${quoted(traps.get(n))} ${shown(n)}\n`).join("");

// lilyTrap is the command.
export function lilyTrap({ state }, words) {
  const said = (stderr, exitCode, stdout = "") => ({ stdout, stderr, exitCode });
  let print = false, args = [...words];
  while (/^-[a-z]/.test(args[0] ?? "")) {
    const option = args.shift();
    if (option === "-l") return said("", 0, list());
    if (option !== "-p") return said(`bash: trap: ${option}: invalid option\ntrap: usage: trap [-lp] [[arg] signal_spec ...]\n`, 2);
    print = true;
  }
  if (args[0] === "--") args.shift();
  const all = state.traps ?? state.outerTraps;
  if (args.length === 0) return said("", 0, listed(all, order));
  const unknown = (list) => list.filter((w) => named(w) === undefined).map((w) => `bash: trap: ${w}: invalid signal specification\n`).join("");
  if (print) return said(unknown(args), unknown(args) ? 1 : 0, listed(all, order.filter((n) => args.some((w) => named(w) === n))));
  const reset = args[0] === "-" || /^\d+$/.test(args[0]) || args.length === 1;
  if (args.length === 1 && named(args[0]) === undefined) return said("trap: usage: trap [-lp] [[arg] signal_spec ...]\n", 2);
  const text = reset && args[0] !== "-" ? undefined : args.shift();
  const traps = new Map(state.traps);
  for (const name of args.map(named).filter(Boolean)) {
    if (name === "DEBUG" && !reset) return said("bash: trap: DEBUG: the page's shell has no such trap\n", 1);
    if (reset) traps.delete(name); else traps.set(name, text);
  }
  state.traps = traps;
  return said(unknown(args), unknown(args) ? 1 : 0);
}

const list = () => signals.slice(1).map((n, i) => `${String(i + 1).padStart(2)}) SIG${n}${(i + 1) % 5 === 0 || i === 30 ? "\n" : "\t"}`).join("");

// What a trap says, and the code with which it ended the shell, if it did.
async function run(ctx, words, code, line) {
  const { state } = ctx, before = state.trapCode;
  if (words === "") return { stdout: "", stderr: "" };
  Object.assign(state, { trapCode: code, lastExitCode: code, inTrap: true });
  state.env.set("?", String(code));
  try {
    const r = await lilyAt(state, line, () => ctx.shell.runCommand("eval", [words], [], "", true));
    const failed = r.exitCode !== 0 && state.options.errexit && !state.errexitSafe;
    return { stdout: text(r), stderr: r.stderr, code: failed ? r.exitCode : undefined };
  } catch (err) {
    if (!ends.has(err?.name)) throw err;
    return { stdout: err.stdout, stderr: err.stderr, ends: err, code: ended(err) };
  } finally {
    Object.assign(state, { trapCode: before, lastExitCode: code, inTrap: false });
    state.env.set("?", String(code));
  }
}

export const ends = new Set(["ExitError", "ErrexitError", "NounsetError", "PosixFatalError"]);
export const ended = (err) => err.exitCode ?? 1;

// atExit runs the trap of the shell that ends, once.
async function atExit(ctx, code) {
  const text = ctx.state.traps?.get("EXIT");
  if (text === undefined) return undefined;
  const clear = () => (ctx.state.traps = new Map(ctx.state.traps)).delete("EXIT");
  clear();
  const said = await run(ctx, text, code, 0);
  clear();
  return said;
}

// lilyStatement runs a statement. The trap of exit runs where that stands, among the variables of its function; what
// else ends a shell leaves its functions first.
export async function lilyStatement(shell, node, isolated) {
  shell.ctx.shell ??= shell;
  if (node.line !== undefined) shell.ctx.state.currentLine = lilyLine(shell.ctx.state, node.line);
  try {
    return await lilyRest(shell.ctx, { ...(await (node.background ? lilyBackground(shell, node, isolated) : shell.lilyInner(node))) });
  } catch (err) {
    if (typeof err?.stderr === "string" && !err.placed) {
      err.stderr = lilyPlaced(shell.ctx.state, err.stderr);
      err.placed = true;
    }
    if (err?.name === "ExitError") await told(shell.ctx, err);
    if (typeof err?.stderr === "string") await lilyRest(shell.ctx, err);
    throw err;
  }
}

// told adds what the trap of EXIT says to what ends the shell.
async function told(ctx, err) {
  const said = await atExit(ctx, ended(err));
  if (!said) return;
  err.stdout += said.stdout;
  err.stderr += said.stderr;
  if (said.code !== undefined) err.exitCode = said.code;
}

// lilyEnd runs the trap of a shell that has come to its end.
export async function lilyEnd(ctx, result) {
  const said = await atExit(ctx, result.exitCode);
  if (!said) return result;
  return { ...result, stdout: said.stdout === "" ? result.stdout : text(result) + said.stdout, ...(said.stdout === "" ? {} : { stdoutKind: "text" }), stderr: result.stderr + said.stderr, exitCode: said.code ?? result.exitCode };
}

// text is what a command wrote; bytes that are UTF-8 become the text that they stand for.
function text({ stdout, stdoutKind }) {
  if (stdoutKind !== "bytes") return stdout;
  try { return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(stdout, (c) => c.charCodeAt(0))); } catch { return stdout; }
}

// lilySub runs a shell within the shell: it begins with what is ignored alone, and ERR where set -E hands it on.
export async function lilySub(ctx, body) {
  const { state } = ctx, saved = state.traps, outer = state.outerTraps;
  const kept = [...(saved ?? [])].filter(([name, text]) => text === "" || name === "ERR" && state.options.errtrace);
  state.outerTraps = saved ?? outer;
  state.traps = kept.length > 0 ? new Map(kept) : undefined;
  try {
    return await lilyEnd(ctx, await body());
  } catch (err) {
    if (ends.has(err?.name)) await told(ctx, err);
    throw err;
  } finally { state.traps = saved; state.outerTraps = outer; }
}

// lilyTested runs what stands before && or ||, or behind !: a failure in it ends nothing (set -e).
export async function lilyTested(state, tested, run) {
  const before = state.inCondition;
  state.inCondition = before || tested;
  try { return await run(); } finally { state.inCondition = before; }
}

// lilySafe tells whether what was tested in a command keeps its failure from ending the script.
export const lilySafe = (pipeline) => pipeline?.commands.length === 1 && !["SimpleCommand", "Subshell"].includes(pipeline.commands[0].type);

// lilyFailed runs the trap of ERR after a statement that set -e would end the script for. A group, a loop and the like do
// not fail themselves: what failed in them was told of already.
export async function lilyFailed(shell, node, code, output) {
  const { ctx } = shell, { state } = ctx, last = node.pipelines.at(-1).commands;
  if (!state.traps?.has("ERR") || state.inTrap || last.length === 1 && !["SimpleCommand", "Subshell", "ArithmeticCommand", "ConditionalCommand"].includes(last[0].type)) return;
  const said = await run(ctx, state.traps.get("ERR"), code, state.currentLine - 1);
  output.append("stdout", said.stdout);
  output.append("stderr", said.stderr);
  if (!said.ends) return;
  said.ends.stdout = said.ends.stderr = "";
  said.ends.prependOutput(output.stdout, output.stderr);
  throw said.ends;
}

// lilyFunction hides from a function what it does not inherit, and runs its RETURN at its end. What it sets stays set.
export async function lilyFunction(ctx, body) {
  const { state } = ctx, { lineBase: base, currentLine: line } = state, hidden = new Map();
  for (const name of ["ERR", "RETURN"]) {
    if (!state.traps?.has(name) || name === "ERR" && state.options.errtrace) continue;
    hidden.set(name, state.traps.get(name));
    (state.traps = new Map(state.traps)).delete(name);
  }
  state.lineBase = 0;
  try {
    let result, thrown;
    try { result = await body(); } catch (err) { if (err?.name !== "ReturnError") throw err; thrown = err; }
    if (state.traps?.has("RETURN") && !state.inTrap) {
      const said = await run(ctx, state.traps.get("RETURN"), thrown?.exitCode ?? result.exitCode, 0);
      if (said.ends) throw said.ends;
      if (thrown) { thrown.stdout += said.stdout; thrown.stderr += said.stderr; }
      else result = { ...result, stdout: text(result) + said.stdout, stdoutKind: "text", stderr: result.stderr + said.stderr };
    }
    if (thrown) throw thrown;
    return result;
  } finally {
    Object.assign(state, { lineBase: base, currentLine: line });
    for (const [name, text] of hidden) if (!state.traps?.has(name)) state.traps = new Map(state.traps).set(name, text);
  }
}

// lilyShell runs $( ), where nothing that it sets is left behind.
export async function lilyShell(ctx, isolated, body) {
  const restore = isolated(ctx.state);
  if (!ctx.state.options.posix) ctx.state.options.errexit = false;
  const { currentLine } = ctx.state;
  try { return await lilyCaught(ctx.state, false, () => lilyAt(ctx.state, currentLine - 1, () => lilySub(ctx, body))); } finally { restore(); }
}

// lilyMain runs a whole script.
export async function lilyMain(shell, ast, run, entryOf) {
  const { ctx } = shell;
  try {
    return await lilyReading(ctx, "", entryOf, () => lilyClosing(ctx, run, async () => lilyEnd(ctx, await shell.executeScript(ast))));
  } finally { ctx.fs.left = ctx.state.groupStdin?.length ?? 0; } // of what it could read
}

// lilyExec ends the shell after exec with what that ran; a trap of EXIT is not run then.
export function lilyExec(ctx, name, result, Exit, text) {
  if (name !== "exec") return result;
  ctx.state.traps = undefined;
  throw new Exit(result.exitCode, text(result), result.stderr);
}

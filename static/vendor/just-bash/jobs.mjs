// What runs behind &. It runs at once and to its end, as a shell of its own: what it sets stays there and its failure ends
// nothing. wait, jobs, kill and disown know what has ended so. https://www.gnu.org/software/bash/manual/bash.html#Job-Control-Builtins

import { ended, ends, lilySub, lilyTrap, signals } from "./trap.mjs";

const said = (exitCode, text = "") => ({ stdout: "", stderr: text === "" ? "" : `bash: ${text}\n`, exitCode });

// lilyBackground runs a statement behind &.
export async function lilyBackground(shell, node, isolated) {
  const { ctx } = shell, { state } = ctx, pid = state.nextVirtualPid++, restore = isolated(state), { behind, jobs } = state;
  Object.assign(state, { behind: true, jobs: undefined, bashPid: pid });
  let result;
  try {
    result = await lilySub(ctx, () => shell.lilyInner({ ...node, background: false }));
  } catch (err) {
    if (!ends.has(err?.name)) throw err;
    result = { stdout: err.stdout, stderr: err.stderr, exitCode: ended(err) };
  } finally {
    restore();
    Object.assign(state, { behind, jobs });
  }
  (state.jobs ??= new Map()).set(pid, result.exitCode);
  Object.assign(state, { lastBackgroundPid: pid, lastExitCode: 0, errexitSafe: true });
  state.env.set("?", "0");
  return { ...result, exitCode: 0 };
}

// one is the job that a word names, by its process or by its number.
function one(state, word) {
  const all = [...(state.jobs ?? [])], n = /^%(\d+|[%+-])?$/.exec(word);
  if (n) return /^\d/.test(n[1] ?? "") ? all[Number(n[1]) - 1] : all.at(n[1] === "-" ? -2 : -1);
  return all.find(([pid]) => String(pid) === word);
}

function wait({ state }, words) {
  const rest = [...words];
  let next = false, name;
  while (/^-./.test(rest[0] ?? "")) {
    const option = rest.shift();
    if (option === "--") break;
    if (!/^-[fnp]+$/.test(option)) return said(2, `wait: ${option.slice(0, 2)}: invalid option\nwait: usage: wait [-fn] [-p var] [id ...]`);
    next ||= option.includes("n");
    if (option.includes("p")) name = rest.shift();
  }
  const done = (job, failed) => {
    if (job) (state.waited ??= new Set()).add(job[0]);
    if (job && name) state.env.set(name, String(job[0]));
    return job ? said(job[1]) : failed;
  };
  if (next && rest.length === 0) {
    const job = [...(state.jobs ?? [])].find(([pid]) => !state.waited?.has(pid));
    return done(job, said(127));
  }
  let result = said(0);
  if (rest.length === 0) state.waited = new Set(state.jobs?.keys());
  for (const word of rest) {
    if (!/^(\d+|%.*)$/.test(word)) return said(1, `wait: \`${word}': not a pid or valid job spec`);
    result = done(one(state, word), said(127, word[0] === "%" ? `wait: ${word}: no such job` : `wait: pid ${word} is not a child of this shell`));
  }
  return result;
}

// numbered tells the names of signals, and the numbers of names; of a code, the signal that it stands for.
function numbered(words) {
  const all = words.map((w) => (/^\d+$/.test(w) ? signals[Number(w) > 128 ? Number(w) - 128 : Number(w)] : signals.indexOf(w.replace(/^SIG/, "")) >= 0 ? signals.indexOf(w.replace(/^SIG/, "")) : undefined));
  const lost = words.filter((_, i) => all[i] === undefined).map((w) => `bash: kill: ${w}: invalid signal specification\n`).join("");
  return { stdout: all.filter((s) => s !== undefined).map((s) => `${s}\n`).join(""), stderr: lost, exitCode: lost === "" ? 0 : 1 };
}

const usage = "kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]";

// kill reaches nobody: all that ran behind & has ended, and nothing else is there but the shell itself, which can be asked for.
function kill({ state }, words) {
  const rest = [...words];
  let signal = "TERM";
  if (rest[0] === "-l" && rest.length === 1) return lilyTrap({ state }, rest);
  if (rest[0] === "-l") return numbered(rest.slice(1));
  if (/^-[ns]$/.test(rest[0] ?? "")) signal = rest.splice(0, 2)[1];
  else if (/^-[A-Z0-9]/.test(rest[0] ?? "")) signal = rest.shift().slice(1);
  if (rest[0] === "--") rest.shift();
  if (rest.length === 0) return { stdout: "", stderr: `${usage}\n`, exitCode: 2 };
  let failed = "";
  for (const word of rest) {
    if (/^-?\d+$/.test(word) && Number(word) === state.virtualPid && signal === "0") continue;
    if (Number(word) === state.virtualPid) failed += `bash: kill: (${word}) - the page's shell has no signals\n`;
    else if (/^%/.test(word)) failed += one(state, word) ? `bash: kill: (${one(state, word)[0]}) - No such process\n` : `bash: kill: ${word}: no such job\n`;
    else if (/^-?\d+$/.test(word)) failed += `bash: kill: (${word}) - No such process\n`;
    else failed += `bash: kill: ${word}: arguments must be process or job IDs\n`;
  }
  return { stdout: "", stderr: failed, exitCode: failed === "" ? 0 : 1 };
}

function disown({ state }, words) {
  const named = words.filter((w) => !/^-[ahr]+$/.test(w)), all = named.length < words.length && named.length === 0;
  if (all) state.waited = new Set(state.jobs?.keys());
  for (const word of all ? [] : named.length > 0 ? named : ["%+"]) {
    const job = one(state, word);
    if (!job || state.waited?.has(job[0])) return said(1, `disown: ${named.length > 0 ? word : "current"}: no such job`);
    (state.waited ??= new Set()).add(job[0]);
  }
  return said(0);
}

const control = (name) => () => said(1, `${name}: no job control`);

// ulimit has nothing to bound here: what it is told it takes, and what it is asked has no bound.
const ulimit = (_, words) => (words.some((w) => !w.startsWith("-")) ? said(0) : { ...said(0), stdout: "unlimited\n" });
const builtins = { ulimit, wait, kill, disown, jobs: () => said(0), fg: control("fg"), bg: control("bg") };

// lilyJobs answers what asks of jobs, and sleep behind &, which nobody waits for; undefined for what is another command.
export function lilyJobs(ctx, name, words) {
  if (name === "sleep" && ctx.state.behind) return said(0);
  return Object.hasOwn(builtins, name) ? builtins[name](ctx, words) : undefined;
}

// Where the shell is: which script and which functions run, and how it names the place of what it says.

// lilyCalls is FUNCNAME, BASH_SOURCE or BASH_LINENO: what runs, the innermost first, and the script below it.
export function lilyCalls(state, name) {
  const [calls, script] = { FUNCNAME: [state.funcNameStack, "main"], BASH_SOURCE: [state.sourceStack, state.script], BASH_LINENO: [state.callLineStack, 0] }[name];
  if (state.script === undefined || name === "FUNCNAME" && !(calls?.length > 0)) return calls ?? [];
  return [...(calls ?? []), script];
}

// lilySourced says that a file is read into the script, and what it gives back ends that.
export function lilySourced(state, file) {
  const lists = [[(state.funcNameStack ??= []), "source"], [(state.sourceStack ??= []), file], [(state.callLineStack ??= []), state.currentLine]];
  const base = state.lineBase;
  for (const [list, item] of lists) list.unshift(item);
  state.lineBase = 0;
  return () => { for (const [list] of lists) list.shift(); state.lineBase = base; };
}

// lilyPlaced puts the name of a script, or of the file that it has read in, and the line before what the shell itself says: x.sh: line 3: y: unbound variable.
export function lilyPlaced(state, text) {
  return text.replace(/^bash: (?:line \d+: )?/gm, () => `${state.sourceStack?.[0] || state.env.get("0") || "bash"}: line ${state.currentLine}: `);
}

// What these say they have from a command within them, which has its place already.
const wraps = new Set([".", "builtin", "command", "eval", "exec", "source"]);

// lilySaid places what came of a command of the shell, and of a name that is no command.
export function lilySaid({ state, commands }, name, result, own, args) {
  if (own && name === "exec") return { ...result, stderr: result.stderr.replace(`: ${args[0]}: command not found\n`, `: exec: ${args[0]}: not found\n`) };
  if (!result.stderr || own && (wraps.has(name) || state.functions.has(name))) return result;
  if (result.stderr.startsWith("printf: ")) return { ...result, stderr: lilyPlaced(state, result.stderr.replace(/^printf: /gm, "bash: printf: ")) }; // bash has its own
  if (!own && commands.has(name.replace(/^.*\//, ""))) return result;
  return { ...result, stderr: lilyPlaced(state, result.stderr) };
}

// lilyLine is the line of a statement; what eval and a trap run begins where they stand.
export const lilyLine = (state, line) => line + (state.lineBase ?? 0);

// lilyAt runs something whose lines begin at a line.
export async function lilyAt(state, line, run) {
  const base = state.lineBase;
  state.lineBase = line;
  try { return await run(); } finally { state.lineBase = base; }
}

// lilyPrepared places why a redirection could not be made, such as into a folder that is not there.
export async function lilyPrepared(state, prepare) {
  const said = (stderr, more) => ({ ...more, error: { stdout: "", exitCode: 1, ...more.error, stderr: lilyPlaced(state, stderr) } });
  try {
    const prepared = await prepare();
    return prepared.error ? said(prepared.error.stderr, prepared) : prepared;
  } catch (err) {
    const [, code, path] = /^(ENOENT|ENOTDIR): .*, open '(.*)'$/s.exec(err?.message) ?? [];
    if (code === undefined) throw err;
    const name = path.startsWith(state.cwd + "/") ? path.slice(state.cwd.length + 1) : path;
    return said(`bash: ${name}: ${code === "ENOENT" ? "No such file or directory" : "Not a directory"}\n`, {});
  }
}

// lilyTest names the command that could not test, and the word that is no number.
export function lilyTest(name, words, result) {
  if (result.exitCode !== 2) return result;
  const word = words.filter((w) => !w.startsWith("-") || /^-\d+$/.test(w)).find((w) => !/^\s*[-+]?\d+\s*$/.test(w));
  return { ...result, stderr: result.stderr === "" ? `bash: ${name}: ${word}: integer expression expected\n` : result.stderr.replace(/^test: /, `bash: ${name}: `) };
}

// lilyScript runs a script by its path: what its first line names runs it, a shell where it names none (execve(2)).
export async function lilyScript(shell, path, args, stdin) {
  const { fs, state, commands } = shell.ctx, line = (await fs.readFile(fs.resolvePath(state.cwd, path))).slice(0, 4096).split("\n", 1)[0];
  const words = line.startsWith("#!") ? line.slice(2).trim().split(/\s+/) : [], base = (word) => word.replace(/^.*\//, "");
  const asked = base(words[0] ?? "") === "env" ? words.slice(1).filter((w, i) => i > 0 || w !== "-S") : words;
  const name = { "": "bash", dash: "sh" }[base(asked[0] ?? "")] ?? base(asked[0]);
  if (commands.has(name)) return shell.runCommand(name, [...asked.slice(1), path, ...args], [], stdin, true);
  const stderr = asked === words ? `bash: ${path}: ${words[0]}: bad interpreter: No such file or directory\n` : `${words[0]}: '${asked[0]}': No such file or directory\n`;
  return { stdout: "", stderr: lilyPlaced(state, stderr), exitCode: asked === words ? 126 : 127 };
}

// lilyNested tells whether (( begins two subshells: where the first ( ends, no other ) follows.
export function lilyNested(text, at) {
  let depth = 1;
  for (; at < text.length && depth > 0; at++) {
    const c = text[at];
    if (c === "\\") at++;
    else if (c === "'") at = text.indexOf("'", at + 1) < 0 ? text.length : text.indexOf("'", at + 1);
    else if (c === '"') { for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++; }
    else if (c === "(") depth++;
    else if (c === ")") depth--;
  }
  return depth === 0 && text[at] !== ")";
}

// lilyHelps tells whether a word of the shell answers --help: all do but echo, test, true, false and :.
const builtins = new Set(". alias bg builtin cd command compgen complete compopt continue break declare dirs disown enable eval exec exit export fc fg getopts hash help history jobs kill let local mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend times trap type typeset ulimit umask unalias unset wait".split(" "));
export const lilyHelps = (name) => builtins.has(name);

// lilyCommand is the option of command that it does not know.
export function lilyCommand(words) {
  for (const word of words) {
    if (word === "--" || !word.startsWith("-") || word === "-") return undefined;
    if (word === "--help") return word;
    const letter = /[^pVv]/.exec(word.slice(1));
    if (letter) return `-${letter[0]}`;
  }
  return undefined;
}

// lilyQuoted is a word as set -x tells it: in quotes where it has what the shell takes for something else.
export function lilyQuoted(word) {
  if (word === "" || /[ \t\n'"\\|&;()<>!{}*[\]?^$`]|^[#~]|[=:]~/.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  return /[\x00-\x1f\x7f]/.test(word) ? `$'${word.replace(/[\x00-\x1f\x7f]/g, (c) => escapes[c] ?? `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`)}'` : word;
}
const escapes = { "\x07": "\\a", "\b": "\\b", "\x1b": "\\E", "\f": "\\f", "\r": "\\r", "\v": "\\v" };

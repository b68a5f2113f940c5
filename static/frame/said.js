// What GNU's programs say where they cannot go on, and which version they are, where just-bash and the tools beside this
// say less. Scripts ask `sed --version` to tell GNU's from BSD's, and some read a sentence.
// https://www.gnu.org/prep/standards/html_node/_002d_002dversion.html
"use strict";

const versions = { // what the first line says, by what it stands on
  "(GNU coreutils) 9.1": "base64 basename cat chmod comm cp cut date dirname du env expand expr fold head id join ln ls md5sum mkdir mktemp mv nl nohup od paste printenv readlink realpath rm rmdir seq sha1sum sha256sum sleep sort split stat tac tail tee timeout touch tr uname unexpand uniq wc whoami",
  "(GNU diffutils) 3.8": "cmp diff", "(GNU findutils) 4.9.0": "find xargs", "(gzip) 1.12": "gunzip zcat",
  "from util-linux 2.38.1": "column rev", "(GNU sed) 4.9": "sed", "(GNU tar) 1.34": "tar", "(GNU grep) 3.8": "grep",
};
const versionOf = new Map(Object.entries(versions).flatMap(([text, names]) => names.split(" ").map((name) => [name, `${name} ${text}`])));
for (const [name, text] of Object.entries({
  bc: "bc 1.07.1", curl: "curl 8.0.0", egrep: "grep (GNU grep) 3.8", fgrep: "grep (GNU grep) 3.8", file: "file-5.44", gzip: "gzip 1.12", hostname: "hostname 3.23",
  rg: "ripgrep 13.0.0", strings: "GNU strings (GNU Binutils for Debian) 2.40", tree: "tree v2.1.0", wget: "GNU Wget 1.21.3",
})) versionOf.set(name, text);

const files = (args) => args.filter((a) => !a.startsWith("-"));
const missing = (text, args) => text.replace(/missing (?:destination )?file operand/, files(args).length === 0 ? "missing file operand" : `missing destination file operand after '${files(args).at(-1)}'`);
const curled = (text) => text.replace(/'([^'\n]*)'/g, "‘$1’");
const replaced = (from, to) => (text) => text.replace(from, to);

// reworded are the sentences that some say otherwise.
const reworded = {
  chmod: (text, args) => (args.length === 1 ? text.replace("missing operand", `missing operand after ‘${args[0]}’`) : text),
  cp: missing, mv: missing,
  cat: replaced(/^cat: (.*\.|.*\/): No such file or directory$/gm, "cat: $1: Is a directory"),
  cmp: replaced(/^Try /m, "cmp: Try "), diff: replaced(/^Try /m, "diff: Try "),
  env: replaced(/^env: -(\w): the page's shell has no such option/, "env: invalid option -- '$1'"),
  file: replaced(/^(.*): cannot open \(/gm, "$1: cannot open `$1' ("),
  find: (text) => text.replace(/^find: ([^‘\n]*): No such file or directory$/gm, "find: ‘$1’: No such file or directory").replace(/predicate '([^']*)'/, "predicate `$1'"),
  head: (text) => opened(text, "head").replace(/^head: (.*): Is a directory$/gm, "head: error reading '$1': Is a directory"),
  grep: (text) => text.replace("grep: a pattern is missing\n", "").replace(/^(grep: .* option.*\n)?$/, "$1Usage: grep [OPTION]... PATTERNS [FILE]...\nTry 'grep --help' for more information.\n"),
  join: (text, args) => text.replace("missing file operand", files(args).length > 0 ? `missing operand after ‘${args.at(-1)}’` : "missing operand"),
  jq: replaced(/^jq: error: Could not open (?!file )/, "jq: error: Could not open file "),
  mkdir: (text, args) => text.replace(/directory '([^'\n]*)': ENOTDIR: .*$/gm, (_, path) => `directory ‘${args.some((a) => /^-(-parents|\w*p)/.test(a)) ? path.replace(/\/[^/]*\/*$/, "") : path}’: Not a directory`).replace(/directory '([^'\n]*)'/g, "directory ‘$1’"),
  rev: replaced(/^rev: (.*): No such/gm, "rev: cannot open $1: No such"),
  sleep: curled, timeout: (text) => curled(text).replace("timeout: missing operand\n", "Try 'timeout --help' for more information.\n"),
  sort: replaced(/^sort: ([^:\n]*: No such file or directory)$/gm, "sort: cannot read: $1"),
  split: (text) => opened(text, "split"), tail: (text) => opened(text, "tail"),
  stat: replaced(/cannot stat '/g, "cannot statx '"),
  strings: replaced(/^strings: (.*): No such file or directory$/gm, "strings: '$1': No such file"),
  tac: replaced(/^tac: (.*): No such file or directory$/gm, "tac: failed to open '$1' for reading: No such file or directory"),
};
const opened = (text, name) => text.replace(new RegExp(`^${name}: ([^'\\n]*): No such file or directory$`, "gm"), `${name}: cannot open '$1' for reading: No such file or directory`);

const helped = new Set(versions["(GNU coreutils) 9.1"].split(" "));
const codes = { ls: 2, sort: 2, timeout: 125 };
const wrong = /^\S+: (?:missing (?:file |destination file )?operand.*|invalid option -- .*|unrecognized option .*|option requires an argument.*|option '.*|extra operand .*|invalid time interval .*)(?:\nTry .*)?\n$/;

// spoken gives what a program answered with the sentences of GNU's.
function worded(name, args, r) {
  if (r.exitCode === 0 || !r.stderr) return r;
  const plain = unsaid(name, args, r.stderr);
  let text = reworded[name]?.(plain, args) ?? plain, code = r.exitCode;
  if (helped.has(name) && wrong.test(text)) {
    if (!text.includes("\nTry ")) text += `Try '${name} --help' for more information.\n`;
    code = codes[name] ?? code;
  }
  return { ...r, stderr: text, exitCode: code };
}

// unsaid takes the words of JavaScript's filesystem away.
const unsaid = (name, args, text) => text.replace(/ENOENT: no such file or directory, (?:open|stat|lstat|scandir) '([^'\n]*)'/g, (_, path) => {
  const given = args.find((a) => path === a || path.endsWith(`/${a}`)) ?? path;
  return text.includes(`'${given}': ENOENT`) ? "No such file or directory" : `${given}: No such file or directory`;
});

// lost is what a command of just-bash says that throws where it finds no file.
const lost = (name) => (err) => {
  if (!/^ENOENT: /.test(err?.message)) throw err;
  return { stdout: "", stderr: `${name}: ${err.message}\n`, exitCode: 1 };
};

// asGnu makes a command one that tells its version, and speaks as GNU's does.
const asGnu = (command) => ({
  ...command,
  async execute(args, ctx) {
    if (args[0] === "--version" && versionOf.has(command.name)) return shown([versionOf.get(command.name), "The page's own, which answers as that one does."]);
    if (args.some((a) => numberOf(a) === 0)) void ctx.stdin; // it is read
    const r = worded(command.name, args, await command.execute(args, ctx).catch(lost(command.name)));
    return command.name === "base64" && args.some((a) => a[0] !== "-") ? { ...r, internalStdinConsumed: 0 } : r; // just-bash's reads it in any case
  },
});

// ofTheShell are just-bash's own commands that speak so.
const ofTheShell = (taken) => [...versionOf.keys()].filter((name) => !taken.has(name) && !["curl", "wget", "tar", "gzip", "gunzip", "zcat"].includes(name))
  .map((name) => asGnu({ name, execute: (args, ctx) => ctx.origCommand(args) }));

// https://invisible-island.net/ncurses/man/clear.1.html
const clear = {
  name: "clear",
  async execute(_, ctx) {
    return ctx.exportedEnv?.TERM ? { stdout: "\x1b[H\x1b[2J\x1b[3J", stderr: "", exitCode: 0 } : { stdout: "", stderr: "TERM environment variable not set.\n", exitCode: 1 };
  },
};

// What a script asks the system: uname, id, realpath, nohup. The page's machine is a Linux without hardware, and its one
// user is user.
"use strict";

// machine is what bash knows of the machine, which no program is told.
const machine = { OSTYPE: "linux-gnu", HOSTTYPE: "wasm32", MACHTYPE: "wasm32-lily-linux-gnu", HOSTNAME: "localhost" };

const kernel = { s: "Linux", n: machine.HOSTNAME, r: "6.1.0", v: "#1 SMP lily", m: machine.HOSTTYPE, p: "unknown", i: "unknown", o: "GNU/Linux" };

// https://www.gnu.org/software/coreutils/manual/html_node/uname-invocation.html
const uname = tool("uname", "asnrvmpio", {
  all: "a", "kernel-name": "s", "nodename": "n", "kernel-release": "r", "kernel-version": "v", machine: "m", processor: "p", "hardware-platform": "i", "operating-system": "o",
}, async (given, operands) => {
  if (operands.length > 0) throw new Refusal(`extra operand '${operands[0]}'`);
  const letters = given.has("a") ? "snrvmo" : [..."snrvmpio"].filter((l) => given.has(l)).join("") || "s";
  return [...letters].map((l) => kernel[l]).join(" ") + "\n";
});

// https://www.gnu.org/software/coreutils/manual/html_node/id-invocation.html
const id = tool("id", "agGnruzZ", { group: "g", groups: "G", name: "n", real: "r", user: "u", zero: "z" }, async (given, operands) => {
  const [name] = operands, one = ["u", "g", "G"].filter((l) => given.has(l));
  if (one.length > 1) throw new Refusal('cannot print "only" of more than one choice');
  if (one.length === 0 && (given.has("n") || given.has("r"))) throw new Refusal("cannot print only names or real IDs in default format");
  if (name !== undefined && !["user", "1000"].includes(name)) throw new Refusal(`'${name}': no such user`);
  if (one.length === 1) return (given.has("n") ? "user" : "1000") + (given.has("z") ? "\0" : "\n");
  return "uid=1000(user) gid=1000(user) groups=1000(user)\n";
});

// https://www.gnu.org/software/coreutils/manual/html_node/realpath-invocation.html
const realpath = tool("realpath", "eEmLPqszR:B:", {
  "canonicalize-existing": "e", canonicalize: "E", "canonicalize-missing": "m", logical: "L", physical: "P", quiet: "q", "no-symlinks": "s", strip: "s", zero: "z", "relative-to": "R", "relative-base": "B",
}, async (given, operands, ctx) => {
  if (operands.length === 0) throw new Refusal("missing operand");
  const end = given.has("z") ? "\0" : "\n", of = (name) => reached(ctx, name, given), out = [];
  let failed = false;
  const base = given.has("B") ? await of(given.get("B")) : undefined, from = given.has("R") ? await of(given.get("R")) : base;
  for (const name of operands) {
    try {
      const path = await of(name);
      out.push(from === undefined || base !== undefined && !within(path, base) ? path : relative(from, path));
    } catch (err) {
      failed = true;
      if (!given.has("q")) ctx.say(`${name || "''"}: ${err.message}`);
    }
  }
  return { stdout: out.map((path) => bytesOf(path) + end).join(""), code: failed ? 1 : 0 };
});

const within = (path, base) => path === base || path.startsWith(base === "/" ? "/" : base + "/");

// relative is the way from a folder to a path.
function relative(from, to) {
  const a = from.split("/").filter(Boolean), b = to.split("/").filter(Boolean);
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/") || ".";
}

// reached follows a path, link by link. Its last part need not be there, all must with -e, none with -m.
async function reached({ fs, cwd }, name, given) {
  if (name === "") throw new Error("No such file or directory");
  if (given.has("s")) return fs.resolvePath(cwd, name);
  let at = name[0] === "/" ? "/" : cwd, left = name.split("/").filter((w) => w !== "" && w !== "."), links = 0;
  const folder = name.endsWith("/");
  while (left.length > 0) {
    const word = left.shift();
    if (word === "..") { at = at.replace(/\/[^/]*$/, "") || "/"; continue; }
    const path = at === "/" ? `/${word}` : `${at}/${word}`, s = await fs.lstat(path).catch(() => undefined);
    if (s?.isSymbolicLink) {
      if (++links > 40) throw new Error("Too many levels of symbolic links");
      const to = await fs.readlink(path);
      if (to[0] === "/") at = "/";
      left = [...to.split("/").filter((w) => w !== "" && w !== "."), ...left];
      continue;
    }
    if (!s && !given.has("m") && (given.has("e") || left.length > 0)) throw new Error("No such file or directory");
    if (s && !s.isDirectory && !given.has("m") && (left.length > 0 || folder)) throw new Error("Not a directory");
    at = path;
  }
  return at;
}

// https://www.gnu.org/software/coreutils/manual/html_node/nohup-invocation.html
const nohup = {
  name: "nohup",
  async execute(args, ctx) {
    const words = args[0] === "--" ? args.slice(1) : args;
    if (words.length === 0) return { stdout: "", stderr: "nohup: missing operand\nTry 'nohup --help' for more information.\n", exitCode: 125 };
    if (words === args && args[0].startsWith("-")) return { stdout: "", stderr: `nohup: unrecognized option '${args[0]}'\nTry 'nohup --help' for more information.\n`, exitCode: 125 };
    return outside("nohup", words, ctx);
  },
};

// outside runs the words of a program that starts another one: no function and no word of the shell.
async function outside(name, words, ctx) {
  const is = words[0].includes("/") ? await ctx.fs.exists(ctx.fs.resolvePath(ctx.cwd, words[0])) : ctx.getRegisteredCommands().includes(words[0]);
  if (!is) return { stdout: "", stderr: `${name}: failed to run command '${words[0]}': No such file or directory\n`, exitCode: 127 };
  const exported = Object.keys(ctx.exportedEnv ?? {}).filter((n) => /^[A-Za-z_]\w*$/.test(n));
  const before = exported.length > 0 ? `export ${exported.join(" ")}; ` : "";
  return ctx.execWithInheritedStdin(before + words.map(quoted).join(" "), { env: { ...ctx.exportedEnv }, cwd: ctx.cwd, signal: ctx.signal, rawScript: true, replaceEnv: true });
}

tools.push(uname, id, realpath, nohup);

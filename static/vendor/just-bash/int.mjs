// The integers of the shell: what just-bash gets from here is a number where that is
// exact, and else a BigInt of 64 bits, which wrap as they do in bash.

const most = Number.MAX_SAFE_INTEGER;

// lilyInt stands for parseInt in all of just-bash. A number that is not exact is an error
// and no answer: what can count in 64 bits asks lilyLong.
export function lilyInt(text, radix) {
  const n = globalThis.parseInt(text, radix);
  if (Math.abs(n) > most) throw new RangeError(`${String(text).slice(0, 80)}: a number over 2^53 cannot be used here`);
  return n;
}

// lilyWrap takes what 64 bits hold of an integer.
export function lilyWrap(n) {
  n = BigInt.asIntN(64, n);
  return n >= -most && n <= most ? Number(n) : n;
}

// lilyLong is a decimal number, NaN where it is none or out of range.
export function lilyLong(text) {
  if (!/^\s*[-+]?\d+\s*$/.test(text)) return NaN;
  const n = BigInt(text.trim().replace(/^\+/, ""));
  return n === BigInt.asIntN(64, n) ? lilyWrap(n) : NaN;
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

// lilyConstant is a constant of an expression: decimal, 010, 0x10, base#digits. It is NaN where
// a digit does not belong to its base.
export function lilyConstant(text) {
  const [, base, value] = /^0[xX]()(.*)$/s.exec(text)?.with(1, "16") ?? /^(\d+)#(.*)$/s.exec(text) ?? (/^0./s.test(text) ? ["", "8", text.slice(1)] : ["", "10", text]);
  if (base < 2 || base > 64 || value === "" && !/^0[xX]$/.test(text)) return NaN;
  let sum = 0n;
  for (const c of value) {
    const digit = digits.indexOf(base <= 36 ? c.toLowerCase() : c);
    if (digit < 0 || digit >= base) return NaN;
    sum = BigInt.asIntN(64, sum * BigInt(base) + BigInt(digit));
  }
  return lilyWrap(sum);
}

// lilyValue is a variable's value that is just a constant with a sign; undefined where it is another expression.
export function lilyValue(text, Fault) {
  const [, sign, rest] = /^\s*([-+]?)(\d+)\s*$/.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const n = lilyConstant(rest);
  if (Number.isNaN(n)) throw new Fault(`${rest}: value too great for base (error token is "${rest}")`);
  return sign === "-" ? lilyBinary(0, n, "-", Fault) : n;
}

const exact = { "+": (l, r) => l + r, "-": (l, r) => l - r, "*": (l, r) => l * r };
const whole = {
  "+": (l, r) => l + r, "-": (l, r) => l - r, "*": (l, r) => l * r, "/": (l, r) => l / r, "%": (l, r) => l % r,
  "<<": (l, r) => l << (r & 63n), ">>": (l, r) => l >> (r & 63n), "&": (l, r) => l & r, "|": (l, r) => l | r, "^": (l, r) => l ^ r,
  "**": power,
};

function power(base, exponent) {
  let result = 1n;
  for (; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = BigInt.asIntN(64, result * base);
    base = BigInt.asIntN(64, base * base);
  }
  return result;
}

// lilyBinary is an operator of two operands, in 64 bits.
export function lilyBinary(l, r, operator, Fault) {
  switch (operator) {
    case "<": return l < r ? 1 : 0;
    case "<=": return l <= r ? 1 : 0;
    case ">": return l > r ? 1 : 0;
    case ">=": return l >= r ? 1 : 0;
    case "==": return l == r ? 1 : 0;
    case "!=": return l != r ? 1 : 0;
    case ",": case "": return r;
  }
  if ((operator === "/" || operator === "%") && r == 0) throw new Fault("division by 0");
  if (operator === "**" && r < 0) throw new Fault("exponent less than 0");
  const n = typeof l === "number" && typeof r === "number" ? exact[operator]?.(l, r) : undefined;
  if (Number.isSafeInteger(n)) return n;
  if (!whole[operator]) throw new Fault(`${operator}: unknown operator`);
  return lilyWrap(whole[operator](BigInt(l), BigInt(r)));
}

// lilyUnary is an operator of one operand.
export function lilyUnary(n, operator) {
  switch (operator) {
    case "-": return lilyBinary(0, n, "-");
    case "!": return n == 0 ? 1 : 0;
    case "~": return lilyWrap(~BigInt(n));
  }
  return n;
}

// lilyPlace is where in a text: beyond all texts it does not matter how far.
export const lilyPlace = (n) => (typeof n === "bigint" ? Math.sign(Number(n)) * 2 ** 40 : n);

// lilySeq is a sequence of whole numbers, undefined where it is not of these.
export function lilySeq(words) {
  if (words.length < 1 || words.length > 3 || !words.every((w) => /^[-+]?\d+$/.test(w))) return undefined;
  const [first, step, last] = { 1: ["1", "1", words[0]], 2: [words[0], "1", words[1]], 3: words }[words.length].map((w) => BigInt(w.replace(/^\+/, "")));
  return step === 0n ? undefined : { first, step, last };
}

// lilyExpr is expr's arithmetic, which has no bounds in coreutils: what 64 bits do not hold is an error here.
export function lilyExpr(l, r, operator) {
  const n = whole[operator](BigInt(l), BigInt(r));
  if (n !== BigInt.asIntN(64, n)) throw new Error("a number over 64 bits");
  return n;
}

// lilyBasic makes a basic regular expression an extended one (POSIX, 9.3): \( \) \{ \} are what ( ) { } are there.
export const lilyBasic = (text) => text.replace(/\[\^?\]?[^\]]*\]|\\.|[(){}|+?]/gs, (m) => (m[0] === "[" ? m : m[0] !== "\\" ? "\\" + m : "(){}|+?".includes(m[1]) ? m[1] : m));

// lilyOrder is jq's order of values.
export function lilyOrder(a, b) {
  const rank = (v) => (v === null ? 0 : v === false ? 1 : v === true ? 2 : typeof v === "number" ? 3 : typeof v === "string" ? 4 : Array.isArray(v) ? 5 : 6);
  if (rank(a) !== rank(b) || rank(a) < 3) return rank(a) - rank(b);
  if (rank(a) === 5) return a.map((v, i) => (i < b.length ? lilyOrder(v, b[i]) : 1)).find(Boolean) ?? a.length - b.length;
  if (rank(a) === 6) {
    const [k, l] = [a, b].map((o) => Object.keys(o).sort());
    return lilyOrder(k, l) || k.map((name) => lilyOrder(a[name], b[name])).find(Boolean) || 0;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

// lilyAssigned refuses an assignment to what is no name: -x = 1, 2 * x += 3.
export function lilyAssigned(text, at, Fault) {
  const before = text.slice(0, at).trimEnd();
  if (before === "" || /[(,?[]$|(?:^|[^=!<>])=$|<<=$|>>=$/.test(before)) return;
  throw new Fault(`${text}: attempted assignment to non-variable`);
}

// lilyReplacement is what stands in the place of what a pattern finds, with a mark where that is named by &.
export async function lilyReplacement(parts, expand) {
  let text = "";
  for (const part of parts) {
    const more = await expand([part]);
    text += /Quoted|Escaped/.test(part.type) ? more : more.replaceAll("&", "\uffff");
  }
  return text;
}

export const lilyFound = (text, found) => (text.includes("\uffff") ? text.replaceAll("\uffff", () => found) : text);

// lilyTop keeps the highest index of an array that was set, so that += need not look for it.
export function lilyTop(array, index) {
  if (array.kind === "indexed" && !(array.top > Number(index))) array.top = Number(index);
}

// lilyNext is the index behind the last element; where that was unset or the array is a copy it is looked for.
export function lilyNext(array) {
  if (!array.elements.has(String(array.top))) {
    array.top = -1;
    for (const index of array.elements.keys()) lilyTop(array, index);
  }
  return array.top + 1;
}

// lilyBefore can take back what is put behind the end of an array, so that += need not copy it.
export function lilyBefore(array) {
  const end = lilyNext(array);
  return {
    taken() {
      for (const index of [...array.elements.keys()]) if (Number(index) >= end) array.elements.delete(index);
      return array;
    },
  };
}

// lilyBraces gives the words that braces make of a word, each as its parts. range is just-bash's own.
export function lilyBraces(parts, range, limits, Limit) {
  const options = { maxResults: limits.maxBraceExpansionResults, maxStringBytes: limits.maxStringLength }, literal = (value) => [{ type: "Literal", value }];
  const ways = (item) => {
    if (item.type === "Word") return lilyBraces(item.word.parts, range, limits, Limit);
    const { expanded, literal: text } = range(item.start, item.end, item.step, item.startStr, item.endStr, options);
    return expanded ? expanded.map(literal) : [literal(text)];
  };
  let words = [[]];
  for (const part of parts) {
    const all = part.type === "BraceExpansion" ? part.items.flatMap(ways) : [[part]];
    if (words.length * all.length > options.maxResults) throw new Limit(`brace expansion: more than ${options.maxResults} words`, "brace_expansion");
    words = all.length === 1 ? (words.forEach((w) => w.push(...all[0])), words) : words.flatMap((w) => all.map((a) => [...w, ...a]));
  }
  return words;
}

// lilyGlob finds the names of a pattern with ** (globstar) or with a / at its end, which only folders match.
export async function lilyGlob(glob, pattern) {
  const words = pattern.split("/").filter((w, i, all) => w !== "" && !(w === "**" && all[i - 1] === "**"));
  const folder = async (name) => glob.fs.stat(glob.fs.resolvePath(glob.cwd, name || ".")).then((s) => s.isDirectory, () => false);
  const kept = async (names, keep) => { const all = await Promise.all(names.map(keep)); return names.filter((_, i) => all[i]); };
  const within = (name, w) => (name === "" || name.endsWith("/") ? name + w : `${name}/${w}`);
  const below = async (name, files) => {
    glob.checkOpsLimit();
    const path = glob.fs.resolvePath(glob.cwd, name || "."), found = [];
    for (const e of await glob.fs.readdirWithFileTypes(path).catch(() => [])) {
      if (e.name[0] === "." && !glob.dotglob) continue;
      if (files || e.isDirectory) found.push(within(name, e.name));
      if (e.isDirectory && !e.isSymbolicLink) found.push(...await below(within(name, e.name), files));
    }
    return found;
  };
  const only = pattern.endsWith("/"); // folders
  let names = [pattern[0] === "/" ? "/" : ""], plain = true;
  for (const [i, w] of words.entries()) {
    const last = i === words.length - 1, next = [];
    for (const name of names) {
      if (w === "**") {
        if (!last || only || name !== "" && await folder(name)) next.push(last && plain && name !== "" ? within(name, "") : name);
        next.push(...await below(name, last && !only));
      } else if (glob.hasGlobChars(w)) next.push(...(await glob.expandSegments(glob.fs.resolvePath(glob.cwd, name || "."), name === "/" ? "/" : name.replace(/\/$/, ""), [w])).filter((n) => !glob.globskipdots || !/(^|\/)\.\.?$/.test(n)));
      else next.push(within(name, w.replace(/\0QUOTE_(START|END)\0/g, "")));
    }
    if (glob.hasGlobChars(w)) plain = false;
    names = [...new Set(next)];
    if (!last && plain === false) names = await kept(names, folder);
  }
  if (only) return [...new Set((await kept(names.filter((n) => n !== ""), folder)).map((n) => within(n, "")))].sort();
  return (await kept(names.filter((n) => n !== ""), (n) => glob.fs.lstat(glob.fs.resolvePath(glob.cwd, n)).then(() => true, () => false))).sort();
}

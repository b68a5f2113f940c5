// Lists behind declare, local, export and readonly: x=(a "b c" $d [k]=v). just-bash took them apart by blanks alone, so
// that what an expansion gave was one word, whatever IFS said, and a value behind a key lost its quotes.
// https://www.gnu.org/software/bash/manual/bash.html#Arrays

const plain = (parts) => parts.every((p) => p.type === "Literal");
const text = (parts) => parts.map((p) => p.value).join("");

// elements are the parts of each word of a list.
function elements(parts) {
  const all = [];
  let open = false, inside = false;
  for (const part of parts) {
    if (part.type !== "Literal") { if (inside) { if (!open) all.push([]); open = true; all.at(-1).push(part); } continue; }
    let value = part.value;
    if (!inside) {
      inside = true;
      value = value.slice(value.indexOf("=(") + 2);
    }
    if (part === parts.at(-1)) value = value.slice(0, -1);
    for (const piece of value.match(/\s+|\S+/g) ?? []) {
      if (/\s/.test(piece)) { open = false; continue; }
      if (!open) all.push([]);
      open = true;
      all.at(-1).push({ type: "Literal", value: piece });
    }
  }
  return all;
}

// keyed takes [key]= off an element, if it begins with one: the parts of the key, and those of the value.
function keyed(parts) {
  if (parts[0].type === "Glob" && /^\[.*\]$/s.test(parts[0].pattern) && parts[1]?.value?.startsWith("=")) {
    return { key: [{ type: "Literal", value: parts[0].pattern.slice(1, -1) }], value: [{ type: "Literal", value: parts[1].value.slice(1) }, ...parts.slice(2)] };
  }
  if (parts[0].type !== "Literal" || parts[0].value[0] !== "[") return undefined;
  for (const [i, part] of parts.entries()) {
    const at = part.type === "Literal" ? part.value.indexOf("]=") : -1;
    if (at < 0) continue;
    const cut = (value) => ({ type: "Literal", value });
    const key = [...parts.slice(0, i), cut(part.value.slice(0, at))], value = [cut(part.value.slice(at + 2)), ...parts.slice(i + 1)];
    key[0] = cut(key[0].value.slice(1));
    return { key: key.filter((p) => p.value !== ""), value: value.filter((p) => p.value !== "") };
  }
}

const escaped = (value) => (value === "" ? "''" : value.replace(/[\s'"\\]/g, (c) => `\\${c}`));
const quoted = (value) => `"${value.replace(/["\\]/g, "\\$&")}"`;

// lilyList is the list with all that is in it expanded, as declare takes it apart; null is no list.
export async function lilyList(ctx, word, { expand, expandAll, parse, tilde }) {
  const { parts } = word, [, name] = /^([a-zA-Z_]\w*)=\(/.exec(parts[0]?.type === "Literal" ? parts[0].value : "") ?? [];
  if (name === undefined || parts.at(-1).type !== "Literal" || !parts.at(-1).value.endsWith(")")) return null;
  const one = async (parts) => (parts.length === 0 ? "" : expand(ctx, { type: "Word", parts }));
  const said = [];
  for (const element of elements(parts)) {
    const pair = keyed(element);
    if (pair) {
      const key = await one(pair.key), value = plain(pair.value) ? tilde(ctx, text(pair.value)) : await one(pair.value);
      said.push(`[${/["']/.test(key) ? key : quoted(key)}]=${quoted(value)}`);
      continue;
    }
    const { values } = await expandAll(ctx, plain(element) ? parse(text(element)) : { type: "Word", parts: element });
    said.push(...values.map(escaped));
    if (said.length > ctx.limits.maxArrayElements) throw new Error(`a list of more than ${ctx.limits.maxArrayElements} elements cannot be held here`);
  }
  return `${name}=(${said.join(" ")})`;
}

// lilyFlags takes options of one letter that stand together apart, as in -td: of mapfile; some take an argument.
export function lilyFlags(args, taking) {
  const all = [];
  for (const [i, arg] of args.entries()) {
    if (!/^-[^-]/.test(arg) || taking.includes(all.at(-1)?.slice(1)) && all.at(-1)?.length === 2) { all.push(arg); if (!/^-/.test(arg) && !taking.includes(all.at(-2)?.[1])) return [...all, ...args.slice(i + 1)]; continue; }
    for (let at = 1; at < arg.length; at++) {
      all.push(`-${arg[at]}`);
      if (!taking.includes(arg[at])) continue;
      if (at + 1 < arg.length) all.push(arg.slice(at + 1));
      break;
    }
  }
  return all;
}

// lilyLocal forgets, at a function's end, that a name was local in it: unset of such a name shows what was before.
export function lilyLocal({ localVarDepth: depths, localScopes: scopes }, name) {
  const outer = scopes.findLastIndex((scope) => scope.has(name));
  if (outer < 0) depths?.delete(name);
  else depths?.set(name, outer + 1);
}

// lilyCased is "${a[@]^}" and its like, word by word; null is something else.
export async function lilyCased(ctx, parts, elements, between, change) {
  const part = parts.length === 1 && parts[0].type === "DoubleQuoted" && parts[0].parts.length === 1 ? parts[0].parts[0] : undefined;
  if (part?.type !== "ParameterExpansion" || part.operation?.type !== "CaseModification") return null;
  const [, name, all, params] = /^(?:([A-Za-z_]\w*)\[([@*])\]|([@*]))$/.exec(part.parameter) ?? [];
  if (name === undefined && params === undefined) return null;
  const { env } = ctx.state, given = name ? elements(ctx, name).map(([, v]) => v) : Array.from({ length: Number(env.get("#")) }, (_, i) => env.get(String(i + 1)) ?? "");
  if (name && given.length === 0 && env.has(name)) given.push(env.get(name));
  const values = [];
  for (const value of given) values.push(await change(ctx, value, part.operation));
  return { values: (all ?? params) === "*" && values.length > 0 ? [values.join(between(env))] : values, quoted: true };
}

// lilyExported has the shells within the shell know functions.
export function lilyExported({ state, fs }, names, result) {
  const lost = names.filter((name) => !state.functions.has(name));
  for (const name of names) if (state.functions.has(name)) (fs.functions ??= new Map()).set(name, state.functions.get(name));
  return result("", lost.map((name) => `bash: export: ${name}: not a function\n`).join(""), lost.length > 0 ? 1 : 0);
}

// Where an error was, as Node tells it: lines of the script, not of what it was made into (nodeparse.js), and nothing
// of what runs here. https://v8.dev/docs/stack-trace-api
"use strict";

// placeOf finds a place of a compiled text in the script that it was made of, or nothing where it is before that.
function placeOf({ text, code, moved }, line, column) {
  let at = column - 1;
  for (let n = 1, from = 0; n < line; n++) { const end = code.indexOf("\n", from); if (end < 0) break; at += end + 1 - from; from = end + 1; }
  const i = moved.findLastIndex(([now]) => now <= at), [now, was, made] = moved[Math.max(0, i)];
  if (i === 0) return undefined;
  const offset = made ? was : Math.min(was + at - now, text.length), before = text.slice(0, Math.max(0, offset));
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

// A Trace knows the texts that run, by their names.
class Trace {
  #wrapped; #library; #foreign = new WeakSet(); // errors that were made by what is no script's
  constructor(wrapped, library) { this.#wrapped = wrapped; this.#library = library; }

  // place is where a compiled text's line and column are in the script, or nothing where it is none.
  place(name, line, column) {
    const file = [name, decodeURIComponentOr(name)].find((n) => this.#wrapped.has(n)), w = this.#wrapped.get(file);
    if (!w) return undefined;
    const found = w.code ? placeOf(w, line, column) : { line, column };
    return found && { file, text: w.text, ...found };
  }

  // found is where an error event says that an error was thrown. A module's is where it was made, as in Node.
  found({ error, filename, lineno, colno }) {
    const at = this.place(filename, lineno, colno);
    if (at?.file.startsWith("file:") || (!at && !filename.startsWith("node:"))) return this.thrown(error) ?? at;
    return at;
  }
  // thrown is the first place of an error's stack, if that is the script's.
  thrown(err) {
    const first = /^ {4}at (?:async )?(?:.* \()?(.+?):(\d+):(\d+)\)?$/m.exec(String(err?.stack)), w = first && this.#wrapped.get(first[1]);
    return w && !this.#foreign.has(err) ? { file: first[1], line: Number(first[2]), column: Number(first[3]), text: w.text } : undefined;
  }
  // stack is what an error's stack says (Error.prepareStackTrace).
  stack(err, sites) {
    const lib = this.#library("internal/errors"), other = lib?.overrideStackTrace;
    const shown = sites.map((site) => ({ site, at: this.#of(site) }));
    if (!shown[0] || shown[0].at?.native || !this.#named(sites[0])) this.#foreign.add(err);
    const kept = shown.filter(({ at }, i) => at && (!at.native || (shown[i + 1]?.at && !shown[i + 1].at.native)));
    if (other?.has(err)) { const f = other.get(err); other.delete(err); return f(err, kept.map(({ site, at }) => wrappedSite(site, at))); }
    let head;
    try { head = lib && lib.kIsNodeError in err ? `${err.name} [${err.code}]: ${err.message}` : Error.prototype.toString.call(err); } catch { head = "Error"; }
    const lines = kept.map(({ site, at }) => `    at ${called(site, at)}`);
    return [head, ...(lines.length > 0 ? lines : ["    at node:internal/main/run_main_module:28:49"])].join("\n");
  }
  #named(site) { const name = nameOf(site); return this.#wrapped.has(name) || this.#wrapped.has(decodeURIComponentOr(name)); }
  #of(site) {
    const name = nameOf(site);
    if (!name) return { native: true };
    return this.place(name, site.getLineNumber(), site.getColumnNumber());
  }
}

const nameOf = (site) => site.getScriptNameOrSourceURL?.() ?? site.getFileName();
const decodeURIComponentOr = (text) => { try { return decodeURIComponent(text); } catch { return text; } };

const wrappedSite = (site, at) => ({ getFileName: () => at.file, getLineNumber: () => at.line, getColumnNumber: () => at.column, getFunctionName: () => site.getFunctionName(), isToplevel: () => site.isToplevel(), toString: () => called(site, at) });

// called writes a line of a stack, as V8 does.
function called(site, at) {
  const where = at.native ? "<anonymous>" : `${at.file}:${at.line}:${at.column}`, name = site.isEval() && site.getFunctionName() === "eval" ? null : site.getFunctionName(), wait = site.isAsync?.() ? "async " : "";
  if (site.isPromiseAll?.()) return `${wait}Promise.all (index ${site.getPromiseIndex()})`;
  if (site.isConstructor()) return `${wait}new ${name ?? "<anonymous>"} (${where})`;
  if (site.isToplevel() || (site.isAsync?.() && !name)) return name && !name.startsWith("_lily") ? `${wait}${name} (${where})` : wait + where;
  const type = site.getTypeName(), method = site.getMethodName();
  if (!name) return `${wait}${type}.${method ?? "<anonymous>"} (${where})`;
  const whole = type && !name.startsWith(type) ? `${type}.${name}` : name;
  return `${wait}${whole}${method && !name.split(/[. ]/).includes(method) ? ` [as ${method}]` : ""} (${where})`;
}

// fatal is what Node says of an error that ends the program: where it was, the error, its own version.
function fatal(err, place, inspect, version) {
  const isError = err instanceof Error || Object.prototype.toString.call(err) === "[object Error]", at = err?.[placed] ?? place;
  const source = at?.text.split("\n")[at.line - 1] ?? "", width = at?.width ?? (err instanceof SyntaxError ? /^[\w$]+|^(["'`]).*/.exec(source.slice(at?.column - 1))?.[0].length : 1) ?? 1;
  const head = at ? `${at.file}:${at.line}\n${source}\n${" ".repeat(Math.max(0, at.column - 1))}${"^".repeat(width)}\n` : "";
  const end = `\n\n${version}\n`;
  if (isError) return `${head}${head && at.width ? "" : "\n"}${inspect(err, { customInspect: false, depth: 5 })}${end}`;
  const plain = typeof err === "object" && err !== null ? inspect(err, { customInspect: false, depth: 5 }) : `${String(err)}\n(Use \`node --trace-uncaught ...\` to show where the exception was thrown)`;
  return head ? `\n${head}${plain}${end}` : `Uncaught:\n${plain}${end}`;
}

// A host without a window, for tests: enough of the module vscode for the real vscode-languageclient to start, open one
// document and show what the server says of it.
//
//   node host.js EXTENSION PROGRAM SKILL.md
"use strict";

const Module = require("node:module");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL, fileURLToPath } = require("node:url");

const [extension, program, file] = process.argv.slice(2);

class Disposable {
  constructor(done = () => {}) { this.dispose = done; }
  static from(...all) { return new Disposable(() => all.forEach((d) => d.dispose())); }
}

class EventEmitter {
  listeners = new Set();
  event = (listener, self) => {
    const call = self ? listener.bind(self) : listener;
    this.listeners.add(call);
    return new Disposable(() => this.listeners.delete(call));
  };
  fire(value) { for (const l of this.listeners) l(value); }
  dispose() { this.listeners.clear(); }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  cancel() { this.token.isCancellationRequested = true; }
  dispose() {}
}

class Uri {
  constructor(text) { this.text = text; this.scheme = new URL(text).protocol.slice(0, -1); }
  get fsPath() { return fileURLToPath(this.text); }
  get path() { return new URL(this.text).pathname; }
  toString() { return this.text; }
  static parse(text) { return new Uri(text); }
  static file(at) { return new Uri(pathToFileURL(at).href); }
}

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind([this.value, part].filter(Boolean).join(".")); }
  static Empty = new CodeActionKind("");
}

const shown = new EventEmitter(), registered = {}, messages = [];
const never = new EventEmitter().event;
const uri = Uri.file(file);
const text = fs.readFileSync(file, "utf8");
const doc = {
  uri, fileName: file, languageId: "markdown", version: 1, isDirty: false, isClosed: false, lineCount: text.split("\n").length,
  getText: () => text, save: async () => true,
};

// whatever is a name of which nothing is known: it can be called, extended and asked for more.
const whatever = () => new Proxy(class {}, {
  get: (target, key) => (key in target || typeof key === "symbol" ? Reflect.get(target, key) : whatever()),
  apply: () => new Disposable(),
});

const known = (own) => new Proxy(own, {
  get: (target, key) => {
    if (key in target || typeof key === "symbol") return Reflect.get(target, key);
    if (/^on[A-Z]/.test(key)) return never;
    if (/^(register|create)/.test(key)) return () => new Disposable();
    return whatever();
  },
});

const vscode = known({
  Disposable, EventEmitter, CancellationTokenSource, Uri, Position, Range, Diagnostic, CodeActionKind,
  version: "1.100.0",
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  env: { appName: "host", language: "en", uriScheme: "vscode", machineId: "none" },
  commands: known({
    registerCommand: (name, run) => { registered[name] = run; return new Disposable(() => delete registered[name]); },
  }),
  window: known({
    visibleTextEditors: [{ document: doc }], activeTextEditor: { document: doc },
    tabGroups: { all: [{ tabs: [] }], onDidChangeTabs: never, onDidChangeTabGroups: never },
    createOutputChannel: () => ({ append() {}, appendLine(line) { messages.push(line); }, show() {}, clear() {}, dispose() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} }),
    showErrorMessage: async (m) => { messages.push(m); },
  }),
  languages: known({
    match: (selector, d) => (d === doc && [selector].flat().some((s) => s.language === d.languageId) ? 10 : 0),
    createDiagnosticCollection: () => ({ set: (u, list) => shown.fire({ uri: String(u), list }), delete() {}, clear() {}, dispose() {}, has: () => false }),
  }),
  workspace: known({
    textDocuments: [doc], notebookDocuments: [],
    workspaceFolders: [{ uri: Uri.file(path.dirname(path.dirname(file))), name: "work", index: 0 }],
    getWorkspaceFolder() { return this.workspaceFolders[0]; },
    getConfiguration: (section) => ({ get: (key, other) => ({ "lily.path": program, "lily.args": [] })[`${section}.${key}`] ?? other }),
    createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose() {} }),
  }),
});

const load = Module._load;
Module._load = function (name, ...rest) { return name === "vscode" ? vscode : load.call(this, name, ...rest); };

const late = setTimeout(() => {
  console.error("nothing was shown:", messages.join("\n"));
  process.exit(1);
}, 60_000);

const once = () => new Promise((done) => {
  const d = shown.event((v) => { d.dispose(); done(v); });
});

(async () => {
  const { activate, deactivate } = require(path.resolve(extension, "extension.js"));
  const context = { subscriptions: [] };
  const first = once();
  await activate(context);
  const told = await first;
  const again = once();
  await registered["lily.restart"]();
  const same = await again;
  const offered = Object.keys(registered);
  await deactivate();
  context.subscriptions.forEach((d) => d.dispose());
  clearTimeout(late);
  const codes = (t) => t.list.map((d) => (d.code && d.code.value) || d.code);
  console.log(JSON.stringify({ uri: told.uri, codes: codes(told), again: codes(same), commands: offered }));
})().catch((err) => {
  console.error(err, messages.join("\n"));
  process.exit(1);
});

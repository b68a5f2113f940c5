// Makes of an ES module a text that a function can hold, since the frame's policy lets it load no module: what it
// imports is read where it is used, so that bindings live, and what it exports is told by functions. The text keeps its
// lines, and edits tell where a place of it was (nodetrace.js). The parser is Node's own, acorn.
// https://tc39.es/ecma262/#sec-modules
"use strict";

// moduleWord finds what may be a module's, or want the parser: it errs on the side of yes.
const moduleWord = /\b(import|export|await)\b/;

// Edits are replacements in a text, applied at once.
class Edits {
  #text; #list = [];
  constructor(text) { this.#text = text; }
  // put has called where a call follows, of which the browser says that it is behind what is called.
  put(from, to, text, called = false) { this.#list.push([from, to, text, called ? 1 : 0]); }
  // blank leaves the lines of what is taken out.
  blank({ start, end }) { this.put(start, end, this.#text.slice(start, end).replace(/[^\n]+/g, "")); }
  done(head) {
    const list = this.#list.sort((a, b) => a[0] - b[0] || a[1] - b[1]), moved = [[0, 0], [head.length, 0]]; // where the text goes on, in the new one and in the old
    let code = head, at = 0;
    for (const [from, to, text, more] of list) {
      code += this.#text.slice(at, from) + text;
      moved.push([code.length - text.length, from, true], [code.length + more, to + more]); // of what is new, every place is its first
      at = to;
    }
    return { code: code + this.#text.slice(at), moved };
  }
}

const isNode = (v) => typeof v?.type === "string";
const children = (node) => Object.values(node).flatMap((v) => (Array.isArray(v) ? v.filter(isNode) : isNode(v) ? [v] : []));
const isFunction = ({ type }) => type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";

// bound gives the names that a pattern binds.
function bound(pattern) {
  switch (pattern?.type) {
    case "Identifier": return [pattern.name];
    case "ObjectPattern": return pattern.properties.flatMap((p) => bound(p.value ?? p.argument));
    case "ArrayPattern": return pattern.elements.flatMap(bound);
    case "AssignmentPattern": return bound(pattern.left);
    case "RestElement": return bound(pattern.argument);
    default: return [];
  }
}

// declared gives the names of a declaration, and lexical those that a list of statements declares for its block.
const declared = (d) => (d.type === "VariableDeclaration" ? d.declarations.flatMap(({ id }) => bound(id)) : d.id ? [d.id.name] : []);
const lexical = (list) => list.filter((s) => (s.type === "VariableDeclaration" && s.kind !== "var") || s.type === "ClassDeclaration" || s.type === "FunctionDeclaration").flatMap(declared);
const vars = (node) => (isFunction(node) ? [] : [...(node.type === "VariableDeclaration" && node.kind === "var" ? declared(node) : []), ...children(node).flatMap(vars)]);

// scopeOf gives the names that a node declares for what is in it.
function scopeOf(node) {
  if (isFunction(node)) return [...(node.type === "FunctionExpression" && node.id ? [node.id.name] : []), ...node.params.flatMap(bound), ...vars(node.body), ...(node.type === "ArrowFunctionExpression" ? [] : ["arguments"])];
  switch (node.type) {
    case "BlockStatement": case "StaticBlock": return lexical(node.body);
    case "SwitchStatement": return lexical(node.cases.flatMap((c) => c.consequent));
    case "ForStatement": return node.init?.type === "VariableDeclaration" ? declared(node.init) : [];
    case "ForInStatement": case "ForOfStatement": return node.left.type === "VariableDeclaration" ? declared(node.left) : [];
    case "CatchClause": return bound(node.param);
    case "ClassExpression": return node.id ? [node.id.name] : [];
    default: return [];
  }
}

// A Rewriter goes through a program once: imported names become what gives them, import() and import.meta the loader's.
class Rewriter {
  async = false;
  constructor(edits, names, imports) { Object.assign(this, { edits, names, imports }); }

  visit(node, parent, hidden, depth = 0, list = false) {
    const own = scopeOf(node).filter((name) => this.imports.has(name));
    if (own.length > 0) hidden = new Set([...hidden, ...own]);
    if (isFunction(node) || node.type === "PropertyDefinition") depth++;
    if (depth === 0 && (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await))) this.async = true;
    if (node.type === "ImportExpression") this.edits.put(node.start, node.start + 6, this.names.load);
    if (node.type === "MetaProperty" && node.meta.name === "import") this.edits.put(node.start, node.end, this.names.meta);
    if (node.type === "Identifier") return this.identifier(node, parent, hidden);
    if (list && node.type === "ExpressionStatement" && this.calledFirst(node, hidden)) this.edits.put(node.start, node.start, ";");
    const lists = node.type === "Program" || node.type === "BlockStatement" || node.type === "StaticBlock" || node.type === "SwitchCase";
    for (const child of children(node)) if (!this.isName(child, node)) this.visit(child, node, hidden, depth, lists && child !== node.test);
    return undefined;
  }

  // isName tells a name that is no reference: a property's, a label's.
  isName(node, parent) {
    if (node.type !== "Identifier") return node.type.startsWith("Import") && node.type.endsWith("Specifier") || node.type === "ExportSpecifier";
    switch (parent.type) {
      case "MemberExpression": return node === parent.property && !parent.computed;
      case "Property": return node === parent.key && !parent.computed && node !== parent.value && !(parent.shorthand && parent.value.start === node.start);
      case "MethodDefinition": case "PropertyDefinition": return node === parent.key && !parent.computed;
      case "LabeledStatement": case "BreakStatement": case "ContinueStatement": case "MetaProperty": return true;
      default: return false;
    }
  }

  known(name, hidden) { return this.imports.has(name) && !hidden.has(name) ? this.imports.get(name) : undefined; }

  identifier(node, parent, hidden) {
    const to = this.known(node.name, hidden);
    if (to === undefined) return;
    const called = (parent.type === "CallExpression" && parent.callee === node) || (parent.type === "TaggedTemplateExpression" && parent.tag === node);
    if (parent.type === "Property" && parent.shorthand) {
      if (node === parent.key) this.edits.put(node.end, node.end, `: ${to}`); // { x } becomes { x: m.x }
    } else this.edits.put(node.start, node.end, called && to.includes(".") ? `(0, ${to})` : to, called); // a call of it has no this
  }

  // calledFirst tells a statement that would begin with a bracket, which the one before it would take for its own.
  calledFirst(statement, hidden) {
    let node = statement.expression;
    while (node && node.start === statement.start) {
      const callee = node.type === "CallExpression" ? node.callee : node.type === "TaggedTemplateExpression" ? node.tag : undefined;
      if (callee?.type === "Identifier") return callee.start === statement.start && this.known(callee.name, hidden)?.includes(".");
      node = callee ?? node.object ?? node.left ?? node.test ?? node.expressions?.[0] ?? node.expression ?? (node.type === "UpdateExpression" ? node.argument : undefined);
    }
    return false;
  }
}

const options = (type) => ({ ecmaVersion: "latest", sourceType: type, allowHashBang: true, allowReturnOutsideFunction: type === "script", allowAwaitOutsideFunction: type === "module", allowImportExportEverywhere: false, allowSuperOutsideMethod: false });

// asWith writes import attributes as they are written now.
const asWith = (text) => text.replace(/(\bfrom\s*(["'])[^"'\n]*\2\s*)assert(?=\s*\{\s*["']?type\b)/g, "$1with  ");

// scriptOf makes import() of a script the loader's.
function scriptOf(parser, text, load) {
  const edits = new Edits(text), rewriter = new Rewriter(edits, { load, meta: "import.meta" }, new Map());
  rewriter.visit(parser.parse(text, options("script")), null, new Set());
  return edits.done("");
}

// moduleOf takes a module apart: its requests in order, what it exports of its own, of others and all of, and its text.
function moduleOf(parser, source) {
  const text = asWith(source.replace(/^#!/, "//")), tree = parser.parse(text, options("module"));
  let prefix = "_lily";
  while (text.includes(prefix)) prefix += "_";
  const edits = new Edits(text), requests = [], imports = new Map(), used = [], local = new Map(), indirect = new Map(), stars = [], named = [];
  const nameOf = (id) => id.name ?? id.value, member = (i, name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? `${prefix}${i}.${name}` : `${prefix}${i}[${JSON.stringify(name)}]`);
  const request = ({ source: { value }, attributes = [], start }) => {
    const type = attributes.find((a) => nameOf(a.key) === "type")?.value.value, i = requests.findIndex((r) => r.specifier === value && r.type === type);
    return i >= 0 ? i : requests.push({ specifier: value, type, start }) - 1;
  };
  for (const d of tree.body) {
    if (d.type !== "ImportDeclaration") continue;
    const i = request(d);
    for (const s of d.specifiers) {
      const name = s.type === "ImportDefaultSpecifier" ? "default" : s.type === "ImportSpecifier" ? nameOf(s.imported) : undefined;
      imports.set(s.local.name, name === undefined ? `${prefix}all${i}` : member(i, name));
      used.push({ local: s.local.name, i, name, start: s.start });
    }
    edits.blank(d);
  }
  for (const d of tree.body) {
    if (d.type === "ExportAllDeclaration") {
      const i = request(d);
      if (d.exported) indirect.set(nameOf(d.exported), { i, start: d.start });
      else stars.push(i);
      edits.blank(d);
    } else if (d.type === "ExportNamedDeclaration" && d.source) {
      const i = request(d);
      for (const s of d.specifiers) indirect.set(nameOf(s.exported), { i, name: nameOf(s.local), start: s.start });
      edits.blank(d);
    } else if (d.type === "ExportNamedDeclaration" && d.declaration) {
      for (const name of declared(d.declaration)) local.set(name, name);
      edits.put(d.start, d.declaration.start, "");
    } else if (d.type === "ExportNamedDeclaration") {
      for (const s of d.specifiers) {
        const from = used.find((u) => u.local === s.local.name);
        if (from) indirect.set(nameOf(s.exported), from);
        else local.set(nameOf(s.exported), s.local.name);
      }
      edits.blank(d);
    } else if (d.type === "ExportDefaultDeclaration") exportDefault(d.declaration, d, { edits, local, named, text, name: `${prefix}default` });
  }
  const names = { load: `${prefix}load`, meta: `${prefix}meta` }, rewriter = new Rewriter(edits, names, imports);
  rewriter.visit(tree, null, new Set());
  const told = [...local].map(([name, id]) => `${JSON.stringify(name)}: () => ${id}`).join(", ");
  const params = [...requests.flatMap((_, i) => [`${prefix}${i}`, `${prefix}all${i}`]), names.load, names.meta, `${prefix}tell`];
  // It begins once to be linked, and goes on to run. One that waits is linked as it runs.
  const [kind, pause] = rewriter.async ? ["async function", ""] : ["function*", " yield;"];
  const head = `(${kind} (${params.join(", ")}) { "use strict"; ${prefix}tell({ __proto__: null, ${told} }, [${named.join()}]);${pause} `;
  const { code, moved } = edits.done(head);
  return { requests, used, local, indirect, stars, async: rewriter.async, code: `${code}\n})`, moved, text };
}

// exportDefault names what is exported by default: a function is there before the module runs, and what has no name is
// called default.
function exportDefault(d, { start, end }, { edits, local, named, text, name }) {
  const kind = d.type === "FunctionDeclaration" || d.type === "ClassDeclaration";
  if (kind && d.id) {
    local.set("default", d.id.name);
    return edits.put(start, d.start, "");
  }
  local.set("default", name);
  if (d.type === "FunctionDeclaration") {
    named.push(name);
    const [head] = /^(?:async\b\s*)?function\s*\*?/.exec(text.slice(d.start, d.end));
    edits.put(start, d.start, "");
    return edits.put(d.start + head.length, d.start + head.length, ` ${name}`);
  }
  edits.put(start, d.start, `const ${name} = ({ "default": `);
  return edits.put(d.end, Math.max(d.end, kind ? d.end : end), ` })["default"];`);
}

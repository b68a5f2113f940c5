// sqlite3, the command line of SQLite 3.40, on SQLite for WebAssembly (static/vendor/formats). One database at a time is
// in its memory, and is written back where it changed. It reaches no other file: ATTACH, .load and .shell are refused.
// https://sqlite.org/cli.html
"use strict";

class SqlEnd extends Error { constructor(code) { super("sqlite3"); this.code = code; } }

let sqlLoaded;
const sqlLoad = async () => {
  const [init, wasm] = await Promise.all([pagesParts.script("sql.js", "initSqlJs"), pagesParts.get("sql.wasm")]);
  return init({ wasmBinary: await wasm.arrayBuffer() });
};

const sqlModes = ["list", "csv", "json", "line", "column", "table", "box", "markdown", "html", "quote", "tabs", "insert"];
const sqlSets = { csv: [",", "\r\n"], tabs: ["\t", "\n"], quote: [",", "\n"], list: ["|", "\n"] };

const sqlite3 = {
  name: "sqlite3",
  async execute(args, ctx) {
    const o = { ctx, out: [], err: [], code: 0, mode: "list", header: undefined, sep: "|", row: "\n", nil: "", bail: false, size: 0, table: "table" };
    try { await sqlRun(o, args); } catch (e) {
      if (e instanceof SqlEnd) o.code = e.code;
      else if (e instanceof Refusal) { o.err.push(`sqlite3: ${e.message}\n`); o.code = 1; } else throw e;
    } finally { o.db?.close(); }
    return { stdout: o.out.map(bytesOf).join(""), stderr: o.err.join(""), exitCode: o.code, stdoutKind: "bytes" };
  },
};

const sqlSay = (o, text) => { o.size += text.length; if (o.size > limits.maxOutput) throw new Refusal(`more than ${limits.maxOutput >> 20} MiB cannot be told here`); (o.into ?? o.out).push(text); };

async function sqlRun(o, args) {
  const words = [], before = [];
  for (let i = 0; i < args.length; i++) {
    const a = args[i].replace(/^--(?=.)/, "-"), name = a.slice(1), value = () => { if (i + 1 >= args.length) { o.err.push(`sqlite3: Error: missing argument to ${args[i]}\n`); throw new SqlEnd(1); } return args[++i]; };
    if (!/^-./.test(a)) words.push(args[i]);
    else if (sqlModes.includes(name)) { o.mode = name; [o.sep] = sqlSets[name] ?? [o.sep]; }
    else if (name === "header" || name === "noheader") o.header = name === "header";
    else if (name === "separator") o.sep = sqlEscapes(value());
    else if (name === "newline") o.row = sqlEscapes(value());
    else if (name === "nullvalue") o.nil = value();
    else if (name === "cmd") before.push(value());
    else if (name === "init") before.push(`.read ${value()}`);
    else if (name === "bail") o.bail = true;
    else if (name === "readonly") o.only = true;
    else if (name === "version") { sqlSay(o, "3.40.1 as the page has it: SQLite for WebAssembly\n"); return; }
    else if (!["batch", "interactive", "safe", "echo"].includes(name)) { o.err.push(`sqlite3: Error: unknown option: ${args[i]}\nUse -help for a list of options.\n`); throw new SqlEnd(1); }
  }
  const { fs, cwd } = o.ctx, memory = words.length === 0 || words[0] === ":memory:" || words[0] === "", path = memory ? undefined : fs.resolvePath(cwd, words[0]);
  o.SQL = await (sqlLoaded ??= sqlLoad());
  const s = path && await fs.stat(path).catch(() => undefined);
  if (s?.isDirectory || path && !(await fs.stat(path.replace(/\/[^/]*$/, "") || "/").catch(() => undefined))?.isDirectory) { o.err.push(`Error: unable to open database "${words[0]}": unable to open database file\n`); throw new SqlEnd(1); }
  o.given = s ? (await fs.readFileBuffer(path)).slice() : new Uint8Array();
  o.db = new o.SQL.Database(o.given);
  try {
    for (const line of before) await sqlText(o, line, "cmd");
    if (words.length > 1) for (const text of words.slice(1)) await sqlText(o, text, "word");
    else await sqlText(o, new TextDecoder().decode(latin1Bytes(o.ctx.stdin)), "script");
  } finally { await sqlKeep(o, path); }
}

// sqlKeep writes the database back where it is another than before.
async function sqlKeep(o, path) {
  await sqlInto(o, undefined);
  try { o.db.run("ROLLBACK"); } catch { /* none is open */ }
  if (!path || o.only) return;
  let now;
  try { now = o.db.export(); } catch { return; }
  if (now.length > 0 && !equal(now, o.given)) await o.ctx.fs.writeFile(path, now);
}

function sqlMode(o, mode) {
  o.mode = mode;
  [o.sep, o.row] = sqlSets[mode] ?? [o.sep, o.row];
}

const sqlEscapes = (text) => text.replace(/\\([tnr\\])/g, (_, c) => ({ t: "\t", n: "\n", r: "\r", "\\": "\\" })[c]);

// sqlText runs a word of the command, or a script, whose lines with a dot are the program's own.
async function sqlText(o, text, kind) {
  if (kind !== "script") return text.trimStart().startsWith(".") ? sqlDot(o, text.trim()) : sqlStatements(o, text, (step, why) => `Error: ${step === "prepare" ? "in prepare" : "stepping"}, ${why}\n`);
  let held = "", begun = 0;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (let n = 0; n < lines.length; n++) {
    if (held.trim() === "" && lines[n].startsWith(".")) { await sqlDot(o, lines[n], n + 1); held = ""; continue; }
    if (held.trim() === "") begun = n + 1;
    held += `${lines[n]}\n`;
    if (!sqlWhole(held)) continue;
    await sqlStatements(o, held, (step, why) => `${step === "prepare" ? "Parse" : "Runtime"} error near line ${begun}: ${why}\n`);
    held = "";
  }
  if (held.trim() !== "") await sqlStatements(o, held, (step, why) => `${step === "prepare" ? "Parse" : "Runtime"} error near line ${begun}: ${/incomplete/.test(why) ? "near \";\": syntax error" : why}\n`);
  return undefined;
}

// sqlWhole tells whether a text ends behind a statement (sqlite3_complete).
function sqlWhole(text) {
  const bare = text.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g, (m) => (/^(--|\/\*)/.test(m) ? " " : "x"));
  if (/['"`]|\/\*/.test(bare)) return false;
  if (/^\s*(?:explain\s+)?create\s+(?:temp(?:orary)?\s+)?trigger\b/i.test(bare)) return /;\s*end\s*;\s*$/i.test(bare);
  return /;\s*$/.test(bare);
}

const sqlBare = (text) => text.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/, "");
const sqlRefused = /^(?:attach\b(?!\s+(?:database\s+)?(?:':memory:'|''))|vacuum\s+(?:\w+\s+)?into\b)/i;

async function sqlStatements(o, text, told) {
  const fail = (step, err) => {
    const why = /^(UNIQUE|NOT NULL|CHECK|FOREIGN KEY|PRIMARY KEY|datatype mismatch)/.test(err.message) ? `${err.message} (${/datatype/.test(err.message) ? 20 : 19})` : err.message;
    o.err.push(told(step, why));
    o.code = 1;
    if (o.bail || told("", "").startsWith("Error")) throw new SqlEnd(Number(/ \((19|20)\)$/.exec(why)?.[1] ?? 1));
  };
  const all = o.db.iterateStatements(text);
  for (;;) {
    let statement;
    try { const next = all.next(); if (next.done) break; statement = next.value; } catch (err) { if (/Nothing to prepare/.test(err.message)) break; return fail("prepare", err); }
    if (sqlRefused.test(sqlBare(statement.getSQL()))) { all.return?.(); return fail("prepare", { message: "the page's sqlite3 has one database at a time" }); }
    try { sqlShow(o, statement); } catch (err) { if (err instanceof Refusal) throw err; fail("step", err); }
  }
  if (o.once && !told("", "").startsWith("Error")) { o.once = false; await sqlInto(o, undefined); }
  return undefined;
}

// Values.

const sqlReal = (n, digits = 15) => {
  if (Number.isNaN(n)) return "NULL";
  if (!Number.isFinite(n)) return n > 0 ? "Inf" : "-Inf";
  if (n === 0) return "0.0";
  const [, sign, mantissa, exponent] = /^(-?)([\d.]+)(?:e([-+]\d+))?$/.exec(n.toExponential(digits - 1)), e = Number(exponent);
  if (e < -5 + 1 || e >= digits) return `${sign}${mantissa.replace(/0+$/, "").replace(/\.$/, ".0")}e${e < 0 ? "-" : "+"}${String(Math.abs(e)).padStart(2, "0")}`;
  const text = Number(n).toFixed(Math.max(0, digits - 1 - e) > 100 ? 100 : Math.max(0, digits - 1 - e)).replace(/(\.\d*?)0+$/, "$1");
  return text.endsWith(".") ? `${text}0` : text.includes(".") ? text : `${text}.0`;
};
const sqlPlain = (o, v) => (v === null ? o.nil : typeof v === "number" ? sqlReal(v) : v instanceof Uint8Array ? new TextDecoder().decode(v.subarray(0, (v.indexOf(0) + 1 || v.length + 1) - 1)) : String(v));
const sqlHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
const sqlLiteral = (v, digits) => (v === null ? "NULL" : typeof v === "bigint" ? String(v) : typeof v === "number" ? sqlReal(v, digits) : v instanceof Uint8Array ? `X'${sqlHex(v)}'` : `'${v.replaceAll("'", "''")}'`);
const sqlCsv = (text, sep) => (text === "" || /[\0- "'\x7f-\uffff]/.test(text) || text.includes(sep) ? `"${text.replaceAll('"', '""')}"` : text);
const sqlJson = (v) => (v === null ? "null" : typeof v === "bigint" ? String(v) : typeof v === "number" ? (Number.isFinite(v) ? sqlReal(v) : v > 0 ? "1e999" : "-1e999") : `"${(v instanceof Uint8Array ? latin1(v) : v).replace(/["\\\0-\x1f]/g, (c) => ({ '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" })[c] ?? `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`);
const sqlHtml = (text) => text.replace(/[<>&"']/g, (c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;" })[c]);
const sqlWide = (text) => [...text].length;
const sqlQuoted = (name) => (/^[A-Za-z_]\w*$/.test(name) && !/^(select|from|where|group|order|table|index|values|default|check|key|to|in|is|as|by|on|or|and|not|null|set|union|unique|using|when|with|add|all|case|then|else|end|limit|primary|references|transaction|into|join|having|foreign|exists|drop|delete|create|commit|between|alter|distinct|insert|update|autoincrement|constraint|collate|deferrable|escape|except|intersect|isnull|notnull|raise)$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

// sqlShow runs a statement, and writes its rows as the mode says.
function sqlShow(o, statement) {
  const columns = statement.getColumnNames(), rows = [], whole = ["column", "table", "box", "markdown"].includes(o.mode), wants = o.header ?? o.auto ?? false;
  let n = 0;
  while (statement.step()) {
    const values = statement.get(null, { useBigInt: true }), names = n++ === 0 ? columns : undefined;
    if (whole) { rows.push(values.map((v) => sqlPlain(o, v))); o.size += 64; if (o.size > limits.maxOutput * 4) throw new Refusal("more rows cannot be shown as a table here"); continue; }
    if (names && wants && !["json", "line", "insert"].includes(o.mode)) sqlSay(o, sqlHead(o, columns));
    sqlSay(o, sqlRow(o, columns, values, n));
  }
  if (o.mode === "json" && n > 0) sqlSay(o, "]\n");
  if (whole && rows.length > 0) sqlTable(o, columns, rows, wants);
}

const sqlHead = (o, columns) => (o.mode === "csv" ? columns.map((c) => sqlCsv(c, o.sep)).join(o.sep) + o.row : o.mode === "html" ? `<TR>${columns.map((c) => `<TH>${sqlHtml(c)}</TH>\n`).join("")}</TR>\n` : o.mode === "quote" ? columns.map((c) => sqlLiteral(c)).join(o.sep) + o.row : columns.join(o.sep) + o.row);

function sqlRow(o, columns, values, n) {
  switch (o.mode) {
    case "csv": return values.map((v) => (v === null ? o.nil : sqlCsv(sqlPlain(o, v), o.sep))).join(o.sep) + o.row;
    case "json": return `${n === 1 ? "[" : ",\n"}{${values.map((v, i) => `${sqlJson(columns[i])}:${sqlJson(v)}`).join(",")}}`;
    case "line": { const wide = Math.max(5, ...columns.map(sqlWide)); return (n > 1 ? "\n" : "") + values.map((v, i) => `${" ".repeat(wide - sqlWide(columns[i]))}${columns[i]} = ${sqlPlain(o, v)}\n`).join(""); }
    case "html": return `<TR>${values.map((v) => `<TD>${sqlHtml(sqlPlain(o, v))}</TD>\n`).join("")}</TR>\n`;
    case "quote": return values.map((v) => sqlLiteral(v)).join(o.sep) + o.row;
    case "insert": return `INSERT INTO ${sqlQuoted(o.table)}${o.header ? `(${columns.map(sqlQuoted).join(",")})` : ""} VALUES(${values.map((v) => sqlLiteral(v)).join(",")});\n`;
    default: return values.map((v) => sqlPlain(o, v)).join(o.sep) + o.row;
  }
}

function sqlTable(o, columns, rows, wants) {
  const wide = columns.map((c, i) => rows.reduce((most, r) => Math.max(most, ...r[i].split("\n").map(sqlWide)), sqlWide(c)));
  const pad = (text, i) => text + " ".repeat(Math.max(0, wide[i] - sqlWide(text))), mid = (text, i) => { const room = wide[i] - sqlWide(text), left = Math.floor(room / 2); return " ".repeat(left) + text + " ".repeat(room - left); };
  const cells = (r) => { const parts = r.map((text) => text.split("\n")); return Array.from({ length: Math.max(...parts.map((p) => p.length)) }, (_, n) => parts.map((p) => p[n] ?? "")); };
  const rule = (l, m, r, dash) => sqlSay(o, l + wide.map((w) => dash.repeat(w + 2)).join(m) + r + "\n");
  if (o.mode === "column") {
    if (wants) sqlSay(o, `${columns.map(pad).join("  ")}\n${wide.map((w) => "-".repeat(w)).join("  ")}\n`);
    for (const r of rows) for (const line of cells(r)) sqlSay(o, `${line.map(pad).join("  ")}\n`);
    return;
  }
  const [bar, ...rules] = { table: ["|", ["+", "+", "+", "-"], ["+", "+", "+", "-"], ["+", "+", "+", "-"]], box: ["│", ["┌", "┬", "┐", "─"], ["├", "┼", "┤", "─"], ["└", "┴", "┘", "─"]], markdown: ["|", undefined, ["|", "|", "|", "-"], undefined] }[o.mode];
  const row = (line, fit) => sqlSay(o, `${bar} ${line.map(fit).join(` ${bar} `)} ${bar}\n`);
  if (rules[0]) rule(...rules[0]);
  row(columns, mid);
  rule(...rules[1]);
  for (const r of rows) for (const line of cells(r)) row(line, pad);
  if (rules[2]) rule(...rules[2]);
}

// The program's own commands.

const sqlWords = (line) => [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|(\S+)/g)].map(([, a, b, c]) => (a !== undefined ? sqlEscapes(a.replaceAll('\\"', '"')) : b !== undefined ? b : sqlEscapes(c)));
const sqlList = (o, sql, params = []) => { const s = o.db.prepare(sql, params), all = []; while (s.step()) all.push(s.get()); s.free(); return all; };

async function sqlInto(o, name) {
  if (o.into && o.path) { try { await o.ctx.fs.writeFile(o.path, new TextEncoder().encode(o.into.join(""))); } catch (err) { o.err.push(`Error: cannot open "${o.path}"\n`); o.code = 1; } }
  o.into = name === undefined ? undefined : [];
  o.path = name && o.ctx.fs.resolvePath(o.ctx.cwd, name);
}

async function sqlDot(o, line, n) {
  const [word, ...rest] = sqlWords(line), name = word.slice(1), on = (text) => ["on", "yes", "true", "1"].includes(text);
  const wrong = (why) => { o.err.push(n === undefined ? `${why}\n` : `Error: near line ${n}: ${why.replace(/^Error: /, "")}\n`.replace(`Error: near line ${n}: `, "Error: ")); o.code = 1; if (o.bail) throw new SqlEnd(1); };
  const is = (full, least) => full.startsWith(name) && name.length >= least;
  if (is("tables", 2)) return sqlTables(o, rest[0]);
  if (is("schema", 2) || name === "fullschema") return sqlSchema(o, rest.find((w) => !w.startsWith("-")));
  if (is("headers", 2)) { o.header = on(rest[0]); return undefined; }
  if (is("mode", 2)) {
    if (rest[0] === "columns" || rest[0] === "lines") rest[0] = rest[0].slice(0, -1);
    if (!sqlModes.includes(rest[0])) return wrong("Error: mode should be one of: ascii box column csv html insert json line list markdown qbox quote table tabs tcl");
    sqlMode(o, rest[0]);
    if (rest[0] === "column") o.auto = true;
    if (rest[0] === "insert" && rest[1]) o.table = rest[1];
    return undefined;
  }
  if (is("separator", 2)) { [o.sep, o.row] = [rest[0] ?? o.sep, rest[1] ?? o.row]; return undefined; }
  if (is("nullvalue", 2)) { o.nil = rest[0] ?? ""; return undefined; }
  if (is("dump", 2)) return sqlDump(o, rest.filter((w) => !w.startsWith("-")));
  if (is("import", 2)) return sqlImport(o, rest, wrong);
  if (is("read", 3)) {
    const text = await o.ctx.fs.readFile(o.ctx.fs.resolvePath(o.ctx.cwd, rest[0] ?? "")).catch(() => undefined);
    return text === undefined ? wrong(`Error: cannot open "${rest[0] ?? ""}"`) : sqlText(o, text, "script");
  }
  if ((is("output", 1) || name === "once") && /^[|-]/.test(rest[0] ?? "")) return wrong(`Error: .${name}: the page's sqlite3 writes to a file and starts nothing`);
  if (is("output", 1) || name === "once") { await sqlInto(o, rest[0] === "stdout" ? undefined : rest[0]); o.once = name === "once"; return undefined; }
  if (is("print", 3)) return sqlSay(o, `${rest.join(" ")}\n`);
  if (is("bail", 3)) { o.bail = on(rest[0]); return undefined; }
  if (is("indexes", 3) || is("indices", 3)) return sqlColumns(o, sqlList(o, `SELECT name FROM sqlite_schema WHERE type='index'${rest[0] ? " AND tbl_name LIKE ?" : ""} ORDER BY 1`, rest[0] ? [rest[0]] : []).map(([t]) => t));
  if (is("quit", 1) || is("exit", 2)) { o.ended = true; throw new SqlEnd(rest[0] ? Number(rest[0]) & 255 : o.code); }
  if (["timeout", "width", "echo", "timer", "changes", "eqp", "explain", "stats", "trace", "prompt"].some((w) => is(w, 3))) return undefined;
  if (["shell", "system", "load", "open", "save", "backup", "restore", "archive", "excel", "www", "cd", "clone", "log", "recover"].some((w) => is(w, 2))) return wrong(`Error: .${name}: the page's sqlite3 has one database and starts nothing`);
  return wrong(`Error: unknown command or invalid arguments:  "${name}". Enter ".help" for help`);
}

const sqlTables = (o, pattern) => sqlColumns(o, sqlList(o, "SELECT name FROM sqlite_schema WHERE type IN ('table','view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name LIKE ? ORDER BY 1", [pattern ?? "%"]).map(([t]) => t));

// sqlColumns lists names down columns of a line of 80.
function sqlColumns(o, names) {
  if (names.length === 0) return;
  const wide = Math.max(...names.map((t) => t.length)), across = Math.max(1, Math.floor(80 / (wide + 2))), rows = Math.ceil(names.length / across);
  for (let r = 0; r < rows; r++) sqlSay(o, `${names.filter((_, i) => i % rows === r).map((t) => t.padEnd(wide)).join("  ")}\n`);
}

function sqlSchema(o, pattern) {
  for (const [type, name, sql] of sqlList(o, "SELECT type, name, sql FROM sqlite_schema WHERE sql NOT NULL AND (lower(tbl_name) LIKE ?1 OR ?1 = '%') ORDER BY rowid", [pattern?.toLowerCase() ?? "%"])) {
    const columns = type === "view" ? `\n/* ${sqlQuoted(name)}(${sqlList(o, "SELECT name FROM pragma_table_info(?)", [name]).map(([c]) => sqlQuoted(c)).join(",")}) */` : "";
    sqlSay(o, `${sqlNamed(sql)}${columns};\n`);
  }
}

const sqlNamed = (sql) => sql.replace(/^CREATE TABLE (['"])/i, "CREATE TABLE IF NOT EXISTS $1");

function sqlDump(o, wanted) {
  const chosen = (name) => wanted.length === 0 || wanted.some((w) => sqlList(o, "SELECT ? LIKE ?", [name, w])[0][0] === 1);
  const data = (name) => {
    const s = o.db.prepare(`SELECT * FROM "${name.replaceAll('"', '""')}"`);
    while (s.step()) sqlSay(o, `INSERT INTO ${sqlQuoted(name)} VALUES(${s.get(null, { useBigInt: true }).map((v) => (typeof v === "string" && /[\r\n]/.test(v) ? sqlNewlines(v) : sqlLiteral(v, 20))).join(",")});\n`);
    s.free();
  };
  sqlSay(o, "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n");
  const tables = sqlList(o, "SELECT name, sql, tbl_name FROM sqlite_schema WHERE sql NOT NULL AND type='table' ORDER BY tbl_name='sqlite_sequence', rowid").filter(([name]) => chosen(name));
  for (const [name, sql] of tables) {
    if (name === "sqlite_sequence") sqlSay(o, "DELETE FROM sqlite_sequence;\n");
    else if (name.startsWith("sqlite_")) continue;
    else sqlSay(o, `${sqlNamed(sql)};\n`);
    data(name);
  }
  for (const [sql] of sqlList(o, "SELECT sql, tbl_name FROM sqlite_schema WHERE sql NOT NULL AND type IN ('index','trigger','view') ORDER BY rowid").filter(([, table]) => chosen(table))) sqlSay(o, `${sql};\n`);
  sqlSay(o, "COMMIT;\n");
}

const sqlNewlines = (text) => { let out = sqlLiteral(text.replaceAll("\r", "\\r").replaceAll("\n", "\\n")); if (text.includes("\n")) out = `replace(${out},'\\n',char(10))`; if (text.includes("\r")) out = `replace(${out},'\\r',char(13))`; return out; };

// sqlImport reads a table of a file into one of the database, made of the first line where it is not there.
async function sqlImport(o, words, wrong) {
  let csv = o.mode === "csv", skip = 0;
  const names = [];
  for (let i = 0; i < words.length; i++) {
    if (/^--?csv$/.test(words[i])) csv = true;
    else if (/^--?skip$/.test(words[i])) skip = Number(words[++i]);
    else if (!/^--?v$/.test(words[i])) names.push(words[i]);
  }
  if (names.length !== 2) return wrong("ERROR: missing FILE or TABLE argument".replace("FILE or TABLE", names.length === 0 ? "FILE" : "TABLE"));
  const text = names[0] === "/dev/stdin" ? undefined : await o.ctx.fs.readFile(o.ctx.fs.resolvePath(o.ctx.cwd, names[0])).catch(() => undefined);
  if (text === undefined) return wrong(`Error: cannot open "${names[0]}"`);
  const rows = sqlSplit(text, csv ? "," : o.sep, csv).slice(skip), quoted = `"${names[1].replaceAll('"', '""')}"`;
  if (sqlList(o, "SELECT 1 FROM sqlite_schema WHERE name = ?", [names[1]]).length === 0) {
    const head = rows.shift() ?? [];
    try { o.db.run(`CREATE TABLE ${quoted}(\n${head.map((c) => `"${c.replaceAll('"', '""')}" TEXT`).join(", ")})`); } catch (err) { return wrong(`CREATE TABLE failed: ${err.message}`); }
  }
  const columns = sqlList(o, `SELECT count(*) FROM pragma_table_info(?)`, [names[1]])[0][0], insert = o.db.prepare(`INSERT INTO ${quoted} VALUES(${Array(columns).fill("?").join(",")})`);
  o.db.run("SAVEPOINT lily");
  rows.forEach((row, i) => {
    if (row.length < columns) o.err.push(`${names[0]}:${skip + i + 2}: expected ${columns} columns but found ${row.length} - filling the rest with NULL\n`);
    if (row.length > columns) o.err.push(`${names[0]}:${skip + i + 2}: expected ${columns} columns but found ${row.length} - extras ignored\n`);
    try { insert.run([...row, ...Array(columns).fill(null)].slice(0, columns)); } catch (err) { o.err.push(`${names[0]}:${skip + i + 2}: INSERT failed: ${err.message}\n`); }
  });
  insert.free();
  o.db.run("RELEASE lily");
  return undefined;
}

// sqlSplit takes a text apart in rows of fields (RFC 4180).
function sqlSplit(text, sep, csv) {
  if (!csv) return linesOf(text).map((line) => line.split(sep));
  const rows = [], field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  let row = [];
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length;) {
    field.lastIndex = at;
    const [all, quoted, plain] = field.exec(text);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += all.length;
    if (text[at] === ",") { at++; if (at === text.length) row.push(""); continue; }
    if (text[at] === "\r") at++;
    if (text[at] === "\n" || at >= text.length) { at++; rows.push(row); row = []; } else at++;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

tools.push(sqlite3);

// git's configuration: .git/config, ~/.gitconfig and -c. Includes are not followed, and no value of it runs anything.
// https://git-scm.com/docs/git-config#_configuration_file
"use strict";

// configEntries reads a file: [{ section, key, value, line, lines }], with section and key as they are compared.
function configEntries(text, path) {
  const entries = [], lines = linesOf(text);
  let section = null;
  const bad = (n) => fatal(`bad config line ${n + 1} in file ${path}`);
  for (let n = 0; n < lines.length; n++) {
    let line = lines[n].replace(/\r?\n$/, "").trim();
    const head = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (head) {
      section = head[2] === undefined ? head[1].toLowerCase() : `${head[1].toLowerCase()}.${head[2].replace(/\\(.)/g, "$1")}`;
      entries.push({ section, line: n, lines: 1 });
      line = line.slice(head[0].length).trim();
    }
    if (line === "" || line[0] === "#" || line[0] === ";") continue;
    const m = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=(.*))?$/s.exec(line);
    if (section === null || !m) bad(n);
    let rest = m[2], last = n;
    if (rest !== undefined && m[2] !== undefined && !/^[A-Za-z][A-Za-z0-9-]*[ \t]*([#;].*)?$/.test(line)) {
      let value = "", quote = false, kept = 0;
      for (let i = 0; ; i++) {
        if (i >= rest.length) { if (quote) bad(n); break; }
        const c = rest[i];
        if (c === "\\") {
          const e = rest[++i];
          if (e === undefined) { // goes on in the next line
            rest = (lines[++last] ?? "").replace(/\r?\n$/, "");
            i = -1;
            continue;
          }
          if (!'nbt"\\'.includes(e)) bad(last);
          value += { n: "\n", b: "\b", t: "\t" }[e] ?? e;
          kept = value.length;
        } else if (c === '"') { quote = !quote; kept = value.length; } else if (!quote && (c === "#" || c === ";")) break;
        else if (!quote && /\s/.test(c)) { if (value !== "") value += c; } else { value += c; kept = value.length; }
      }
      entries.push({ section, key: m[1].toLowerCase(), value: value.slice(0, kept), line: n, lines: last - n + 1 });
    } else entries.push({ section, key: m[1].toLowerCase(), value: null, line: n, lines: 1 });
    n = last;
  }
  return entries;
}

// configKey takes a name apart: section.key or section.sub.key.
function configKey(name) {
  const first = name.indexOf("."), last = name.lastIndexOf(".");
  if (first <= 0) wrong(`key does not contain a section: ${name}`, 1);
  if (last === name.length - 1) wrong(`key does not contain variable name: ${name}`, 1);
  const key = name.slice(last + 1), head = name.slice(0, first);
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(key) || !/^[A-Za-z0-9-]+$/.test(head) || name.includes("\n")) wrong(`invalid key: ${name}`, 1);
  const sub = first === last ? undefined : name.slice(first + 1, last);
  return { section: sub === undefined ? head.toLowerCase() : `${head.toLowerCase()}.${sub}`, key: key.toLowerCase(), head, sub, plain: key };
}

const configQuoted = (value) => {
  const text = value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\b", "\\b");
  return /^\s|\s$|[#;]/.test(value) ? `"${text}"` : text;
};

// configSet gives the file with one key's value, or without it where the value is null.
function configSet(text, name, value, { add = false, all = false } = {}) {
  const { section, key, head, sub, plain } = configKey(name);
  const entries = configEntries(text, "config"), lines = linesOf(text), there = entries.filter((e) => e.section === section && e.key === key);
  if (lines.length > 0 && !lines.at(-1).endsWith("\n")) lines[lines.length - 1] += "\n";
  const line = value === null ? [] : [`\t${plain} = ${configQuoted(value)}\n`];
  if (there.length > 0 && !add) {
    const last = there.at(-1), gone = all ? there : [last];
    for (const e of gone.reverse()) lines.splice(e.line, e.lines, ...(e === last ? line : []));
    return configPruned(lines, value, section);
  }
  if (value === null) return null;
  const mine = entries.filter((e) => e.section === section);
  if (mine.length > 0) lines.splice(mine.at(-1).line + mine.at(-1).lines, 0, ...line);
  else lines.push(sub === undefined ? `[${head}]\n` : `[${head} "${sub.replace(/[\\"]/g, "\\$&")}"]\n`, ...line);
  return lines.join("");
}

// configPruned takes out a section that holds nothing any more.
function configPruned(lines, value, section) {
  const text = lines.join("");
  if (value !== null) return text;
  const mine = configEntries(text, "config").filter((e) => e.section === section);
  if (mine.length !== 1 || mine[0].key) return text;
  const next = lines.slice(mine[0].line + 1).findIndex((l) => /^\s*\[/.test(l)), body = next < 0 ? lines.slice(mine[0].line + 1) : lines.slice(mine[0].line + 1, mine[0].line + 1 + next);
  if (body.some((l) => /\S/.test(l))) return text;
  lines.splice(mine[0].line, 1 + body.length);
  return lines.join("");
}

function configFlag(value, name) {
  if (value === null || /^(true|yes|on|1)$/i.test(value)) return true;
  if (/^(false|no|off|0|)$/i.test(value)) return false;
  if (/^-?\d+$/.test(value)) return Number(value) !== 0;
  return fatal(`bad boolean config value '${value}' for '${name}'`);
}

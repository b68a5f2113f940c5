// Fills in a template for each line of a CSV, with {{#each}}, {{#if}} and {{value}}.
const fs = require("node:fs");
const path = require("node:path");
const { EventEmitter } = require("node:events");

class Template extends EventEmitter {
  constructor(text) { super(); this.text = text; }
  render(data, text = this.text) {
    return text
      .replace(/\{\{#each (\w+)\}\}([\s\S]*?)\{\{\/each\}\}/g, (_, name, inner) => (data[name] || []).map((item, i) => this.render({ ...data, item, n: i + 1 }, inner)).join(""))
      .replace(/\{\{#if (\w+)\}\}([\s\S]*?)(?:\{\{else\}\}([\s\S]*?))?\{\{\/if\}\}/g, (_, name, yes, no = "") => this.render(data, data[name] ? yes : no))
      .replace(/\{\{(\w+)(?:\|(\w+))?\}\}/g, (_, name, filter) => {
        if (!(name in data)) this.emit("missing", name);
        const value = String(data[name] ?? "");
        return filter === "upper" ? value.toUpperCase() : filter === "money" ? new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" }).format(value) : value;
      });
  }
}

function parse(csv) {
  const [head, ...rows] = csv.trim().split(/\r?\n/).map((l) => l.split(";"));
  return rows.map((r) => Object.fromEntries(head.map((h, i) => [h, h.endsWith("s") ? r[i].split("|").filter(Boolean) : r[i]])));
}

const [template, table, out] = process.argv.slice(2).map((p) => path.resolve(p));
const t = new Template(fs.readFileSync(template, "utf8")), missing = new Set();
t.on("missing", (name) => missing.add(name));
fs.mkdirSync(out, { recursive: true });
for (const row of parse(fs.readFileSync(table, "utf8"))) {
  const file = path.format({ dir: out, name: row.name.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/\W+/g, "-"), ext: ".txt" });
  fs.writeFileSync(file, t.render(row));
  console.log(path.relative(out, file));
}
if (missing.size) console.warn("missing: %s", [...missing].join(", "));

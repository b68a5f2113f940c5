import type { Shape } from "./infer.ts";

export function pascal(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, c: string) => c.toUpperCase());
}

class Printer {
  private readonly out: string[] = [];
  constructor(private readonly indent = "  ") {}

  type(name: string, shape: Shape): string {
    switch (shape.kind) {
      case "scalar": return [...shape.names].sort().join(" | ");
      case "list": {
        const of = shape.of ? this.type(name.replace(/s$/, ""), shape.of) : "unknown";
        return of.includes("|") ? `(${of})[]` : `${of}[]`;
      }
      case "object": this.object(name, shape); return name;
    }
  }

  object(name: string, shape: Extract<Shape, { kind: "object" }>): void {
    const lines = [...shape.fields].map(([key, { shape, optional }]) =>
      `${this.indent}${/^\w+$/.test(key) ? key : JSON.stringify(key)}${optional ? "?" : ""}: ${this.type(name + pascal(key), shape)};`);
    this.out.push(`export interface ${name} {\n${lines.join("\n")}\n}\n`);
  }

  get text(): string { return this.out.join("\n"); }
}

export function print(name: string, shape: Shape): string {
  const p = new Printer();
  const type = p.type(name, shape);
  return p.text + (type === name ? "" : `\nexport type ${name} = ${type};\n`);
}

import type { Description, Schema } from "./openapi";

export class TypeWriter {
  readonly names: string[];
  readonly #schemas: Record<string, Schema>;
  static #simple = new Map<Schema["type"], string>([["string", "string"], ["number", "number"], ["integer", "number"], ["boolean", "boolean"]]);

  constructor({ components = {} }: Description) {
    this.#schemas = components.schemas ?? {};
    this.names = Object.keys(this.#schemas).sort();
  }

  of(s: Schema): string {
    const type = this.#of(s);
    return s.nullable ? `${type} | null` : type;
  }

  #of(s: Schema): string {
    if (s.$ref) return s.$ref.split("/").at(-1)!;
    if (s.enum) return s.enum.map((v) => JSON.stringify(v)).join(" | ");
    if (s.type === "array") return `Array<${this.of(s.items ?? {})}>`;
    if (s.type === "object" || s.properties) return this.#object(s);
    return TypeWriter.#simple.get(s.type) ?? "unknown";
  }

  #object({ properties = {}, required = [] }: Schema): string {
    const fields = Object.entries(properties).map(([k, v]) => `  ${k}${required.includes(k) ? "" : "?"}: ${this.of(v).replaceAll("\n", "\n  ")};`);
    return fields.length ? `{\n${fields.join("\n")}\n}` : "Record<string, unknown>";
  }

  text(): string {
    return this.names.map((n) => `export type ${n} = ${this.of(this.#schemas[n] as Schema)};\n`).join("\n");
  }
}

export type Shape =
  | { kind: "scalar"; names: Set<string> }
  | { kind: "list"; of: Shape | null }
  | { kind: "object"; fields: Map<string, Field> };

export interface Field { shape: Shape; optional: boolean }

export function infer(value: unknown): Shape {
  if (Array.isArray(value)) return { kind: "list", of: value.length > 0 ? value.map(infer).reduce(merge) : null };
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value as Record<string, unknown>).map(([k, v]): [string, Field] => [k, { shape: infer(v), optional: false }]);
    return { kind: "object", fields: new Map(fields) };
  }
  return { kind: "scalar", names: new Set([value === null ? "null" : typeof value]) };
}

export const merge = (a: Shape, b: Shape): Shape => {
  if (a.kind === "object" && b.kind === "object") {
    const fields = new Map<string, Field>();
    for (const key of new Set([...a.fields.keys(), ...b.fields.keys()])) {
      const x = a.fields.get(key), y = b.fields.get(key);
      fields.set(key, x && y ? { shape: merge(x.shape, y.shape), optional: x.optional || y.optional } : { ...(x ?? y)!, optional: true });
    }
    return { kind: "object", fields };
  }
  if (a.kind === "list" && b.kind === "list") return { kind: "list", of: a.of && b.of ? merge(a.of, b.of) : a.of ?? b.of };
  if (a.kind === "scalar" && b.kind === "scalar") return { kind: "scalar", names: new Set([...a.names, ...b.names]) };
  return { kind: "scalar", names: new Set(["unknown"]) };
};

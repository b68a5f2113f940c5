export type Schema = { $ref?: string; type?: "string" | "number" | "integer" | "boolean" | "array" | "object"; enum?: readonly string[]; items?: Schema; properties?: Record<string, Schema>; required?: string[]; nullable?: boolean };
export interface Parameter { name: string; in: "path" | "query"; required?: boolean; schema: Schema }
export interface Operation { id: string; verb: string; path: string; summary?: string; parameters: Parameter[]; body?: Schema; result?: Schema }
type Raw = { operationId?: string; summary?: string; parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> }; responses: Record<string, { content?: Record<string, { schema: Schema }> }> };
export interface Description { paths: Record<string, Record<string, Raw>>; components?: { schemas?: Record<string, Schema> } }

const json = "application/json" as const;

export function* each(api: Description): Generator<Operation, void, undefined> {
  for (const [path, verbs] of Object.entries(api.paths)) {
    for (const [verb, raw] of Object.entries(verbs)) {
      const good = Object.entries(raw.responses).find(([code]) => code.startsWith("2"))?.[1];
      const op: Operation = { id: raw.operationId ?? verb + path.replace(/\W+(\w)?/g, (_, c = "") => c.toUpperCase()), verb, path, summary: raw.summary, parameters: raw.parameters ?? [] };
      op.body = raw.requestBody?.content[json]?.schema;
      op.result = good?.content?.[json]?.schema;
      yield op;
    }
  }
}

export const operations = (api: Description): Operation[] => [...each(api)].sort((a, b) => (a.id < b.id ? -1 : 1));

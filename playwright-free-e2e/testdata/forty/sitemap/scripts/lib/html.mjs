const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
export const escape = (s) => s.replace(/[&<>"']/g, (c) => entities[c]);
export const title = (html) => /<title>([^<]*)<\/title>/i.exec(html)?.[1]?.trim();

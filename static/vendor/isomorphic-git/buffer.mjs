// isomorphic-git was written for Node, whose Buffer a browser has not.
export { Buffer } from "buffer/";
export const process = { env: {}, platform: "browser", browser: true, version: "", nextTick: (f, ...args) => queueMicrotask(() => f(...args)) };

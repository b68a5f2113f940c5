// Answers the requests of web/peers, one line each, with what an agent made of the files that are laid out. Replies go
// to the third descriptor, since programs print what they like.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

export const cache = process.argv[2];
export const stage = process.env.LILY_STAGE;
export const home = path.join(stage, "home");
export const project = path.join(stage, "project");

export async function serve(load) {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let reply;
    try {
      reply = await load(JSON.parse(line));
    } catch (error) {
      reply = { failed: String(error?.stack ?? error) };
    }
    fs.writeSync(3, JSON.stringify(reply) + "\n");
  }
  process.exit(0);
}

// A line may be longer than a pipe takes at once.
const write = fs.writeSync;
fs.writeSync = (fd, text) => {
  for (let data = Buffer.from(text); data.length > 0; ) data = data.subarray(write(fd, data));
};

export const load = (file) => import(pathToFileURL(path.join(cache, file)).href);

// The output of a program that ends by itself.
export function output(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    const out = [];
    const err = [];
    child.stdout.on("data", (data) => out.push(data));
    child.stderr.on("data", (data) => err.push(data));
    child.on("error", reject);
    child.on("close", (code) => {
      const text = Buffer.concat(out).toString();
      if (code === 0) resolve(text);
      else reject(new Error(`${program} ${args.join(" ")}: exit code ${code}\n${Buffer.concat(err)}`));
    });
  });
}

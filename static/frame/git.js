// git, as a program of the shell. What it is (static/frame/git and static/vendor/isomorphic-git) comes when it is first
// called, as a part of the page's programs.
"use strict";

let gitLoaded; // what runs it, once

const gitProgram = () => (gitLoaded ??= pagesParts.get("git.js").then((blob) => blob.text()).then((text) => (0, eval)(`(() => {"use strict";${text}\nreturn (words, ctx) => gitMain(words, ctx, isomorphicGit); })()`)));

tools.push({
  name: "git",
  async execute(args, ctx) {
    const run = await gitProgram(), { stdout, stderr, code } = await run(args, { fs: ctx.fs, cwd: ctx.cwd, env: ctx.exportedEnv ?? {}, get stdin() { return ctx.stdin ?? ""; } });
    return { stdout, stderr, exitCode: code, stdoutKind: "bytes" };
  },
});

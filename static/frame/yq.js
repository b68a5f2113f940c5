// yq, as a program of the shell. What it is (static/frame/yq) comes when it is first called, as a part of the page's
// programs, and so does what reads YAML (static/vendor/formats).
"use strict";

let yqLoaded; // what runs it, once

const yqProgram = () => (yqLoaded ??= pagesParts.get("yq.js").then((blob) => blob.text()).then((text) => (0, eval)(`(() => {"use strict";${text}\nreturn yqExecute; })()`)));

tools.push({ name: "yq", execute: async (args, ctx) => (await yqProgram())(args, ctx) });

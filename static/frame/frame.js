// The frame around a program in JavaScript. It has an origin of its own and a
// policy that lets nothing out (web/server), starts the program's Worker, and gives
// it the port on which it and the page tell each other what wire.js says.
"use strict";

addEventListener("message", ({ source, ports }) => {
  if (source !== parent || ports.length !== 1) return;
  const text = ["wire", "node"].map((id) => document.getElementById(id).textContent).join("\n");
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  worker.onerror = (event) => {
    event.preventDefault();
    parent.postMessage({ failed: event.message || "The Worker ended before the program did." }, "*");
  };
  worker.postMessage("start", [ports[0]]);
}, { once: true });

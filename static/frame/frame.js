// The frame around one program, of the shell or in JavaScript. It has an origin of its own
// and a policy that lets nothing out (web/server). It starts the guard, which starts the
// program, and gives it the port on which it and the page tell each other what wire.js says,
// and the texts of the languages that the program may start itself (language.js).
"use strict";

addEventListener("message", function begin({ source, ports }) {
  if (source !== parent || ports.length !== 1) return;
  removeEventListener("message", begin);
  const text = (name) => ["wire", name].map((id) => document.getElementById(id).textContent).join("\n");
  const guard = new Worker(URL.createObjectURL(new Blob([text("guard")], { type: "text/javascript" })));
  guard.onerror = (event) => {
    event.preventDefault();
    parent.postMessage({ failed: String(event.message || "what guards the program ended before it did").slice(0, 300) }, "*");
  };
  // A function is around a language: what a script calls its own is not what runs it.
  const languages = [...document.querySelectorAll("script[id^=language-]")].map(({ id }) => [id.slice("language-".length), `(() => {\n${text(id)}\n})();`]);
  // A page without a program of its own is of a language.
  guard.postMessage({ program: document.getElementById("program") ? text("program") : languages[0][1], languages }, [ports[0]]);
});

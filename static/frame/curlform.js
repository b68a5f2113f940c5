// The forms of curl -F, as multipart/form-data. https://www.rfc-editor.org/rfc/rfc7578
"use strict";

const curlKinds = { gif: "image/gif", jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", svg: "image/svg+xml", txt: "text/plain", htm: "text/html", html: "text/html", pdf: "application/pdf", xml: "application/xml" };
const curlField = (text) => text.replace(/["\r\n]/g, (c) => encodeURIComponent(c));

// curlFormPart reads NAME=CONTENT, NAME=@FILE and NAME=<FILE, with ;type= and ;filename= behind; plain takes the words as they are.
async function curlFormPart(word, plain, read) {
  const [, name, mark, rest] = /^([^=]*)=([@<]?)(.*)$/s.exec(word) ?? [];
  if (name === undefined) throw new CurlError(2, "Illegally formatted input field");
  if (plain) return { name, bytes: encoded(mark + rest) };
  const [content, ...more] = rest.split(/;(?=(?:type|filename)=)/);
  const said = Object.fromEntries(more.map((m) => m.split(/=(.*)/s, 2)));
  const path = content.replace(/^"(.*)"$/s, "$1"), bytes = mark === "" ? encoded(content) : await read(path);
  if (mark !== "@") return { name, bytes, type: said.type };
  const file = said.filename?.replace(/^"(.*)"$/s, "$1") ?? curlPlain(path);
  return { name, bytes, file, type: said.type ?? curlKinds[/\.(\w+)$/.exec(file)?.[1].toLowerCase()] ?? "application/octet-stream" };
}

// curlBoundary is a line that stands in no part. It is of what is sent and not random, so that a replay asks the same.
function curlBoundary(parts) {
  let sum = 0x811c9dc5;
  for (const { bytes } of parts) for (const b of bytes) sum = Math.imul(sum ^ b, 0x01000193) >>> 0;
  const texts = parts.map(({ bytes }) => latin1(bytes));
  for (;; sum = (sum + 1) >>> 0) {
    const line = `------------------------${sum.toString(16).padStart(16, "0")}`;
    if (!texts.some((text) => text.includes(line))) return line;
  }
}

// curlForm is what the options -F send, and the type that goes with it; undefined where there is none.
async function curlForm(each, read) {
  const words = each.filter(([name]) => name === "F" || name === "form-string");
  if (words.length === 0) return undefined;
  const parts = await Promise.all(words.map(([name, word]) => curlFormPart(word, name !== "F", read))), boundary = curlBoundary(parts), pieces = [];
  for (const { name, bytes, file, type } of parts) {
    const head = [`--${boundary}`, `Content-Disposition: form-data; name="${curlField(name)}"${file === undefined ? "" : `; filename="${curlField(file)}"`}`];
    if (type !== undefined) head.push(`Content-Type: ${type.replace(/[\r\n]/g, "")}`);
    pieces.push(encoded(`${head.join("\r\n")}\r\n\r\n`), bytes, encoded("\r\n"));
  }
  return { body: together([...pieces, encoded(`--${boundary}--\r\n`)]), type: `multipart/form-data; boundary=${boundary}` };
}

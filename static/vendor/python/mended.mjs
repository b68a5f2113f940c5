// What is changed of the glue that Emscripten made for CPython, each with why. A glue that does not hold what is
// replaced is not built.

// texts are replaced once each: why, from, to.
export const texts = [
  ["its stack of 64 KiB in the data overflows into it, and nothing tells: it gets one of 16 MiB", "function callMain(args=[]){",
    "function callMain(args=[]){var stack=16<<20;__emscripten_stack_restore(_malloc(stack)+stack);"],
  ["sockets are no files here", "SOCKFS.root=FS.mount(SOCKFS,{},null);", ""],
  ["where the browser can, a program waits for the network amid its run (JSPI)", "var entryFunction=_main;",
    "var entryFunction=Module[\"waits\"]?WebAssembly.promising(_main):_main;"],
  ["and then its end is told later", "try{var ret=entryFunction(argc,argv);exitJS(ret,true);return ret}catch(e){return handleException(e)}",
    "var end=ret=>{exitJS(ret,true);return ret};try{var ret=entryFunction(argc,argv);return Module[\"waits\"]?ret.then(end).catch(handleException):end(ret)}catch(e){return handleException(e)}"],
  ["files are of the user that the shell's id and whoami name", "attr.uid=0;attr.gid=0;", "attr.uid=1000;attr.gid=1000;"],
  ["a program ends in silence, and the page says how", "var err=console.error.bind(console)", "var err=()=>{}"],
];

// gone are functions of the network: what they return instead, as errno of WASI. There is none to reach from the frame,
// and no code to try.
const [unreachable, notSocket] = [40, 57];
export const gone = {
  ___syscall_socket: `return -${unreachable}`, ___syscall_accept4: `return -${notSocket}`, ___syscall_bind: `return -${notSocket}`,
  ___syscall_connect: `return -${unreachable}`, ___syscall_getpeername: `return -${notSocket}`, ___syscall_getsockname: `return -${notSocket}`,
  ___syscall_getsockopt: `return -${notSocket}`, ___syscall_listen: `return -${notSocket}`, ___syscall_recvfrom: `return -${notSocket}`,
  ___syscall_recvmsg: `return -${notSocket}`, ___syscall_sendmsg: `return -${notSocket}`, ___syscall_sendto: `return -${notSocket}`,
  _getaddrinfo: "return -3", _getnameinfo: "return -3",
};

// cut takes the body of a function out, by its braces.
function cut(text, name, body) {
  const head = new RegExp(`(function ${name}|${name}=)\\([^)]*\\)(=>)?\\{`).exec(text);
  if (!head) throw new Error(`got no function ${name} in the glue`);
  let depth = 1, at = head.index + head[0].length;
  const begin = at;
  for (; depth > 0; at++) depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
  return text.slice(0, begin) + body + text.slice(at - 1);
}

// object takes an object that a variable holds out.
function object(text, name) {
  const head = `var ${name}={`, begin = text.indexOf(head);
  if (begin < 0) throw new Error(`got no object ${name} in the glue`);
  let depth = 1, at = begin + head.length;
  for (; depth > 0; at++) depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
  return text.slice(0, begin) + `var ${name}={}` + text.slice(at);
}

// mend makes the glue that the page has.
export function mend(text) {
  for (const [why, from, to] of texts) {
    const found = text.split(from).length - 1;
    if (found !== 1) throw new Error(`${why}: got ${found} times in the glue, want once: ${from}`);
    text = text.replace(from, () => to);
  }
  for (const [name, body] of Object.entries(gone)) text = cut(text, name, body);
  return object(text, "SOCKFS");
}

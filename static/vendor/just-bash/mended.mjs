// What of just-bash is changed, each with how often it stands there: [why, from, to, times].
// A version that does not hold one of them just so often is not built.

const parsed = (text) => `Number.parseInt(${text}||"0",10)||0`;

export const mended = [
  ["an assignment without $( ) succeeds (POSIX, 2.9.1), and does not keep the code of the command before it",
    'this.ctx.state.expansionStderr="",Q("",N,this.ctx.state.lastExitCode)}let l=t.name',
    'this.ctx.state.expansionStderr="",Q("",N,(t.substitutes??=JSON.stringify(t.assignments,(k,v)=>typeof v=="bigint"?0:v).includes(\'"CommandSubstitution"\'))?this.ctx.state.lastExitCode:0)}let l=t.name'],

  // The name of a command is a word like another: "$@", $cmd and ${list[@]} are as many words as they give.
  ["the words of a name", "let u=await _e(this.ctx,t.name),f=[]",
    'let lily=t.name.parts.length===1&&t.name.parts[0].type==="Literal"?{values:[await _e(this.ctx,t.name)]}:await dr(this.ctx,t.name),u=lily.values[0]??"",f=[]'],
  ["those behind the first", "f.push(N),d.push(I)};if(Fp(", "f.push(N),d.push(I)};for(let N of lily.values.slice(1))p(N,lily.quoted);if(Fp("],
  ["a name of no words", 'let m=t.name.parts.every(N=>N.type==="CommandSubstitution"||N.type==="ParameterExpansion"||N.type==="ArithmeticExpansion");!u&&m&&f.length>0&&(',
    "let m=lily.values.length===0&&f.length===0;lily.values.length===0&&f.length>0&&("],
  ["a name of no words succeeds, unless a $( ) in it did not", 'return m?(g.finish(),Q("","",this.ctx.state.lastExitCode)):(g.finish(),K(`bash: : command not found\n`,127))',
    'return m?(g.finish(),Q("","",(t.substitutes??=JSON.stringify([t.name,t.assignments],(k,v)=>typeof v=="bigint"?0:v).includes(\'"CommandSubstitution"\'))?this.ctx.state.lastExitCode:0)):(g.finish(),K(lilyPlaced(this.ctx.state,`bash: : command not found\n`),127))'],

  // Braces make words of a word before anything else is done to it, so that each may be split and be a pattern.
  ["{a,b}", "d=n.hasBraceExpansion(r)?await n.expandWordWithBracesAsync(e,t):null;if(d&&d.length>1)return kN(e,d,s);",
    'd=n.hasBraceExpansion(r)?lilyBraces(r,gd,e.limits,C):null;if(d&&d.length>1){let lily=[];for(let y of d)Kt(lily,y.every(x=>x.type==="Literal"&&x.value[0]!=="~")?y.length>0?[y.map(x=>x.value).join("")]:[]:(await $w(e,{type:"Word",parts:y},n)).values,e.limits.maxArrayElements,"brace/glob expansion");return{values:lily,quoted:!1}}'],

  // nocaseglob, and what shopt and set -o print.
  ["nocaseglob", "globstar:e.state.shoptOptions.globstar,", "globstar:e.state.shoptOptions.globstar,nocaseglob:e.state.shoptOptions.nocaseglob,", 3],
  ["nocaseglob", "this.globstar=s.globstar??!1,", "this.globstar=s.globstar??!1,this.nocaseglob=s.nocaseglob??!1,"],
  ["nocaseglob", "return ie(`^${n}$`)}patternToRegexStr", 'return ie(`^${n}$`,this.nocaseglob?"i":"")}patternToRegexStr'],
  ["shopt", "`${b}\t\t${w?", "`${b.padEnd(15)}\t${w?"],
  ["shopt name", "`${g}\t\t${b?", "`${g.padEnd(15)}\t${b?"],
  ["shopt name", "`${w}\t\toff`", "`${w.padEnd(15)}\toff`"],
  ["set -o", "`${g}\t\t${y?", "`${g.padEnd(15)}\t${y?"],
  ["set -o alone", "t=j4.map(r=>`${r.padEnd(16)}${", "t=j4.map(r=>`${r.padEnd(15)}\t${"],
  ["set -o alone", "n=H4.map(r=>`${r.padEnd(16)}off`)", "n=H4.map(r=>`${r.padEnd(15)}\toff`)"],
  ["set -o name", "`${m}\t\t${y?", "`${m.padEnd(15)}\t${y?"],
  // Classes of patterns in case and [[ (class.mjs).
  ["[!0-9]", 'else if(s==="["){let i=e.indexOf("]",r+1);i!==-1?(n+=e.slice(r,i+1),r=i):n+="\\\\["}else', 'else if(s==="["){let i=lilyClass(e,r);i?(n+=i.regex,r=i.end):n+="\\\\["}else'],

  ["case x in '['*)", "let u=await _e(e,c);Vw(c)&&(u=On(u));", "let u=Vw(c)?On(await _e(e,c)):await qw(e,c);"],

  // Lists behind declare and its like (lists.mjs).
  ["local x=($y)", "async function e4(e,t){", "async function e4(e,t){return lilyList(e,t,{expand:_e,expandAll:dr,tilde:rs,parse:lily=>new be().parseWordFromString(lily,!1,!1)});"],
  ["${a[$((i+1))]}, ${a[${i:-0}]}", "if((r||s)&&(n=t.slice(1,-1)),s)return n;let i=\"\",o=0;", 'if((r||s)&&(n=t.slice(1,-1)),s)return n;if(/[$`]/.test(n))return await _e(e,new be().parseWordFromString(n,r,!1));let i="",o=0;'],
  ["f() { local x; }; f; unset x", "if(h)for(let[g,b]of h)b===void 0?e.state.env.delete(g):e.state.env.set(g,b);if(m){", "if(h)for(let[g,b]of h)lilyLocal(e.state,g),b===void 0?e.state.env.delete(g):e.state.env.set(g,b);if(m){"],
  ["echo a | if true; then cat; fi", 'case"If":return p3(this.ctx,t);case"For":return h3(this.ctx,t);case"CStyleFor":return m3(this.ctx,t);', 'case"If":return lilyHanded(this.ctx,n,()=>p3(this.ctx,t));case"For":return lilyHanded(this.ctx,n,()=>h3(this.ctx,t));case"CStyleFor":return lilyHanded(this.ctx,n,()=>m3(this.ctx,t));'],
  ["echo a | case x in x) cat;; esac", 'case"Case":return w3(this.ctx,t);', 'case"Case":return lilyHanded(this.ctx,n,()=>w3(this.ctx,t));'],
  ["${a[@]^}", "async function sw(e,t,n,r){", "async function sw(e,t,n,r){let lily=await lilyCased(e,t,xe,Ne,(i,o,a)=>K7(i,o,a,fr,jl));if(lily)return lily;"],
  ["export -f", "function gp(e,t){let n=!1,r=[];", "function gp(e,t){if(/^-\\w*f/.test(t[0]??''))return lilyExported(e,t.slice(1),Q);let n=!1,r=[];"],
  ["what a shell within the shell is given by it", "functions:new Map(this.state.functions)", "functions:new Map([...this.state.functions,...this.fs.functions??[]])"],
  ["mapfile -td:", 'l="MAPFILE",c=0;for(;c<t.length;){', 'l="MAPFILE",c=0;for(t=lilyFlags(t,"dnOsuCc");c<t.length;){'],

  // What is unset under set -u ends the script within [[ ]] and (( )), too.
  ["[[ $unset ]]", 'catch(n){let r=n instanceof Ge?1:2;return K(`bash: conditional', 'catch(n){if(n instanceof Jt)throw n;let r=n instanceof Ge?1:2;return K(`bash: conditional'],
  ["((unset))", 'catch(n){return K(`bash: arithmetic expression', 'catch(n){if(n instanceof Jt)throw n;return K(`bash: arithmetic expression'],
  ["cd -x", 'else if(t[i].startsWith("-")&&t[i]!=="-")i++;else break;let o=t.slice(i);', 'else if(t[i].startsWith("-")&&t[i]!=="-")return K(lilyPlaced(e.state,`bash: cd: ${t[i].slice(0,2)}: invalid option\n`)+`cd: usage: cd [-L|[-P [-e]] [-@]] [dir]\n`,2);else break;let o=t.slice(i);'],

  // An output that is no UTF-8 (bytes.mjs).
  ["read as text, and written again", 'Z3=new TextDecoder("utf-8",{fatal:!0}),K3=new TextEncoder,', "Z3=lilyDecoder,K3=lilyEncoder,"],
  ["$'\\x80'", 'try{let a=new TextDecoder("utf-8",{fatal:!0});n+=a.decode(new Uint8Array(i))}catch{for(let a of i)n+=String.fromCharCode(a)}', "n+=lilyDecoder.decode(new Uint8Array(i));"],
  // read and mapfile get the bytes of stdin, and the text of a descriptor.
  ["read", 'x===`\n`&&S.endsWith(`\n`)&&(S=S.slice(0,-1));', 'S=lilyText(e.state,S,y||r>=0,n);x===`\n`&&S.endsWith(`\n`)&&(S=S.slice(0,-1));'],
  ["read -n", "A(X),z++,F++,R=z}N=F>=a||D,I(R)", "A(X),z++,(y||r>=0||!/[\\x80-\\xbf]/.test(b[z]??''))&&F++,R=z}N=F>=a||D,I(R)"],
  ["read -N", "F=Math.min(l,b.length);S=b.substring(0,F),O(S),R=F,N=F>=l,I(R);", "F=y||r>=0?Math.min(l,b.length):lilyChars(b,l);S=lilyText(e.state,b.substring(0,F),y||r>=0,n),O(S),R=F,N=y||r>=0?F>=l:[...S].length>=l,I(R);"],
  ["mapfile", "f.push(w)};for(;d<u.length;){", "f.push(lilyText(e.state,w,!1,n))};for(;d<u.length;){"],
  ["in files", "Ov=new TextEncoder,Tv=new TextDecoder", "Ov=lilyEncoder,Tv=lilyDecoder"],
  ["in files that are made", "var Bs=new TextEncoder;", "var Bs=lilyEncoder;"],

  // In a here-document $, ` and \ alone mean something: x['y'] keeps its quotes, and ~ and * are what they are.
  ["a value for want of one in a here-document", 'if(m==="$"){h();let{part:g,endIndex:b}=id(e,t,d);', 'if(m==="$"){h();let{part:g,endIndex:b}=id(e,t,d,i);'],
  ["a tilde in a here-document", 'if(m==="~"){let g=d>0?t[d-1]:"";', 'if(m==="~"&&!i){let g=d>0?t[d-1]:"";'],
  ["a pattern of ksh in a here-document", 'if("@*+?!".includes(m)&&d+1<t.length&&t[d+1]==="("){let g=Rk(t,d+1);', 'if("@*+?!".includes(m)&&!i&&d+1<t.length&&t[d+1]==="("){let g=Rk(t,d+1);'],
  ["a pattern in a here-document", 'if(m==="*"||m==="?"||m==="["){h();let{pattern:g,endIndex:b}=a7(e,t,d);', 'if(!i&&(m==="*"||m==="?"||m==="[")){h();let{pattern:g,endIndex:b}=a7(e,t,d);'],

  // Arithmetic in 64 bits.
  ["operators", "function qN(e,t,n){switch(n){", "function qN(e,t,n){return lilyBinary(e,t,n,Ge);switch(n){"],
  ["assignments", "function Yw(e,t,n){switch(n){", "function Yw(e,t,n){return lilyBinary(e,t,n.slice(0,-1),Ge);switch(n){"],
  ["signs", "function ZN(e,t){switch(t){", "function ZN(e,t){return lilyUnary(e,t);switch(t){"],
  ["constants", "function Lo(e){if(", "function Lo(e){return lilyConstant(e);if("],
  ["values", "let r=Number.parseInt(t,10);if(!Number.isNaN(r)&&/^-?\\d+$/.test(t.trim()))return r;let s=t.trim();if(!s)return 0;let i=new be",
    "let r=lilyValue(t,Ge);if(r!==void 0)return r;let s=t.trim();if(!s)return 0;let i=new be"],
  ["variables", "let s=Number.parseInt(r,10);if(!Number.isNaN(s)&&/^-?\\d+$/.test(r.trim()))return s;let i=r.trim();",
    "let s=lilyValue(r,Ge);if(s!==void 0)return s;let i=r.trim();"],
  ["parameters", "let a=Number.parseInt(o,10);if(!Number.isNaN(a)&&/^-?\\d+$/.test(o))return a;let l=new be",
    "let a=lilyValue(o,Ge);if(a!==void 0)return a;let l=new be"],
  ["what a command said", "let o=i.stdout.trim();return Number.parseInt(o,10)||0}return 0}", "return await QN(e,i.stdout.trim(),r)}return 0}"],
  ["${ }", "let i=await Gl(e,t.content);return Number.parseInt(i,10)||0}", "return await QN(e,await _e(e,new be().parseWordFromString(`\\${${t.content}}`,!1,!1)),r)}"],
  ["${ } beside a name", 'case"ArithBracedExpansion":return await Gl(e,t.content);', 'case"ArithBracedExpansion":return await _e(e,new be().parseWordFromString(`\\${${t.content}}`,!1,!1));'],
  ["the key of an array is no expression", 'async function _7(e,t){let n="",r=0;for(;r<t.length;){if(t[r]==="$"){',
    'async function _7(e,t){let n="",r=0;for(;r<t.length;){if(t[r]==="["&&/\\w/.test(t[r-1]??"")){let s=1,i=r+1;for(;i<t.length&&s>0;)t[i]==="["?s++:t[i]==="]"&&s--,i++;n+=t.slice(r,i),r=i;continue}if(t[r]==="$"){'],
  ["names put together", "await kd(e,i,r):Number.parseInt(i,10)||0}", "await kd(e,i,r):await QN(e,i,r)}"],
  ["++ of a variable", "a=Number.parseInt(await We(e,o),10)||0,l=t.operator===\"++\"?a+1:a-1;", "a=i,l=lilyBinary(i,1,t.operator[0],Ge);"],
  ["++ of an element, whose index is counted once", 'case"ArithUnary":{let i=await s(t.operand);', 'case"ArithUnary":{let i=/^(\\+\\+|--)$/.test(t.operator)&&t.operand.type==="ArithArrayElement"?0:await s(t.operand);'],
  ["++ of an element from the end", "let f=await s(t.operand.index);l=String(f)}else return i;",
    "let f=await s(t.operand.index);if(f<0){let h=xe(e,o);if(h.length>0)f=Math.max(...h.map(([g])=>typeof g==\"number\"?g:0))+1+f}l=String(f)}else return i;"],
  ["++ of an element", `let c=${parsed("Xe(e,o,l)")},u=t.operator==="++"?c+1:c-1;`, 'let c=await QN(e,Xe(e,o,l)||"0",r),u=lilyBinary(c,1,t.operator[0],Ge);'],
  ["++ of a name put together", `let a=${parsed("e.state.env.get(o)")},l=t.operator==="++"?a+1:a-1;`, "let a=i,l=lilyBinary(i,1,t.operator[0],Ge);"],
  ["++ of an element of one", `l=${parsed("Xe(e,o,a)")},c=t.operator==="++"?l+1:l-1;`, 'l=await QN(e,Xe(e,o,a)||"0",r),c=lilyBinary(l,1,t.operator[0],Ge);'],
  ["+= begins with the value", `c=${parsed("l")},u=await s(t.value),f=Yw(`, 'c=t.operator==="="?0:await QN(e,l||"0",r),u=await s(t.value),f=Yw('],
  ["+= of an array is of its first element", "a=String(p)}}let l=a===void 0?", 'a=String(p)}}a===void 0&&Gt(e,i)&&(a="0");let l=a===void 0?'],
  ["+= of a name put together", `let a=${parsed("e.state.env.get(o)")},l=await s(t.value),c=Yw(`, 'let a=t.operator==="="?0:await QN(e,e.state.env.get(o)||"0",r),l=await s(t.value),c=Yw('],
  ["${x:off:len}", "await Te(e,r.offset.expression)", "lilyPlace(await Te(e,r.offset.expression))"],
  ["${x:off:len}", "r.length?await Te(e,r.length.expression)", "r.length?lilyPlace(await Te(e,r.length.expression))"],
  ["${@:off:len}", "s.offset?await Te(e,s.offset.expression)", "s.offset?lilyPlace(await Te(e,s.offset.expression))"],
  ["${@:off:len}", "s.length?await Te(e,s.length.expression)", "s.length?lilyPlace(await Te(e,s.length.expression))"],

  // Ranges.
  ["{1..20000}", "p<Uo&&Ll(l,f(d),i,u)", "Ll(l,f(d),i,u)", 2],
  ["a range over the limit", "if(e.length>=n.maxResults)return!1;", "if(e.length>=n.maxResults)throw new C(`brace expansion: more than ${n.maxResults} words`,\"brace_expansion\");"],
  ["a range of numbers that are not exact", "let o=n??1;o===0&&(o=1);let a=Math.abs(o),l=[],c=0;",
    "if(![e,t,n??1].every(Number.isSafeInteger))throw new C(\"brace expansion: a number over 2^53 cannot be used here\",\"brace_expansion\");let o=n??1;o===0&&(o=1);let a=Math.abs(o),l=[],c=0;"],

  // expr.
  ["expr +", "h=parseInt(f,10),m=parseInt(p,10);if(Number.isNaN(h)||Number.isNaN(m))throw new Error(\"non-integer argument\");f=String(d===\"+\"?h+m:h-m)",
    "h=lilyLong(f),m=lilyLong(p);if(Number.isNaN(h)||Number.isNaN(m))throw new Error(\"non-integer argument\");f=String(lilyExpr(h,m,d))"],
  ["expr *", "h=parseInt(f,10),m=parseInt(p,10);if(Number.isNaN(h)||Number.isNaN(m))throw new Error(\"non-integer argument\");if((d===\"/\"||d===\"%\")&&m===0)throw new Error(\"division by zero\");d===\"*\"?f=String(h*m):d===\"/\"?f=String(Math.trunc(h/m)):f=String(h%m)",
    "h=lilyLong(f),m=lilyLong(p);if(Number.isNaN(h)||Number.isNaN(m))throw new Error(\"non-integer argument\");if((d===\"/\"||d===\"%\")&&m===0)throw new Error(\"division by zero\");f=String(lilyExpr(h,m,d))"],
  ["expr <", "h=parseInt(f,10),m=parseInt(p,10),g=!Number.isNaN(h)", "h=lilyLong(f),m=lilyLong(p),g=!Number.isNaN(h)"],

  // seq.
  ["seq of whole numbers", "if(a>0)for(let y=o;y<=l+1e-10;y+=a)b(",
    "let lily=lilySeq(s);if(lily){for(let y=lily.first;a>0?y<=lily.last:y>=lily.last;y+=lily.step)b(String(y))}else if([o,a,l].some(y=>Math.abs(y)>9007199254740991))throw new C(\"seq: a number over 2^53 cannot be used here\",\"iterations\");else if(a>0)for(let y=o;y<=l+1e-10;y+=a)b("],

  // What [, [[ and test compare.
  ["test -gt", "let n=Number.parseInt(e,10);return Number.isNaN(n)?{value:0,valid:!1}:{value:t?-n:n,valid:!0}", "let n=lilyLong((t?\"-\":\"\")+e);return Number.isNaN(n)?{value:0,valid:!1}:{value:n,valid:!0}"],
  ["[[ -gt", "let n,r=e.match(/^(\\d+)#([a-zA-Z0-9@_]+)$/);if(r){", "let n=/^\\d/.test(e)?lilyConstant(e):NaN,r;if(!Number.isNaN(n))return t?lilyBinary(0,n,\"-\"):n;if(r=e.match(/^(\\d+)#([a-zA-Z0-9@_]+)$/)){"],

  // jq and yq: a key that JavaScript knows is an error and is not dropped.
  ["__proto__", "L1=new Set([\"__proto__\",\"constructor\",\"prototype\"])", "L1={has(e){if(e===\"__proto__\"||e===\"constructor\"||e===\"prototype\")throw new Error(`the key ${e} cannot be used here`);return!1},*[Symbol.iterator](){yield*[\"__proto__\",\"constructor\",\"prototype\"]}}"],
  ["group_by is in order", "let u=new Map;for(let f of e){let d=JSON.stringify(s(f,n[0],r)[0]);u.has(d)||u.set(d,[]),u.get(d)?.push(f)}return[[...u.values()]]",
    "let u=new Map;for(let f of e){let k=s(f,n[0],r)[0],d=JSON.stringify(k);u.has(d)||u.set(d,{k,g:[]}),u.get(d).g.push(f)}return[[...u.values()].sort((f,d)=>o(f.k,d.k)).map(f=>f.g)]"],

  // sed: H of an empty hold space begins with a newline too (POSIX).
  ["sed's H", "t.holdSpace?t.holdSpace+=`\n${t.patternSpace}`:t.holdSpace=t.patternSpace", "t.holdSpace+=`\n${t.patternSpace}`"],

  // expr: the pattern is a basic regular expression.
  ["expr :", "let d=c(),h=ie(`^${d}`).match(f);", "let d=lilyBasic(c()),h=ie(`^${d}`).match(f);"],
  ["length of a string is in characters", "case\"length\":return typeof e==\"string\"?[e.length]", "case\"length\":return typeof e==\"string\"?[[...e].length]"],
  ["unique is in order", "i.has(l)||(i.add(l),o.push(a))}return[o]}return[null];case\"tojson\"", "i.has(l)||(i.add(l),o.push(a))}return[o.sort(lilyOrder)]}return[null];case\"tojson\""],

  // ((1<<2)) and let: in arithmetic << is no here-document, and only a name is assigned to.
  ["((1<<2))", "this.pendingHeredocDelimiterMode=!1,this.makeToken", "this.pendingHeredocDelimiterMode=this.dparenDepth>0?void 0:!1,this.makeToken"],
  ["((1<<-2))", "this.pendingHeredocDelimiterMode=!0,this.makeToken", "this.pendingHeredocDelimiterMode=this.dparenDepth>0?void 0:!0,this.makeToken"],
  ["-x = 1", "for(let d of vl)if(t.slice(s,s+d.length)===d&&t.slice(s,s+d.length+1)!==\"==\"){", "for(let d of vl)if(t.slice(s,s+d.length)===d&&t.slice(s,s+d.length+1)!==\"==\"){lilyAssigned(t,n,Ge);"],

  // test: an empty name is no file.
  ["test -e ''", "async function Zl(e,t,n){", "async function Zl(e,t,n){if(n===\"\"&&t!==\"-t\")return!1;"],
  ["test '' -eq 0", 'if(e=e.trim(),e==="")return{value:0,valid:!0};let t=!1', 'if(e=e.trim(),e==="")return{value:0,valid:!1};let t=!1'],
  ["test a b", 'r==="-ot"||r==="-ef"?K(`test: ${r}: unary operator expected', 'r==="-ot"||r==="-ef"||!0?K(`test: ${r}: unary operator expected'],
  ["-x = 1", 'r.type==="ArithDynamicElement"){for(let a of vl)if(t.slice(s,s+a.length)===a&&t.slice(s,s+a.length+1)!=="=="){', 'r.type==="ArithDynamicElement"){for(let a of vl)if(t.slice(s,s+a.length)===a&&t.slice(s,s+a.length+1)!=="=="){lilyAssigned(t,n,Ge);'],
  ["((x<<=2))", '!(c==="="&&/[|&^+\\-*/%<>]$/.test(n))', '!(c[0]==="="&&/[|&^+\\-*/%<>]$/.test(n))'],
  ["-x = 1", 'for(let u of vl)if(t.slice(s,s+u.length)===u&&t.slice(s,s+u.length+1)!=="=="){', 'for(let u of vl)if(t.slice(s,s+u.length)===u&&t.slice(s,s+u.length+1)!=="=="){lilyAssigned(t,n,Ge);'],

  // ** with globstar, and a / at the end of a pattern.
  ["globstar", 'let n;if(t.includes("**")&&this.globstar&&this.isGlobstarValid(t))n=await this.expandRecursive(t);else{',
    'let n,lily=t.includes("**")&&this.globstar&&this.isGlobstarValid(t);if(lily||t.endsWith("/"))n=await lilyGlob(this,lily?t:t.replace(/\\*\\*+/g,"*"));else{'],

  // a+=(x) takes no longer where a has much.
  ["the index behind the last", 'let a=xe(e,t);if(a.length>0)o=Math.max(...a.map(([c])=>typeof c=="number"?c:0))+1;else', 'let a=Bt(e,t);if(a?.elements.size>0)o=lilyNext(a);else'],
  ["what += can take back", "c=l?ln(l):void 0,u=e.state.env.get(n),f=()=>{e.state.arrays??=new Map,c?e.state.arrays.set(n,c):", "c=l?s&&!iO(r)&&!a?lilyBefore(l):ln(l):void 0,u=e.state.env.get(n),f=()=>{e.state.arrays??=new Map,c?e.state.arrays.set(n,c.taken?.()??c):"],
  ["the highest index", '(${e.limits.maxStringLength} bytes)`,"string_length");i.elements.set(o,r)}', '(${e.limits.maxStringLength} bytes)`,"string_length");i.elements.set(o,r),lilyTop(i,o)}'],

  // grep: each -e is a pattern more, wherever it stands among letters.
  ["grep -e a -e b", 'if(fe==="-e"&&se+1<e.length){A=e[++se];continue}', 'if(fe.startsWith("--regexp=")){A=(A===null?"":A+"\\n")+fe.slice(9);continue}'],
  ["grep -ea", 'if(pe==="f"||pe==="--file"){', 'if(pe==="e"){let lily=Ke.slice(at+1).join("");if(lily===""){if(se+1>=e.length)return{stdout:"",stderr:"grep: option requires an argument -- \'e\'\\n",exitCode:2};lily=e[++se]}A=(A===null?"":A+"\\n")+lily;break}if(pe==="f"||pe==="--file"){'],

  // grep: -m bounds what is counted, -c counts lines with -o too (rg counts matches), and -o shows no empty match.
  ["grep -cm1", "for(let ee=0;ee<M;ee++){R();let ne=T[ee];if(!(x&&!r", "for(let ee=0;ee<M&&!(f>0&&D>=f);ee++){R();let ne=T[ee];if(!(x&&!r"],
  ["grep -co", "X=(o||l)&&!r;for(let ee=0", "X=(o||l&&n.vimgrep!==undefined)&&!r;for(let ee=0"],
  ["grep -o 'x*'", "N(D,se+tt),ge[0].length===0&&t.lastIndex++", "ge[0].length===0||N(D,se+tt)"],
  ["an empty match at the end", "let n=this.acquireMatcher(t),r=this._global?this._lastIndex:0;if(!n.find(r))", "let n=this.acquireMatcher(t),r=this._global?this._lastIndex:0;if(r>t.length)return this._lastIndex=0,null;if(!n.find(r))"],
  ["grep 'a\\+b\\?'", 'if(o==="}"){t+="\\\\}",n+=2,r=!1;continue}t+=i+o,n+=2,r=!1;continue}if(i==="*"&&r)', 'if(o==="}"){t+="\\\\}",n+=2,r=!1;continue}if((o==="+"||o==="?")&&!r){t+=o,n+=2;continue}t+=i+o,n+=2,r=!1;continue}if(i==="*"&&r)'],
  ["grep -A1 -o 'x*'", "N(P,Ie+je),ne[0].length===0&&t.lastIndex++", "ne[0].length===0||N(P,Ie+je)"],
  ["sed s/\\<a/b/", "function du(e){", 'function du(e){e=e.replace(/\\\\[^]/g,m=>/[<>]/.test(m[1])?"\\\\b":m);'],
  ["sed -E /a+/p", "{pattern:t.pattern||t.value}", "{pattern:t.pattern||t.value,extended:this.extendedRegex}"],
  ["sed -E /a+/p", "let o=du(fu(i))", "let o=du(e.extended?i:fu(i))"],
  ["grep '\\<a\\>'", 'if(e[n]==="\\\\"&&n+1<e.length){t+=e[n]+e[n+1],n+=2;continue}t+=e[n],n++}return t}function ai(e,t){', 'if(e[n]==="\\\\"&&n+1<e.length){t+=/[<>]/.test(e[n+1])?"\\\\b":e[n]+e[n+1],n+=2;continue}t+=e[n],n++}return t}function ai(e,t){'],

  ["sed s/a/b", 'this.peek()===r&&this.advance();let a="";', 'if(this.peek()!==r)return{type:le.ERROR,value:"unterminated s command",line:t,column:n};this.advance();let a="";'],
  ["sed s/a/\\\\n/", 'o+=`\n`,this.advance()):o+="\\\\"):l===', 'o+=`\n`,this.advance()):o+="\\\\\\\\"):l==='],
  ["sed -i.bak", 'else if(g.startsWith("-i"))o=!0;else if(g==="-E"', 'else if(g.startsWith("-i"))return re("sed",g);else if(g==="-E"'],

  // grep and sed: of several matches the longest one is taken (POSIX, 9.1), and an address that is no pattern is an error.
  ["the longest match", "function Tb(e){let t=0;", 'function Tb(e){let t=e.includes("L")?Vr.LONGEST_MATCH:0;'],
  ["grep -oE 'a|ab'", "regex:ie(n,i)", 'regex:ie(n,t.mode==="perl"||t.multiline!==undefined?i:i+"L")'],
  ["sed s/a|ab/", "let u=ie(c,a),f=u.test(t.patternSpace)", 'let u=ie(c,a+"L"),f=u.test(t.patternSpace)'],
  ["sed s/a|ab/2", 'h=ie(c,`g${o.ignoreCase?"i":""}`);t.patternSpace=h', 'h=ie(c,`gL${o.ignoreCase?"i":""}`);t.patternSpace=h'],
  ["sed s/a|ab/g", 'let d=ie(c,`g${o.ignoreCase?"i":""}`);t.patternSpace=Mx', 'let d=ie(c,`gL${o.ignoreCase?"i":""}`);t.patternSpace=Mx'],
  ["sed /(/", "return ie(o).test(r)}catch{return!1}return!1}", "return ie(o).test(r)}catch(lily){throw lily}return!1}"],

  // sed: 2g is the second and all after it; letters of another case are refused, as is a pattern that is none.
  ["sed s///2g", "o.nthOccurrence&&o.nthOccurrence>0&&!o.global", "o.nthOccurrence&&o.nthOccurrence>0"],
  ["sed s///2g", "d++,d===p", "d++,o.global?d>=p:d===p"],
  ["sed s/x/\\U&/", 'return i&&(s=parseInt(i[1],10)),{command:{type:"substitute"', 'if(/^(?:[^\\\\]|\\\\[^])*?\\\\[uUlLExodc]/.test(t.replacement??""))return{command:null,error:"a letter behind a backslash, such as U, is not known here in what is put in"};return i&&(s=parseInt(i[1],10)),{command:{type:"substitute"'],
  ["sed s/(/", "o.printOnMatch&&t.lineNumberOutput.push(t.patternSpace)}}catch{}break", "o.printOnMatch&&t.lineNumberOutput.push(t.patternSpace)}}catch(lily){throw lily}break"],

  // ${x/pattern/&}: an & that is not quoted is what was found (bash 5.2).
  ["&", 'let a=n.replacement?await r(e,n.replacement.parts):"";if(n.anchor', 'let a=n.replacement?await lilyReplacement(n.replacement.parts,p=>r(e,p)):"";if(n.anchor'],
  ["& of an array", 'let d=l.replacement?await n(e,l.replacement.parts):"",p=f;', 'let d=l.replacement?await lilyReplacement(l.replacement.parts,x=>n(e,x)):"",p=f;'],
  ["& is what was found", "i.append(r),o=a.index+a[0].length", "i.append(lilyFound(r,a[0])),o=a.index+a[0].length"],
  ["& of an array in quotes", 'let p=c.replacement?await n(e,c.replacement.parts):"",h=d;', 'let p=c.replacement?await lilyReplacement(c.replacement.parts,x=>n(e,x)):"",h=d;'],
  ["$& is no replacement", "m.push(g.replace(b,p))", "m.push(Fl(e,b,g,p,c.all))"],
  ["& of an array among others", 'let b=m.replacement?await s(e,m.replacement.parts):"",w=g;', 'let b=m.replacement?await lilyReplacement(m.replacement.parts,x=>s(e,x)):"",w=g;'],
  ["$& is no replacement", "p=p.map(x=>y.replace(x,b))", "p=p.map(x=>Fl(e,x,y,b,m.all))"],
  ["& of $@", 'let p=l.replacement?await r(e,l.replacement.parts):"",h=d;', 'let p=l.replacement?await lilyReplacement(l.replacement.parts,x=>r(e,x)):"",h=d;'],
  ["$& is no replacement", "xd(m,w.replace(y,p),g,e)", "xd(m,Fl(e,y,w,p,l.all),g,e)"],

  // set -u: what has a word for what is unset is no fault, in quotes too.
  ['"${x:-y}"', 'u=await We(e,l),f=u===""', 'u=await We(e,l,!1),f=u===""'],
  ['"${x:-"${!y}"}"', 'u=await We(e,n.parameter)==="",f=r.checkEmpty', 'u=await We(e,n.parameter,!1)==="",f=r.checkEmpty'],

  // What ends a shell ends it within { } too, and of a subshell and of a part of a pipeline only that.
  ["{ echo $x; } of set -u", 'if(sa(d)||d instanceof Yt||d instanceof he)throw d.prependOutput', 'if(d instanceof yt)throw d.prependOutput'],
  ["( echo $x ) of set -u", '(i.append("stderr",`${ht(a)}\n`),i.build(1))}return i.build(o)}async function E3', '(a instanceof yt?(i.append("stdout",a.stdout),i.append("stderr",a.stderr)):i.append("stderr",`${ht(a)}\n`),i.build(1))}return i.build(o)}async function E3'],
  ["echo $x | cat of set -u", 'else if(I instanceof Yt&&t.commands.length>1)R={stdout:I.stdout,stderr:I.stderr,exitCode:I.exitCode}', 'else if((I instanceof Yt||I instanceof Jt||I instanceof Ge)&&t.commands.length>1)R={stdout:I.stdout,stderr:I.stderr,exitCode:I.exitCode??1}'],
  ["exec ends the shell", 'this.ctx.state.expansionStderr+S.stderr},this.ctx.state.expansionStderr=""),S}async runCommand', 'this.ctx.state.expansionStderr+S.stderr},this.ctx.state.expansionStderr=""),lilyExec(this.ctx,u,S,he,$c)}async runCommand'],
  ["a script of its own is a shell of its own", 'async executeUserScript(t,n,r=""){return S3(', 'async executeUserScript(t,n,r=""){return lilyScript(this,t,n,r);S3('],

  // $( ) is a shell of its own: what it sets stays there, and it goes on after a failure (set -e) but in POSIX mode.
  ["$(set -f)", "await e.executeScript(t.body)", "await lilyShell(e,_p,()=>e.executeScript(t.body))"],
  ["$(set -f)", "await e.executeScript(r),u=c.exitCode", "await lilyShell(e,_p,()=>e.executeScript(r)),u=c.exitCode"],
  ["<(trap)", "h=await e.executeScript(t)", "h=await lilySub(e,()=>e.executeScript(t))"],

  // Where 1 and 2 lead (fds.mjs).
  ["{ } >file", "let l=await r(i);return await fs(e,l,t,i.targets,i.dupSources,i.standardRoutes)", "let l=await lilyRouted(e,i,()=>r(i));return i.routed?l:await fs(e,l,t,i.targets,i.dupSources,i.standardRoutes)"],
  ["exec <file; while read x", "if(i=await s.prepare(n),i.error)return ji(i);let o=e.state.groupStdin,a=e.state.groupStdinSourceFd;", "if(i=await s.prepare(n),i.error)return ji(i);if(t.length===0)i.stdin=void 0;let o=e.state.groupStdin,a=e.state.groupStdinSourceFd;"],
  ["{ exit; } >file", "async function Zd(e,t,n,r){", "async function Zd(e,t,n,r){if(r.routed)return;"],
  ["f >file", "try{S=await this.runCommand(u,f,d,n,!1,!1,w,y)}catch(N)",
    'let called=lilyWithin(this.ctx.state,u,f)?await fs(this.ctx,Q("",o+x,0),[],new Map):null;try{S=await lilyAround(this.ctx,b,()=>lilyGiven(this.ctx,y,n,w,Rn,()=>called?lilyRouted(this.ctx,b,()=>this.runCommand(u,f,d,n,!1,!1,w,y)):this.runCommand(u,f,d,n,!1,!1,w,y)));lilyValues(this.ctx.state,lilyLists,S.exitCode)}catch(N)'],
  ["set -x; f", "let A=o+x;if(A&&", "let A=called?called.stderr:o+x;if(A&&"],
  ["f >file", "S=await fs(this.ctx,S,t.redirections,b.targets,b.dupSources,b.standardRoutes,S.internalProducerCommand??u,S.internalProducerOmitsShellPrefix),g.finish()",
    "S=b.routed?S:await fs(this.ctx,S,t.redirections,b.targets,b.dupSources,b.standardRoutes,S.internalProducerCommand??u,S.internalProducerOmitsShellPrefix),g.finish()"],
  ["<( )", "await zw(e,t.body,void 0)", "await lilyCaught(e.state,!1,()=>zw(e,t.body,void 0))"],
  ["exec > >( )", "n.push({fd:s,path:i,direction:t.direction,body:t.body})", "n.push({fd:s,path:i,direction:t.direction,body:t.body,...lilyOpened(e.state)})"],
  ["exec > >( ), whose number is taken", "let s=Bw-n.length,", "let s=Bw;for(;n.some(l=>l.fd===s);)s--;let "],
  ["exec > >( ) stays", "for(;n.length>t;){let i=n[n.length-1]", "for(;n.length>t&&!n[n.length-1].held;){let i=n[n.length-1]"],
  ["exec > >( )", "this.ctx.state.tempExportedVars.delete(N);return g.finish(),Fe}", "this.ctx.state.tempExportedVars.delete(N);return g.finish(),lilyExeced(this.ctx,b.targets,zw)}"],

  // What a command reads (reads.mjs).
  ["read, and gone", "return{...A,internalStdinConsumed:A.internalStdinConsumed??(p?r.length:0)}", "let lily=A.internalStdinConsumed??(p?d.length:used);lilyTaken(i,!r,d,lily,cs);return{...A,internalStdinConsumed:lily}"],
  ["read by a shell within", "execWithInheritedStdin:(S,E)=>i.execFn(S,{...E,stdin:d,stdinKind:\"bytes\"},!0)", "execWithInheritedStdin:async(S,E)=>{try{return await i.execFn(S,{...E,stdin:d,stdinKind:\"bytes\"},!0)}finally{used=d.length-i.fs.left}}"],
  ["read by a shell within", 'let d=r||i.state.groupStdin||"",p=!1', 'let d=r||i.state.groupStdin||"",used=0,p=!1'],
  ["timeout 5 x", 't.exec(vn([o[0]]),{cwd:t.cwd,signal:l.signal,stdin:t.stdin,stdinKind:"bytes",args', 't.execWithInheritedStdin(vn([o[0]]),{cwd:t.cwd,signal:l.signal,args'],
  ['local x="(a b)"', "let T=await t4(this.ctx,N);if(T!==null)p(T,!0);", "let T=await t4(this.ctx,N);if(T!==null)p(lilyPlain(T,lilyLists,this.ctx.state,f),!0);"],

  // set -e: what is tested does not end the script, with all that runs in it.
  ["f && x", "let f=await this.executePipeline(c);", "let f=await lilyTested(this.ctx.state,l<t.pipelines.length-1||c.negated,()=>this.executePipeline(c));"],

  // What $( ) says on stderr is told with the next command, where the word is not a command's own.
  ["case $(x >&2) in", 'this.ctx.state.expansionStderr="";let s=await t3(', 'let s=await t3('],
  ["( case $(x >&2) in )", "e.options={...e.options},e.shoptOptions", 'e.expansionStderr="",e.options={...e.options},e.shoptOptions'],

  // trap.
  ["trap, wait and kill", 'if(t==="eval")return mc(c,n,s,l);if(t==="cd")', 'if(t==="trap")return lilyTrap(c,n);let lily=lilyJobs(c,t,n);if(lily)return lily;if(t==="eval")return lilyAt(c.state,c.state.currentLine-1,()=>mc(c,n,s,l));if(t==="cd")'],
  ["the end of a statement", "async executeStatement(t){", "async executeStatement(t){return lilyStatement(this,t,_p)}async lilyInner(t){"],
  ["a failure", "if(this.ctx.state.errexitSafe=o||i||a,this.ctx.state.options.errexit&&r!==0&&s===t.pipelines.length-1&&!i&&!this.ctx.state.inCondition&&!a){",
    "if(this.ctx.state.errexitSafe=o||i||a,r!==0&&s===t.pipelines.length-1&&!i&&!this.ctx.state.inCondition&&!a&&(await lilyFailed(this,t,r,n),this.ctx.state.options.errexit)){"],
  ["a function's end", "m=await e.executeCommand(t.body,p,h);return fs(", "m=await lilyRouted(e,f,()=>lilyFunction(e,()=>e.executeCommand(t.body,p,h)));return f.routed?m:fs("],
  ["a subshell's end", "l=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0)", "l=>lilySub(e,()=>kO(e,t,l.stdin??n,r,s||l.stdin!==void 0))"],
  ["a part of a pipeline", "R=await n(y,s)}catch(I)", "R=!u?await n(y,s):await lilyFed(e,!S,()=>x?lilySub(e,()=>n(y,s)):lilyCaught(e.state,t.pipeStderr?.[w],()=>lilySub(e,()=>n(y,s))))}catch(I)"],
  ["the shell's end", "await new Yo(E,m).executeScript(x)", "await lilyMain(new Yo(E,m),x,zw,Rn)"],
  ["exit in a trap", "if(t.length===0)n=e.state.lastExitCode;else{let s=t[0];if(s===\"\"||!/^-?\\d+$/.test(s))r=`bash: exit", "if(t.length===0)n=e.state.trapCode??e.state.lastExitCode;else{let s=t[0];if(s===\"\"||!/^-?\\d+$/.test(s))r=`bash: exit"],
  ["set -E", '["E",null]', '["E","errtrace"]'],
  ["set -o errtrace", '["errtrace",null]', '["errtrace","errtrace"]'],

  ["${!}", 't[s]==="!"&&(i=!0,s++);let o=!1;', 't[s]==="!"&&!/[}:%+=-]/.test(t[s+1]||"}")&&(i=!0,s++);let o=!1;'],

  // A word of the shell tells how it is called, and command knows its options alone.
  ["cd --help", 't==="export")return gp(c,n);', 't==="export"&&n[0]!=="--help")return gp(c,n);if(n[0]==="--help"&&lilyHelps(t)&&(i||!c.state.functions.has(t)))return{...wp(c,[t]),exitCode:2};'],
  ["command -v --help", "let o=!1,a=!1,l=!1,c=t;for(;c.length>0", 'let lily=lilyCommand(t);if(lily==="--help")return{...wp(s,["command"]),exitCode:2};if(lily)return K(lilyPlaced(s.state,`bash: command: ${lily}: invalid option\n`)+`command: usage: command [-pVv] command [arg ...]\n`,2);let o=!1,a=!1,l=!1,c=t;for(;c.length>0'],

  // find -type l, and lists of types: what is no file and no folder is a link here.
  ["find -type f,l", 'if(l==="f"||l==="d")n.push', 'if(/^[fdlbcpsD](,[fdlbcpsD])*$/.test(l))n.push'],
  ["find -type l", 'e.fileType==="f"?{matches:t.isFile,pruned:!1,printed:!1}:e.fileType==="d"?{matches:t.isDirectory,pruned:!1,printed:!1}:{matches:!1,pruned:!1,printed:!1}', '{matches:e.fileType.split(",").includes(t.isFile?"f":t.isDirectory?"d":"l"),pruned:!1,printed:!1}'],
  ["find -type l", 'e.fileType==="f"?{matches:r,pruned:!1,printed:!1}:e.fileType==="d"?{matches:s,pruned:!1,printed:!1}:{matches:!1,pruned:!1,printed:!1}', '{matches:e.fileType.split(",").includes(r?"f":s?"d":"l"),pruned:!1,printed:!1}'],

  // set -x quotes what means something to the shell, and nothing else.
  ["set -x", "function rO(e){", "function rO(e){return lilyQuoted(e);"],
  ["set -x; a='b c'", "await Y4(e)}${t}=${n}\n", "await Y4(e)}${t}=${n===\"\"?n:lilyQuoted(n)}\n"],

  // A pattern that nothing matches is the word as it is: what is quoted in it is not split.
  ['a*"b c"', 'let l=yd(r);if(!Zt(e.state.env)){let c=Mt(e.state.env);return{values:ot(l,c,e.limits.maxArrayElements),quoted:!1}}return{values:[l],quoted:!1}}', 'return{values:[yd(r)],quoted:!1}}'],
  ["a*\\ b", 'let a=yd(r);if(!Zt(e.state.env)){let l=Mt(e.state.env);return{values:ot(a,l,e.limits.maxArrayElements),quoted:!1}}return{values:[a],quoted:!1}}', 'return{values:[yd(r)],quoted:!1}}'],

  // set -e: a function, eval or a subshell fails as a command, though what failed in it was tested; a group does not.
  ["f() { false && x; }; f", "a=this.ctx.state.errexitSafe;if(", "a=this.ctx.state.errexitSafe&&lilySafe(t.pipelines[s]);if("],

  // "${a[*]}" is joined by the first character of IFS in an assignment and a here-document, too.
  ['x="${a[*]}"', 'let f=xe(e,o);if(f.length>0)return f.map(([,p])=>p).join(" ");', 'let f=xe(e,o);if(f.length>0)return f.map(([,p])=>p).join(a==="*"?Ne(e.state.env):" ");'],

  ["for i; do", 'if(t.words===null)i=(e.state.env.get("@")||"").split(" ").filter(Boolean);', 'if(t.words===null)i=Array.from({length:Number(e.state.env.get("#")||0)},(_,o)=>e.state.env.get(String(o+1))??"");'],

  // What was counted as text may have fewer bytes as it is: ls é 2>&1 in a shell within the shell.
  ["ls é 2>&1", 'i==="bytes"?n.length:_(n);(!Number.isSafeInteger(s)||s<0||s>o)&&this.fail', 'i==="bytes"?n.length:_(n);s>o&&(s=o),(!Number.isSafeInteger(s)||s<0)&&this.fail'],

  // rm takes a link itself, wherever that leads.
  ["rm link", "if((await t.fs.stat(f)).isDirectory&&!r){l+=`rm: cannot", "if((await t.fs.lstat(f)).isDirectory&&!r){l+=`rm: cannot"],

  // BASH_SOURCE, FUNCNAME and BASH_LINENO have the script below the functions.
  ["the script", "signal:u.signal,extraArgs:u.args}", "signal:u.signal,extraArgs:u.args,script:u.script,currentSource:u.script,fileDescriptors:lilyWhere(this.fs,this.state)},lily=_p(m)"],
  ["test -p /dev/stdin", 'case"-p":return!1;', 'case"-p":return lilyPiped(e,r);'],
  ["BASH_SOURCE[@]", 't==="FUNCNAME"?(e.state.funcNameStack??[]).map((i,o)=>[o,i]):t==="BASH_LINENO"?(e.state.callLineStack??[]).map((i,o)=>[o,String(i)]):t==="BASH_SOURCE"?(e.state.sourceStack??[]).map((i,o)=>[o,i]):',
    '/^(FUNCNAME|BASH_LINENO|BASH_SOURCE)$/.test(t)?lilyCalls(e.state,t).map((i,o)=>[o,String(i)]):'],
  ["BASH_SOURCE", 't==="FUNCNAME"?(e.state.funcNameStack?.length??0)>0:t==="BASH_LINENO"?(e.state.callLineStack?.length??0)>0:t==="BASH_SOURCE"?(e.state.sourceStack?.length??0)>0:',
    '/^(FUNCNAME|BASH_LINENO|BASH_SOURCE)$/.test(t)?lilyCalls(e.state,t).length>0:'],
  ["$FUNCNAME", "let o=e.state.funcNameStack?.[0];", 'let o=lilyCalls(e.state,"FUNCNAME")[0];'],
  ["$BASH_LINENO", "let o=e.state.callLineStack?.[0];", 'let o=lilyCalls(e.state,"BASH_LINENO")[0];'],
  ["$BASH_SOURCE", "let o=e.state.sourceStack?.[0];", 'let o=lilyCalls(e.state,"BASH_SOURCE")[0];'],
  ["${FUNCNAME[1]}", 'e.state.funcNameStack?.[f]??""', 'lilyCalls(e.state,"FUNCNAME")[f]??""'],
  ["${BASH_LINENO[1]}", "let d=e.state.callLineStack?.[f];", 'let d=lilyCalls(e.state,"BASH_LINENO")[f];'],
  ["${BASH_SOURCE[1]}", 'e.state.sourceStack?.[f]??""', 'lilyCalls(e.state,"BASH_SOURCE")[f]??""'],
  ["a function of a script", 't.sourceFile??e.state.currentSource??"main"', 't.sourceFile??e.state.currentSource??"environment"'],
  ["source", "e.state.currentSource=r;try{let c=or(i),u=await e.executeScript(c);return l(),u}catch(c){if(l(),", "e.state.currentSource=r;let lily=lilySourced(e.state,r);try{let c=or(i),u=await e.executeScript(c);return lily(),l(),u}catch(c){if(lily(),l(),"],

  // What the shell says has its place.
  ["said", "return u!==null?u.internalProducerCommand===void 0?{...u,internalProducerCommand:t}:u:{...await f3(c,t,n,s,o),internalProducerCommand:t}", "return u!==null?lilySaid(this.ctx,t,u.internalProducerCommand===void 0?{...u,internalProducerCommand:t}:u,!0,n):lilySaid(this.ctx,t,{...await f3(c,t,n,s,o),internalProducerCommand:t})"],
  ["redirections", "error:await fs(e,w,t.slice(0,y),s,i,a)", "error:await fs(e,{...w,stderr:lilyPlaced(e.state,w.stderr)},t.slice(0,y),s,i,a)"],
  ["redirections", 'prepare:(i="")=>bI(e,t,i,r)', 'prepare:(i="")=>lilyPrepared(e.state,()=>bI(e,t,i,r))'],
  ["BASH_COMMAND", 'case"LINENO":return', 'case"BASH_COMMAND":return e.state.command?w7(e.state.command):"";case"LINENO":return'],
  ["BASH_COMMAND", '"BASHPID","LINENO"]).has', '"BASHPID","LINENO","BASH_COMMAND"]).has'],
  ["the command", "async executeSimpleCommandInner(t,n,r){", "async executeSimpleCommandInner(t,n,r){return lilyReading(this.ctx,n,Rn,()=>this.lilyCommand(t,n,r))}async lilyCommand(t,n,r){if(!this.ctx.state.inTrap)this.ctx.state.command=t;let lilyLists=new Map;"],
  ["lines", "t.line!==void 0&&(this.ctx.state.currentLine=t.line)", "t.line!==void 0&&(this.ctx.state.currentLine=lilyLine(this.ctx.state,t.line))", 3],
  ["no word of browsers", "command not available in browser environments. Exclude '${t}' from your commands or use the Node.js bundle.", "command not found"],
  ["((", "K(`bash: arithmetic expression: ${n.message}\n`)", "K(lilyPlaced(this.ctx.state,`bash: ((: ${n.message}\n`))"],
  ["[[", "K(`bash: conditional expression: ${n.message}\n`,r)", "K(lilyPlaced(this.ctx.state,`bash: [[: ${n.message}\n`),r)"],

  // (( is arithmetic where it ends with )), as bash takes it, and what runs in it is of this shell.
  ["((i - 2))", "this.looksLikeNestedSubshells(n+2)||this.dparenClosesWithSpacedParens(n+2)?", "lilyNested(this.input,n+2)?"],
  ["$(( $(f) ))", "let i=await e.execFn(t.command,{signal:e.state.signal});", 'let i={stdout:await _l(e,t.command),stderr:""};'],
  ["$(( $(f)0 ))", "(await e.execFn(t.command,{signal:e.state.signal})).stdout.trim()", "(await _l(e,t.command)).trim()"],
  ["$(( $x + $(f) ))", "let u=await e.execFn(c,{signal:e.state.signal});", 'let u={stdout:await _l(e,c),stderr:""};'],
  ["$(( $x + `f` ))", "let c=await e.execFn(l,{signal:e.state.signal});", 'let c={stdout:await _l(e,l),stderr:""};'],

  // local is declare, where it has that one's options; what is readonly costs the command and not the script.
  ["local -A", 'if(t==="local")return xp(c,n);', 'if(t==="local")return c.state.localScopes.length>0&&n.some(f=>/^-[^=]*[AFilrux]/.test(f))?cp(c,n):xp(c,n);'],
  ["readonly", 'throw new he(1,"",r)}return null}function ur(', 'throw e.state.options.errexit?new he(1,"",r):new Ge(`${t}: readonly variable`,"",r)}return null}function ur('],

  // What is said.
  ["BASH_VERSION", 'T6="5.1.0(1)-release"', 'T6="5.2.15(1)-release"'],
  ["${x:?y}", 'n.word?await s(e,n.word.parts,r.inDoubleQuotes):`${t}: parameter null or not set`', '`${t}: ${(n.word&&await s(e,n.word.parts,r.inDoubleQuotes))||(n.checkEmpty?"parameter null or not set":"parameter not set")}`'],
  ["shift 9", "let o=`bash: shift: shift count out of range\n`;if(e.state.options.posix)throw new dn(1,\"\",o);return K(o)", "let o=`bash: shift: shift count out of range\n`;if(e.state.options.posix)throw new dn(1,\"\",o);return It(!1)"],
  ["getopts x", "m=`bash: illegal option -- ${d}\n`", 'm=`${e.state.env.get("0")||"bash"}: illegal option -- ${d}\n`'],
  [". none", "if(i===null)return K(`bash: ${r}: No such file or directory\n`)", "if(i===null)return K(lilyPlaced(e.state,`bash: ${r}: No such file or directory\n`))"],
  ["eval if", "return K(`bash: eval: ${l.message}\n`);throw l", "return K(lilyPlaced(e.state,`bash: eval: ${l.message}\n`),2);throw l"],
  ["$nope | cat", "stderr:I.stderr,exitCode:I.exitCode??1}", "stderr:I.placed?I.stderr:lilyPlaced(e.state,I.stderr),exitCode:I.exitCode??1}"],
  ["./x.sh", "await a(c.path,n,r)", 'await a(t.includes("/")?t:c.path,n,r)'],

  // test: a folder has a size.
  ["test -s .", 'case"-s":return await e.fs.exists(r)?(await e.fs.stat(r)).size>0:!1', 'case"-s":{if(!await e.fs.exists(r))return!1;let s=await e.fs.stat(r);return s.isDirectory||s.size>0}'],
  ["[ a b ]", "f=n.slice(0,-1)}return jo(c,f)}return null}", "f=n.slice(0,-1)}return lilyTest(t,f,await jo(c,f))}return null}"],
  ["$1 of set -u", "super(`${t}: unbound variable`,n,`bash: ${t}: unbound variable\n`)", "super(`${t}: unbound variable`,n,`bash: ${/^\\d+$/.test(t)?\"$\"+t:t}: unbound variable\n`)"],
  ["${#@}", "function q7(e,t,n){", 'function q7(e,t,n){if(t==="@"||t==="*")return e.state.env.get("#")||"0";'],

  // A word that looks like an assignment is a word where none can be.
  ["for x in a=1", "v.DO,v.EOF)&&e.isWord();)i.push(e.parseWord())", "v.DO,v.EOF)&&(e.isWord()||e.check(v.ASSIGNMENT_WORD));)i.push(e.parseWord())"],
  ["case a=1 in", "e.expect(v.CASE),e.isWord()||e.error", "e.expect(v.CASE),e.isWord()||e.check(v.ASSIGNMENT_WORD)||e.error"],
  ["a=1) x", "let t=[];for(;e.isWord()&&(t.push(e.parseWord()),e.check(v.PIPE));)e.advance();", "let t=[];for(;(e.isWord()||e.check(v.ASSIGNMENT_WORD))&&(t.push(e.parseWord()),e.check(v.PIPE));)e.advance();"],
  ["x=(a=1)", "e.isWord()?t.push(e.parseWord()):bk.has", "e.isWord()||e.check(v.ASSIGNMENT_WORD)?t.push(e.parseWord()):bk.has"],
];

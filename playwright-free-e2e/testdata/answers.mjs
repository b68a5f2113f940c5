// Makes rows for answers.jsonl: scripts, by chance but the same ones for a seed, or one a line
// from stdin, each with what bash and the programs of this machine answer.
//
//   node answers.mjs SEED N [KIND] >>answers.jsonl
//   node answers.mjs <scripts >>answers.jsonl
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let seed = Number(process.argv[2] ?? 1);
const rnd = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
const pick = (a) => a[rnd(a.length)];
const num = () => pick(["0","1","2","3","7","10","-1","-5","255","010","0x1f","2#101","36#z","9223372036854775807","-9223372036854775808","4294967296","x","y","z"]);
const arith = (d) => { if (d <= 0) return num(); const k = rnd(14); const a = () => arith(d - 1);
  return [() => `${a()} + ${a()}`, () => `${a()} - ${a()}`, () => `${a()} * ${a()}`, () => `(${a()})`, () => `${a()} / (${num()})`, () => `${a()} % 7`, () => `${a()} << ${rnd(70)}`, () => `${a()} >> ${rnd(70)}`, () => `${a()} ${pick(["<","<=",">",">=","==","!="])} ${a()}`, () => `${a()} ${pick(["&","|","^","&&","||"])} ${a()}`, () => `${pick(["-","+","!","~"])} ${a()}`, () => `${a()} ? ${a()} : ${a()}`, () => `${pick(["x","y","z"])} ${pick(["=","+=","-=","*=","<<=","|="])} ${a()}`, () => pick(["x++","++y","z--","--x","2 ** 5","(-2) ** 3"])][k](); };
const word = () => pick(["hello world","foo.tar.gz","/usr/local/bin","aXbXc","  lead","trail  ","", "a*b","ABC def","x=y=z","a,b;c","tab\there","äöü","100%","$HOME","a/b/c.txt","mississippi"]);
const q = (s) => `'${s.replaceAll("'", "'\\''")}'`;
const pat = () => pick(["*.","*/","o","?","[a-c]","[!a-c]","X","*b*","%","","s","ss","*","a*","[[:upper:]]","[[:space:]]","$"]);
const param = () => { const v = word(); const e = pick([() => `\${v${pick(["#","##","%","%%"])}${pat()}}`, () => `\${v${pick(["/","//","/#","/%"])}${pat().replaceAll("/", "\\/")}/${pick(["_","","Q","&","--"])}}`, () => `\${v:${rnd(8) - 3 < 0 ? " -" + rnd(4) : rnd(8)}}`, () => `\${v:${rnd(6)}:${rnd(6)}}`, () => `\${v${pick(["^","^^",",",",,"])}}`, () => `\${v${pick([":-","-",":+","+",":="])}def}`, () => "${#v}", () => `\${u${pick([":-","-",":+","+",":="])}d e}`]); const quote = pick(['"', ""]); return `v=${q(v)}; printf '[%s]' ${quote}${e()}${quote}; echo`; };
const printf = () => { const f = "%" + pick(["","-","0","+"," ","#","-0","+0"]) + pick(["","5","10","1"]) + pick(["",".0",".3",".10"]) + pick(["d","i","u","o","x","X","f","e","g","G","E","s","c","b"]); return `printf '${f}|\\n' ${[...Array(1 + rnd(3))].map(() => q(pick(["0","1","-1","3.14159","255","1e10","-7","123456789","0.1","1e-5","2.5","abc","0x1F","077","99999999999","hello","a\\tb","1234567.891","","0.000123","1e100","12345678901234567890"]))).join(" ")}`; };
const test_ = () => { const a = () => q(pick(["a","b","","0","1","10","9","-3","abc","a b","!","(","-f","="])); return pick([() => `[ ${a()} ${pick(["=","!=","<",">","-eq","-ne","-lt","-le","-gt","-ge"]).replace(/[<>]/, "\\$&")} ${a()} ]; echo $?`, () => `[ ${pick(["-n","-z","!","-e","-d","-f"])} ${a()} ]; echo $?`, () => `[[ ${a()} ${pick(["==","!=","<",">","=~"])} ${a()} ]]; echo $?`, () => `[[ ${a()} == ${pick(["a*","?","[ab]","*b*"])} ]]; echo $?`, () => `test ${a()}; echo $?`, () => `[ ${a()} = ${a()} ${pick(["-a","-o"])} ${a()} = ${a()} ]; echo $?`])(); };
const lines = () => [...Array(3 + rnd(5))].map(() => pick(["a 3","b 1","c 2","10","9","2.5","-1","","B x","a 1","foo:bar:baz","x\ty","  pad","z,1,2","Abc","abc","1e2","0x1","_u","a-b","a.b","~t"])).join("\n") + "\n";
const inp = () => `printf '%s' ${q(lines())} | `;
const sort = () => inp() + `sort ${pick(["","-n","-r","-u","-nr","-f","-b","-k2","-k1,1","-k2n","-t: -k2","-t, -k2,2n","-s","-fu","-V","-d","-h","-g","-nu","-k1,1r -k2","-z"])}`;
const cut = () => inp() + `cut ${pick(["-c1","-c2-3","-c-2","-c3-","-d: -f1","-d: -f2-","-d' ' -f1","-d, -f1,3","-f2","-s -d: -f1","-b1,3","-d: --complement -f1","-d' ' -f2 --output-delimiter=X","-c1-2,4 --output-delimiter=_"])}`;
const tr = () => inp() + `tr ${pick(["a-z A-Z","-d a-c","-s ' '","-c 'a-z\\n' _","'[:lower:]' '[:upper:]'","-d '[:digit:]'","a-c x","-cd '[:alnum:]\\n'","'\\n' ' '","-s a-z","abc 123","-ds a b","': ' '_-'","'[:space:]' '\\n'","-t abc xy","'\\t' ' '","a '\\n'"])}`;
const other = () => inp() + pick(["uniq","uniq -c","uniq -d","wc","wc -l","wc -w","head -2","head -n -1","tail -2","tail -n +2","nl","nl -ba","cat -n","rev","tac","paste -sd,","paste - -","fold -w3","od -c","od -An -tx1","od","grep -c a","grep -n b","grep -v a","grep -o '[a-z]*'","sed 's/a/X/'","sed -n 2p","sed 's/[a-z]/<&>/g'","sed '/a/d'","sed '$d'","sed -E 's/([a-z]+) ([0-9]+)/\\2 \\1/'","sed '2!d'","sed 'y/abc/xyz/'","sed '1~2d'","sed = ","sed -n '/a/,/b/p'","sed 's/a/b/2'","awk '{print $1}'","awk '{print NF}'","awk 'NR%2'","awk -F: '{print $2}'","awk '{s+=$1} END{print s}'","awk '{print length($0)}'","awk '/a/'","awk '{$1=\"\"; print}'","expand","column -t","xargs","xargs -n2","sort | uniq -c | sort -rn"]);
const val = (d) => { if (d <= 0) return pick(["1","null","true","\"a\"","2.5","\"x,y\"","-3","[]","{}","false","0"]); return pick([() => `[${[...Array(rnd(4))].map(() => val(d - 1)).join(",")}]`, () => `{${["a","b","c"].slice(0, rnd(4)).map((k) => `"${k}":${val(d - 1)}`).join(",")}}`, () => val(0)])(); };
const filt = (d) => { const f = () => filt(d - 1); if (d <= 0) return pick([".",".a",".[0]","1","\"s\"","null",".b?",".[]?","length","type","keys?"]); return pick([() => `${f()} | ${f()}`, () => `(${f()}, ${f()})`, () => `(${f()}) // ${f()}`, () => `[${f()}]`, () => `map(${f()})?`, () => `select(${f()})`, () => `if ${f()} then ${f()} else ${f()} end`, () => `(${f()}) ${pick(["+","-","*","/","==","<","and","or"])} (${f()})`, () => pick(["to_entries?","tojson","tostring","add?","any?","all?","flatten?","reverse?","sort?","unique?","min?","max?","first?","last?","not","paths","[..]","tojson|length","ascii_downcase?","explode?","@base64","@json","@text","(.a = 1)?","(.a |= 2)?","(.[0] += 1)?","del(.a)?","has(\"a\")?","contains(\"a\")?","group_by(.)?","sort_by(.)?","with_entries(.)?","[paths]","walk(.)","getpath([\"a\",\"b\"])?","index(\",\")?","split(\",\")?","join(\"-\")?","ltrimstr(\"a\")","test(\"a\")?","sub(\"a\";\"b\")?","limit(2;.[]?)","[range(3)]","to_entries?|from_entries?","transpose?","tonumber?","floor?","sqrt?","map_values(1)?","indices(1)?","inside([1,2])?","splits(\",\")?","(.. | numbers)?","{a:1} + (objects)","input?","env|type","reduce .[]? as $x (0; . + 1)","[foreach .[]? as $x (0; . + 1)]","[limit(3; repeat(1))]","(try error(\"x\") catch .)","\"\\(.)\"","[.[]? | tostring]","(.a.b.c)?","[splits(\"x\")?]","(. as [$a] | $a)?","tostream","ascii_upcase?","length?","utf8bytelength?","keys_unsorted?","(-.)?"]), () => `reduce (${f()}) as $x (0; . + 1)`, () => `try (${f()}) catch .`])(); };
const jq = () => `printf '%s' ${q(val(3))} | jq -c ${q(filt(2))}`;
const text = () => [...Array(rnd(14))].map(() => pick(["a", "b", "B", "", "a b", "a  b", "x\ty", "}", "long line"]) + "\n").join("") + pick(["", "", "", "a"]);
const edits = (t) => { const l = t.split("\n"); for (let n = 1 + rnd(3); n > 0; n--) l.splice(rnd(l.length + 1), rnd(3), ...text().split("\n").slice(0, rnd(3))); return l.join("\n"); };
const diff = () => { const a = text(); return `printf '%s' ${q(a)} >a; printf '%s' ${q(pick([edits, edits, edits, text])(a))} >b; diff ${pick(["", "", "", "-q ", "-s ", "-i ", "-w ", "-b ", "-d ", "-u -L a -L b ", "-U1 --label=a --label=b ", "-uw -La -Lb ", "--normal ", "-U0 -U2 -Lx -Ly "])}a b; echo $?`; };
const kinds = { diff, arith: () => `x=5; y=-3; z=12; echo $(( ${arith(3)} )) $x $y $z`, param, printf, test: test_, sort, cut, tr, other, jq };

function* scripts() {
  if (process.argv.length < 4) return yield* readFileSync(0, "utf8").split("\n").filter(Boolean).map((l) => (l[0] === '"' ? JSON.parse(l) : l));
  for (let i = 0; i < Number(process.argv[3]); i++) yield kinds[process.argv[4] ?? pick(Object.keys(kinds))]();
}

for (const run of scripts()) {
  const cwd = mkdtempSync(join(tmpdir(), "answers"));
  const { stdout, status } = spawnSync("bash", ["-c", run], { cwd, env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" }, stdio: ["ignore", "pipe", "ignore"], timeout: 10000 });
  rmSync(cwd, { recursive: true });
  if (stdout.toString() !== new TextDecoder().decode(stdout) || /answers|PWD/.test(stdout)) continue; // no text, or this machine's
  if (status !== null) console.log(JSON.stringify({ run, want: stdout.toString(), code: status }));
}

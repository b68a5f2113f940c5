package argv

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// checked are the faults of a template for [params], in short: the kind, a colon and
// the name, and for code the program.
func checked(t testing.TB, text string, params []Param) []string {
	t.Helper()
	tmpl, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	got := []string{}
	for _, f := range tmpl.Check(params) {
		if !strings.HasPrefix(text[f.Offset:], "{{") {
			t.Errorf("%s: got %+v, which is not at a placeholder", text, f)
		}
		got = append(got, [...]string{"code", "option", "default", "drops"}[f.Kind]+":"+f.Param)
	}
	return got
}

// required are the [params] with none that may be missing.
func required() []Param {
	list := slices.Clone(params)
	for i := range list {
		list[i].Required = true
	}
	return append(list, Param{Name: "o", Type: "string"}, Param{Name: "ob", Type: "boolean"})
}

// TS-2a: a value within the code of an interpreter is a fault, whatever the program is
// called, however it is started, and wherever its option stands.
func TestValueInCode(t *testing.T) {
	for text := range strings.SplitSeq(strings.TrimSpace(`
bash -c 'echo {{s}}'
bash -c {{s}}
bash -c "{{s}}"
sh -c 'x {{i}} y'
/bin/sh -c 'echo {{s}}'
/usr/local/bin/bash-5.2 -c 'echo {{s}}'
../../bin/zsh -c {{s}}
dash -c {{s}}
ash -c {{s}}
ksh93 -c {{s}}
bash -lc {{s}}
bash -ec {{s}}
bash -xc {{s}}
bash -cx {{s}}
bash -c -x {{s}}
bash -c -- {{s}}
sh -c -e -- {{s}}
bash -O extglob -c {{s}}
bash -o pipefail -c {{s}}
bash -euo pipefail -c {{s}}
bash -oc pipefail {{s}}
bash +x -c {{s}}
bash +o history -c {{s}}
sh +c {{s}}
bash --norc -c {{s}}
bash --rcfile x -c {{s}}
bash --login -c {{s}}
bash {{ob:-c}} {{s}}
bash {{o:-c}} {{s}}
bash -c {{l}}
env bash -c {{s}}
env X=1 Y=2 bash -c {{s}}
env -i -u HOME bash -c {{s}}
/usr/bin/env -S 'bash -c' {{s}}
/usr/bin/env -S 'bash -c {{s}}'
/usr/bin/env -S'bash -c {{s}}'
env --split-string='bash -c {{s}}'
env NODE_OPTIONS={{s}} node x.js
env GIT_SSH_COMMAND={{s}} git fetch
timeout 5 sh -c {{s}}
timeout -s KILL {{i}} sh -c {{s2}}
timeout --signal=KILL 5 bash -c {{s}}
nohup bash -c {{s}}
nice -n 3 bash -c {{s}}
nice -n {{i}} awk {{s}}
ionice -c2 -n 7 sed {{s}}
xargs sh -c {{s}}
xargs -0 -n 1 -I{} sh -c 'x {{s}}'
xargs -I {} awk {{s}} {}
xargs {{s}}
find . -exec sh -c {{s}} ;
find . -name x -exec {{s}} ;
find {{s}} -execdir awk {{s2}} {} +
find . -type f -exec grep x {} ; -exec sh -c {{s}} ;
fd -x sh -c {{s}}
sudo bash -c {{s}}
sudo -u root -E X=1 awk {{s}}
doas sh -c {{s}}
command bash -c {{s}}
exec -a x bash -c {{s}}
busybox sh -c {{s}}
busybox awk {{s}}
busybox {{s}}
time -p bash -c {{s}}
stdbuf -oL -e 0 awk {{s}}
setsid -f sh -c {{s}}
flock /tmp/l -c {{s}}
flock /tmp/l awk {{s}}
ssh host {{s}}
ssh -p 22 -o BatchMode=yes host ls {{s}}
ssh -o ProxyCommand={{s}} host
ssh -o {{s}} host
su -c {{s}}
su - user -c {{s}}
su --command={{s}} user
script -qc {{s}} /dev/null
watch -n 2 'ls {{s}}'
watch ls {{s}}
parallel 'echo {} {{s}}' ::: a b
parallel -j 4 {{s}} ::: a
parallel ::: {{l}}
hyperfine 'x {{s}}'
node -e {{s}}
node -p {{s}}
node -pe {{s}}
node --eval {{s}}
node --eval={{s}}
node --print={{s}}
node -e'x({{s}})'
node -r ./a.js -e {{s}}
node --no-warnings --import={{s}} x.js
bun -e {{s}}
deno eval {{s}}
deno eval --ext=ts {{s}}
python -c {{s}}
python3.11 -Bc {{s}}
python3 -W ignore -c {{s}}
python3 -c'print({{s}})'
PYTHON.EXE -c {{s}}
pypy3 -c {{s}}
uv run python -c {{s}}
poetry run python -c {{s}}
docker run --rm -v a:b img bash -c {{s}}
docker exec -it box awk {{s}}
kubectl exec pod -c x -- sh -c {{s}}
kubectl exec pod -- sed {{s}}
npx -c {{s}}
unheard-of --flag sh -c {{s}}
./run.sh python3 -c {{s}}
perl -e {{s}}
perl -ne {{s}}
perl -i.bak -pe {{s}}
perl -lane 'print {{s}}'
perl -0777 -pe s/a/{{s}}/
perl -M{{s}} -e 1
perl -E{{s}}
ruby -e {{s}}
ruby -rjson -ne {{s}}
php -r {{s}}
php --run {{s}}
lua5.4 -e {{s}}
Rscript -e {{s}}
osascript -e {{s}}
osascript -l JavaScript -e {{s}}
julia --eval={{s}}
emacs --batch --eval {{s}}
emacs -eval {{s}}
erl -noshell -eval {{s}}
pwsh -Command {{s}}
pwsh -c {{s}}
pwsh -NoProfile -comm 'x' {{s}}
powershell.exe {{s}}
powershell -ExecutionPolicy Bypass -Command 'x' {{s}}
cmd /c {{s}}
pwsh -WorkingDirectory {{s}} -Command {{s2}}
pwsh -wd {{s}} -C {{s2}}
git {{s}} {{s2}} {{i}} {{l}}
git {{l}}
docker {{s}} {{s2}} {{l}}
busybox sed {{s}} f
busybox time env sh -c {{s}}
perl -pi -e s/{{s}}/{{s2}}/ f
node --input-type=module -e {{s}}
sudo -- bash -c {{s}}
'ba''sh' "-c" {{s}}
b\ash -\c {{s}}
bash -c "$(cat {{s}})"
sed -e "s/{{s}}/{{s2}}/g" f
awk "BEGIN { print {{i}} }"
cmd.exe /C dir {{s}}
eval {{s}}
eval 'x' {{s}}
awk {{s}} f
awk '{print ${{i}}}' f
awk '/{{s}}/' f
gawk -F: '$1 == "{{s}}"' f
mawk -v x=1 'x {{s}}' f
gawk --source {{s}}
gawk --source={{s}}
gawk -e {{s}} f
awk -- {{s}} f
awk -f {{o}} {{s}}
sed {{s}} f
sed s/{{s}}/x/ f
sed -n '{{i}}p' f
sed -n -e {{s}} f
sed -ne {{s}} f
sed --expression={{s}} f
sed --expr={{s}} f
sed f -e {{s}}
sed -i '' s/{{s}}/x/ f
sed -i.bak s/{{s}}/x/ f
sed -f {{o}} {{s}}
gsed -E {{s}}
jq .{{s}} f
jq -r '.a | {{s}}' f
jq --arg a b {{s}}
jq -n --indent 2 {{s}}
yq eval {{s}} f
sqlite3 db {{s}}
psql -c {{s}}
mysql -e 'select {{s}}'
vim -c {{s}}
vim +{{s}} f
vim --cmd {{s}}
less +{{s}} f
git -c alias.x={{s}} x
git -c core.pager={{s}} log
git -c {{s}} log
git rebase --exec {{s}}
git rebase -x {{s}}
git bisect run {{s}}
git bisect run sh -c {{s}}
git submodule foreach {{s}}
git clone -u {{s}} x
tar -xf a --to-command={{s}}
tar -I {{s}} -xf a
rsync -e {{s}} a b
env {{s}} ls
timeout 5 {{s}}
timeout {{l}} x
sudo {{s}} x
nohup {{s}}
npx {{s}}
docker run img {{s}}
nohup timeout 5 env A=b nice sudo -u x busybox sh -ec {{s}}
`), "\n") {
		if got := checked(t, text, required()); !slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "code:") }) {
			t.Errorf("%s: got %q, want a value in code", text, got)
		}
	}
}

// TS-2a: a value that names an option, or a part of its name, is a fault.
func TestValueInOption(t *testing.T) {
	for text, want := range map[string]string{
		"rm -{{s}} x": "s", "rm --{{s}} x": "s", "p --{{s}}=x": "s", "p --no-{{s}}": "s", "p --with{{s}}=x": "s", "head -{{i}} f": "i",
		"p -{{s}}{{s2}}": "s", "p {{o:-}}{{s}}": "s", "p {{o:--}}{{s}}": "s", "p {{ob:--}}{{s}}": "s", "p {{ob:-}}{{ob:-}}{{s}}": "s", "p {{ob:--x}}{{s}}=1": "s",
		"p '-{{s}}'": "s", `p "--{{s}}"`: "s", `p \-{{s}}`: "s", "p -{{l}}": "l", "p -{{n}}": "n", "p -{{o:x}}": "o",
		"bash -{{s}} x": "s", "bash -e{{s}} x": "s", "bash +{{s}} x": "s", "perl -n{{s}} x": "s", "perl -0{{s}}": "s", "sed -n{{s}} x": "s",
		"env -- rm -{{s}}": "s", "rm --{{ob:x}}{{s}}": "s",
	} {
		var got []string
		for _, f := range checked(t, text, required()) {
			if name, ok := strings.CutPrefix(f, "option:"); ok {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TS-2a, TS-3: a value that is data to every program is no fault, and nothing is
// warned of.
func TestValueIsData(t *testing.T) {
	for text := range strings.SplitSeq(strings.TrimSpace(`
bash -c 'echo "$1"' _ {{s}}
bash -c 'echo "$1" "$2"' -- {{s}} {{s2}}
bash -euo pipefail -c 'for x; do echo "$x"; done' _ {{l}}
env X={{s}} bash -c 'echo "$X"'
env -i PATH=/bin A={{s}} sh x.sh {{s2}}
bash scripts/x.sh {{s}}
bash scripts/x.sh -c {{s}}
bash {{s}} {{s2}}
bash -- {{s}}
sh -s {{s}}
zsh -o extendedglob scripts/x.sh {{l}}
python3 x.py -c {{s}}
python3 -m http.server {{i}}
python3 -m json.tool {{s}}
python3 -c 'import sys; print(sys.argv[1])' {{s}}
python3 {{s}}
node x.js --eval {{s}}
node -e 'console.log(process.argv[1])' {{s}}
node --require ./a.js x.js {{s}}
deno run --allow-read x.ts {{s}}
perl -e 'print $ARGV[0]' {{s}}
perl -I{{s}} x.pl
ruby -e 'puts ARGV[0]' -- {{s}}
php -r 'echo $argv[1];' {{s}}
awk '{print $1}' {{s}}
awk -F{{s}} '{print $1}' {{s2}}
awk -F {{s}} '{print $1}' f
awk -v x={{s}} -v y={{i}} '$1 == x' {{s2}}
awk -v {{s}} '{print x}' f
gawk --assign=x={{s}} '{print x}' f
awk -f prog.awk {{s}}
awk -f {{s}} f
sed -n 's/a/b/p' {{s}}
sed -i 's/a/b/' {{s}}
sed -i '' 's/a/b/' {{s}}
sed -i.bak -e 's/a/b/' -- {{s}}
sed -f x.sed {{s}}
sed {{ob:-n}} 's/a/b/' {{s}}
jq -r '.a | .b' {{s}}
jq --arg x {{s}} '.[$x]' {{s2}}
jq -n --arg x {{s}} --argjson y {{i}} '$x, $y'
jq -f x.jq {{s}}
jq --slurpfile a {{s}} '$a' f
find {{s}} -name '*.md'
find {{s}} -name {{s2}} -type f
find {{s}} -maxdepth {{i}} -exec wc -l {} +
find . -newer {{s}} -exec cp {} {{s2}} \;
find . -name '*.sh' -exec bash -n {} \;
grep -E 'a|b' {{s}}
grep -rn -- {{s}} {{s2}}
grep -e {{s}} bash
grep -c node -e {{s}} f
grep awk {{s}}
rg sed {{s}}
echo eval {{s}}
apt-get install python3 {{s}}
xargs -a {{s}} -n {{i}} wc -l
xargs -I{} cp {} {{s}}
timeout {{i}} wc -l {{s}}
timeout -k {{i}} 5 ./x.sh {{s}}
nice -n {{i}} ./x.sh {{s}}
sudo -u {{s}} ./x.sh {{s2}}
time ./x.sh {{s}}
command -v {{s}}
ssh {{s}}
ssh {{s}} uptime
ssh -p {{i}} -o ConnectTimeout={{i}} host uptime
watch -n {{i}} ls
parallel echo {} ::: {{l}}
git log --oneline -n {{i}} -- {{s}}
git -c user.name={{s}} commit -m {{s2}}
git -C {{s}} diff {{s2}}
git grep -n {{s}}
git show {{s}}:{{s2}}
git rebase {{s}}
tar -xzf {{s}} -C {{s2}}
tar -C{{s}} -cf {{s2}} .
tar xzf {{s}}
rsync -a {{s}} {{s2}}
gcc -I{{s}} -O2 -o {{s2}} x.c
make -j {{i}} {{s}}
docker run --rm -e X={{s}} -v {{s2}}:/x img cat /x
docker exec -u {{s}} box ls {{s2}}
kubectl get pod {{s}} -n {{s2}} -o yaml
kubectl exec {{s}} -- ls {{s2}}
npx prettier {{s}}
npx @anthropic-ai/summarize {{s}}
npm run build -- {{s}}
npm test {{s}}
poetry run pytest -k {{s}}
uv run x.py {{s}}
curl https://x/{{s}}?q={{s2}}
curl -H X-A:{{s}} -o {{s2}} https://x
inspect eval {{s}}
make eval {{s}}
vim {{s}}
less {{s}}
env
date -u -d {{s}}
p --s={{s}} -f{{s2}} x{{i}} {{ob:--flag}} {{l}}
p -n{{i}} --x-{{ob:y}} --{{ob:z}}
rm -- -{{s}} --{{s2}}
p {{s}}-{{s2}} a-{{s}} a--{{s}}
git {{s}} {{s2}}
docker {{s}} {{s2}}
npm {{s}}
pwsh -File x.ps1 {{s}}
powershell -ExecutionPolicy Bypass -File x.ps1 {{s}}
curl -d '{"q":"{{s}}"}' https://x
printf '%s' {{s}}
sh -c 'cat "$0"' {{s}}
sudo -- ls {{s}}
./eval {{s}}
./scripts/deploy.sh preview {{s}}
`), "\n") {
		if got := checked(t, text, required()); len(got) > 0 {
			t.Errorf("%s: got %q, want none", text, got)
		}
	}
}

// TS-2: a default is a value of its parameter's type; a boolean's is a flag.
func TestDefaults(t *testing.T) {
	for text, want := range map[string]string{
		"p {{i:abc}}": "default:i", "p {{i:1.5}}": "default:i", "p {{i:}}": "default:i", "p {{i:--x}}": "default:i", "p x{{i: a }}": "default:i",
		"p {{i:0x10}}": "default:i", "p {{i:1e3}}": "default:i", "p {{i:99999999999999999999}}": "default:i", "p {{n:x}}": "default:n", "p {{n:Inf}}": "default:n",
		"p {{n:NaN}}": "default:n", "p {{n:1_000}}": "default:n", "p {{n:0x1p3}}": "default:n", "p {{n:1e999}}": "default:n", "p {{i:1}} {{i:x}}": "default:i",
		"p {{i:10}} {{i:-5}} {{n:1.5}} {{n:-2e3}} {{s:abc}} {{s:}} {{l:all}} {{b:--x}} {{b:true}} {{b:x}}": "",
	} {
		if got := strings.Join(checked(t, text, params), " "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TS-2: a missing value that would take along a flag which is not its own is told.
func TestDroppedFlags(t *testing.T) {
	drops := []string{
		"git log --oneline {{s}}", "ls -l {{s}}", "ls -la {{s}}", "grep -rn {{s}}", "tar -czf {{s}} x", "p --all {{s}} {{i}}", "p --verbose {{l}}",
		"p --dry-run x{{s}}", "wc -l {{s}}", "sort -r {{s}}", "git diff --cached {{s}}", "p --no-pager {{s}}", "p --json {{s}}",
	}
	keeps := []string{
		"git log --oneline -n {{i}}", "p --limit {{i}}", "p --max-count {{i}}", "p --output {{s}}", "p --s {{s}}", "p --s2 {{s2}}", "p -o {{s}}", "p -f {{s}}",
		"p -n {{i}}", "p --oneline {{s:x}}", "p --oneline {{b:--x}}", "p --all --s={{s}}", "p --all -- {{s}}", "p x {{s}}", "p --format {{s}}", "p -C {{s}}", "p -s {{s}}",
		"p --since {{s}}", "p --file-name {{s}}",
	}
	for _, text := range append(drops, keeps...) {
		got, want := checked(t, text, params), slices.Contains(drops, text)
		if slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "drops:") }) != want {
			t.Errorf("%s: got %q, want a flag dropped %v", text, got, want)
		}
		if got := checked(t, text, required()); len(got) > 0 {
			t.Errorf("%s, required: got %q", text, got)
		}
	}
}

// TS-2a: what is found says what to do instead.
func TestFaultSays(t *testing.T) {
	for text, want := range map[string]string{
		"bash -c 'echo {{s}}'": `puts {{s}} into code that bash runs, so a value could be code; pass it as an argument of its own, such as bash -c 'echo "$1"' _ {{s}}`,
		"rm -{{s}}":            "glues {{s}} to an option that it would name; write the option out, as in --name={{s}}, or pass the value as a word of its own",
		"timeout 5 {{s}}":      "lets {{s}} be the program that timeout runs; name the program",
		"p {{i:abc}}":          `gives i the default "abc", want a whole number`,
		"p --all {{s}}":        "leaves out --all too where s is missing; if that flag takes no value put it elsewhere, else write --name={{s}}",
	} {
		tmpl, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := tmpl.Check(params); len(got) != 1 || got[0].Message != want {
			t.Errorf("%s: got %+v, want %q", text, got, want)
		}
	}
	for name, r := range table() {
		if n := strings.Count(r.instead, "%"); n > 1 || n == 1 && !strings.Contains(fmt.Sprintf(r.instead, "x"), "{{x}}") {
			t.Errorf("%s: got %q", name, r.instead)
		}
	}
	if n := len(table()); n < 300 {
		t.Errorf("got %d programs, want 300 or more", n)
	}
}

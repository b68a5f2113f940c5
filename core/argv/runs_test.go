package argv

import (
	"fmt"
	"strings"
	"testing"
)

// PO-6: whatever the words run is found: files and code, behind every program that starts
// another one.
func TestRuns(t *testing.T) {
	for line, want := range map[string]string{
		"":                                "",
		"echo x.sh":                       "",
		"wc -l scripts/x.sh":              "",
		"./x.sh a":                        "0:./x.sh",
		"/workspace/x.sh":                 "0:/workspace/x.sh",
		"/usr/bin/env x.sh":               "",
		"bash x.sh y.sh":                  "1:x.sh",
		"/bin/sh -eu -- x.sh":             "3:x.sh",
		"bash -eo pipefail x.sh":          "3:x.sh",
		"bash +O extglob x.sh":            "3:x.sh",
		"bash -c 'a b' c d":               "2=a b",
		"bash -c":                         "",
		"bash -ec 'a' x":                  "2=a",
		"bash -c -e 'a'":                  "3=a",
		"bash -ce -- 'a'":                 "3=a",
		"bash --norc -c 'a'":              "3=a",
		"bash --rcfile r -i x.sh":         "2:r 4:x.sh",
		"bash -s x":                       "",
		"bash - x":                        "",
		"sh ./x.sh -c y":                  "1:./x.sh",
		"node a.js":                       "1:a.js",
		"node -e 'a()' b":                 "2=a()",
		"node --eval=a() b":               "1+7=a()",
		"node -pe 'a()'":                  "2=a()",
		"node -r ./r.js a.js":             "2:./r.js 3:a.js",
		"node --test a.js":                "",
		"python3 -c 'a' b":                "2=a",
		"python3 -cprint(1) b":            "1+2=print(1)",
		"python3 -m http.server":          "",
		"python3 -u x.py":                 "2:x.py",
		"perl -pi -e a -e b f":            "3=a 5=b",
		"perl -pi.bake -ea f":             "2+2=a",
		"perl -MFile::Temp x.pl":          "2:x.pl",
		"ruby -ne a f":                    "2=a",
		"awk '{print}' f":                 "1={print}",
		"awk -F: -v a=b '{print}' f":      "4={print}",
		"awk -f x.awk f":                  "2:x.awk",
		"sed s/a/b/ f":                    "1=s/a/b/",
		"sed -n -e a -e b f":              "3=a 5=b",
		"sed -ne a f":                     "2=a",
		"sed -f x.sed f":                  "2:x.sed",
		"sed --expression=a f":            "1+13=a",
		"env A=b C=d ./x.sh":              "3:./x.sh",
		"env -i -u X bash x.sh":           "5:x.sh",
		"env -S 'bash x.sh' y":            "2=bash x.sh",
		"env -S'bash x.sh'":               "1+2=bash x.sh",
		"env --split-string=./x.sh":       "1+15=./x.sh",
		"timeout 5 bash x.sh":             "3:x.sh",
		"timeout -k 1 -s KILL 5 ./x.sh":   "6:./x.sh",
		"timeout --signal=KILL 5s ./x.sh": "3:./x.sh",
		"timeout":                         "",
		"timeout 5":                       "",
		"timeout 5 env A=b nice -n 3 nohup bash -c 'a'": "10=a",
		"xargs -n 1 bash x.sh":                          "4:x.sh",
		"xargs -I {} sh -c 'a {}'":                      "5=a {}",
		"find . -name a -exec ./x.sh {} ;":              "5:./x.sh",
		"find . -exec bash -c 'a' ; -execdir ./b {} +":  "5=a 8:./b",
		"time -o f bash x.sh":                           "4:x.sh",
		"stdbuf -oL bash x.sh":                          "3:x.sh",
		"sudo -u me bash x.sh":                          "4:x.sh",
		"busybox sh x.sh":                               "2:x.sh",
		"env env env ./x.sh":                            "3:./x.sh",
	} {
		words, err := Command(strings.ReplaceAll(strings.ReplaceAll(line, " ;", " ';'"), "()", "'()'"))
		if err != nil && line != "" {
			words = strings.Fields(line)
		}
		var got []string
		for _, r := range Runs(words) {
			at := fmt.Sprint(r.Word)
			if r.From > 0 {
				at += fmt.Sprint("+", r.From)
			}
			got = append(got, at+map[bool]string{true: "=", false: ":"}[r.Code]+r.Text(words))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// A command that only starts others ends, however many there are.
func TestRunsMany(t *testing.T) {
	for _, line := range []string{"find -exec ", "env ", "xargs find -exec "} {
		if got := Runs(strings.Fields(strings.Repeat(line, MaxCommand/len(line)))); len(got) > 0 {
			t.Errorf("%s: got %v", line, got)
		}
	}
}

// Whatever the words are, a place is one of them.
func FuzzRuns(f *testing.F) {
	f.Add("timeout -k 1 5 env -S x bash -ec 'a' --rcfile= -")
	f.Add("perl -e -i. node --eval= xargs -- sed -f")
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		for _, r := range Runs(words) {
			if got := r.Text(words); len(got)+r.From != len(words[r.Word]) {
				t.Errorf("%q: got %q at %+v", words, got, r)
			}
		}
	})
}

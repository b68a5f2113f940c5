package complete

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var commands = []Command{
	{Name: "check", Summary: "list what's wrong: all of [it]", Flags: []Flag{
		{Name: "--format", Usage: "print `FORMAT`: text or json", Takes: true, Values: []string{"text", "json"}},
		{Name: "--fix", Usage: "make all fixes"},
		{Name: "--name", Usage: "a path", Takes: true},
		{Name: "-o", Usage: "a file", Takes: true},
	}},
	{Name: "completion", Summary: "print", Words: Shells()},
	{Name: "serve", Summary: "serve"},
}

// What each shell offers, asked of the shell itself, where it is there; and every script is one that it can read.
func TestShells(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile(filepath.Join(dir, "afile"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, shell := range Shells() {
		text, ok := For(shell, commands)
		if !ok || !strings.HasSuffix(text, "\n") {
			t.Fatalf("%s: got %q", shell, text)
		}
		program, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("%s is not installed", shell)
			continue
		}
		ran++
		for line, want := range map[string]string{
			"lily ": "check completion serve", "lily c": "check completion", "lily check --f": "--fix --format", "lily check --format ": "json text",
			"lily check --format j": "json", "lily check af": "afile", "lily completion z": "zsh", "lily check --name a": "afile",
			"lily check --format=j":   map[string]string{"bash": "json", "zsh": "json", "fish": "--format=json"}[shell],
			"lily check --fix --form": "--format", "lily check x --fi": "--fix",
		} {
			if shell == "bash" {
				line = strings.ReplaceAll(line, "=", " = ")
			}
			got := offered(t, shell, program, text, line)
			if shell == "zsh" { // what its terminal shows
				for word := range strings.FieldsSeq(want) {
					if !strings.Contains(got, word) {
						t.Errorf("%s, %q: got %q, want %q", shell, line, got, want)
					}
				}
			} else if got != want {
				t.Errorf("%s, %q: got %q, want %q", shell, line, got, want)
			}
		}
	}
	if _, err := exec.LookPath("bash"); err == nil && ran == 0 {
		t.Error("got no shell asked")
	}
	if _, ok := For("ksh", commands); ok {
		t.Error("ksh: got a script")
	}
}

// drivers ask a shell for what it offers after a line, one a line.
var drivers = map[string]string{
	// bash parts words at = by itself
	"bash": `source ./script; COMP_WORDS=($1); [[ $1 == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _lily 2>/dev/null; printf '%s\n' "${COMPREPLY[@]}"`,
	"fish": `source ./script; complete -C $argv[1] | string replace -r '\t.*' ''`,
	"zsh": `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PROMPT=$'"'"'G\x4f> '"'"'; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -d ./dump; source ./script; print READY-$((1+1))'
zpty -r -m z o '*READY-2*GO> *'
zpty -w -n z "$1"$'\t\t\x15print DONE-$((2+2))\n'
zpty -r -m z o '*DONE-4*'
print -r -- "$o"
zpty -d z`,
}

func offered(t *testing.T, shell, program, text, line string) string {
	t.Helper()
	if err := os.WriteFile("script", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-c", drivers[shell], "x", line}
	if shell == "fish" {
		args = []string{"--no-config", "-c", drivers[shell], line}
	}
	if shell == "zsh" {
		args = append([]string{"-f"}, args...)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "TERM=dumb")
	out, err := cmd.Output()
	if err != nil {
		t.Logf("%s: %v", shell, err)
	}
	list := strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' || r == '\r' })
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

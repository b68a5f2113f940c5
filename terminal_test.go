package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/sight"
	"lily/core/tree"
)

// deceits are names that drive a terminal, turn letters around, or hide some. A disk takes them all.
var deceits = []string{
	"evil\u202ecod", "a\x1b[2Jb", "a\x1b]0;owned\x07b", "a\u009b31mb", "a\x7fb", "a\u200b\u2060\ufeffb",
	"😀\U000e0069\U000e0067", "a\u3164\u115f\uffa0\u2800b", "a\u2028b\u2029c", "a\rb", "\u2066a\u2069\u061c", "a\ufff9b\ufe0f",
}

// Every command says what it says without a character that a terminal acts on, or that nobody can see, wherever a
// hostile name stands: in arguments, paths, texts, lines, bundles and errors, on both outputs.
func TestTerminal(t *testing.T) {
	for i, evil := range deceits {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, c := range hostileCalls(t, evil) {
				_, out, errs := lily(t, "/help "+evil+"\n/"+evil+"\n"+evil+"\n/skill "+evil+"\n/read "+evil+"\n/skills\n/check\n/model "+evil+"\n", c...)
				for name, text := range map[string]string{"stdout": out, "stderr": errs} {
					if at := strings.IndexFunc(text, sight.Hidden); at >= 0 {
						t.Errorf("%q: got on %s %q", c, name, text[max(0, at-60):min(len(text), at+60)])
					}
				}
				if strings.Contains(strings.Join(c, " "), "--json") || c[0] == "snapshot" {
					var value any
					in, err := json.NewDecoder(strings.NewReader(out)), error(nil)
					for err == nil {
						err = in.Decode(&value)
					}
					if err != io.EOF {
						t.Errorf("%q: got %v of %.200q", c, err, out)
					}
				}
			}
		})
	}
}

// hostileCalls are calls of every command with a name in every place that takes one.
func hostileCalls(t *testing.T, evil string) [][]string {
	text := "---\nname: \"x\"\nsummary: " + evil + "\ncommand: " + evil + "\n" + evil + ": 1\ndescription: a: " + evil + "\n---\n### " + evil + "\n\n" + evil + "\n"
	work := folder(t, map[string]string{
		"skills/" + evil + "/SKILL.md": text, "skills/good/SKILL.md": "---\nsummary: " + evil + "\n---\n" + evil + "\n",
		"skills/good/" + evil: "x", evil + ".yaml": "deny: [" + evil + "]\n" + evil + ": [\n", "policy.yaml": "deny: [\"" + evil + "\"]\n",
		evil + ".zip": "no zip",
	})
	at := filepath.Join(work, "skills", evil)
	zip, events := filepath.Join(work, "entries.zip"), filepath.Join(t.TempDir(), "s.zip")
	var b strings.Builder
	if err := archive.Write(&b, put(t, evil+"/manifest.json")); err == nil {
		if err := os.WriteFile(zip, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	yaml := at + ".yaml"
	return [][]string{
		{"check", work},
		{"check", "--notes", work},
		{"check", "--json", work},
		{"check", at},
		{"check", at + "/SKILL.md"},
		{"check", filepath.Join(work, evil)},
		{"check", "--policy", yaml, work},
		{"check", "--policy", work + "/policy.yaml", "--json", work},
		{"check", "--profile", yaml, work},
		{"check", "--scan", evil, work},
		{"check", "--" + evil, work},
		{"snapshot", "--workspace", work},
		{"snapshot", "--workspace", at},
		{"snapshot", "--policy", yaml},
		{"snapshot", evil},
		{"session", "--workspace", work, "--bundle", events},
		{"session", "--workspace", work, "--json"},
		{"session", "--replay", events},
		{"session", "--replay", zip},
		{"session", "--replay", at + ".zip"},
		{"session", "--events", at + "/none/x"},
		{"session", "--model", evil},
		{"session", "--replies", yaml},
		{"session", "--upstreams", yaml},
		{"session", evil},
		{"export", "--workspace", work, evil},
		{"export", evil, evil},
		{"export", "--workspace", work, "--out", filepath.Join(at, "no", "x.zip")},
		{"serve", "--addr", evil},
		{"serve", "--upstreams", yaml},
		{"serve", evil},
		{"help", evil},
		{"help", "--search", evil},
		{"version", evil},
		{evil},
		{"--" + evil},
	}
}

func put(t *testing.T, name string) tree.Tree {
	var b tree.Builder
	if err := b.Put(name, []byte("{}")); err != nil {
		t.Skipf("a tree refuses the name: %v", err)
	}
	return b.Tree()
}

// What --json escapes has the same value.
func TestTerminalJSON(t *testing.T) {
	for _, evil := range deceits {
		dir := folder(t, map[string]string{evil + "/SKILL.md": "---\nsummary: x\n---\n"})
		_, out, _ := lily(t, "", "check", "--json", dir)
		var got struct {
			Skills []struct{ Path string }
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Skills) != 1 || !strings.Contains(got.Skills[0].Path, evil) {
			t.Errorf("%q: got %v, %+v of %.300q", evil, err, got, out)
		}
	}
}

// A name with a line's end begins no line of its own on stderr, where it could pass for one of Lily's: not as an
// argument, and not as a file of a folder or an entry of a bundle.
func TestANameBeginsNoLine(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r", "\u2028", "\v", "\u0085"} {
		evil := "x" + end + "lily: all is well"
		for _, c := range hostileCalls(t, evil) {
			_, _, errs := lily(t, "/help x\n", c...)
			for line := range strings.Lines(strings.ReplaceAll(errs, "\r", "\n")) {
				if strings.HasPrefix(line, "lily: all is well") {
					t.Errorf("%q: got a line of its own on stderr: %q", c, errs[:min(len(errs), 400)])
				}
			}
		}
	}
}

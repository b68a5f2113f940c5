//go:build !js

package diff

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What git apply makes of a change is the new text, to the byte, whatever the texts and the name.
func TestGitApplies(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatal("the project is built with git:", err)
	}
	texts := [][2]string{
		{"a\nb\nc\n", "a\nx\nc\n"},
		{"a\nb", "a\nb\n"},
		{"a\nb\n", "a\nb"},
		{"a", "b"},
		{"", "a\n"},
		{"", "a"},
		{"a\r\nb\r\n", "a\r\nc\r\n"},
		{"a\n", "b\na\n"},
		{"\n\n\n", "\n\n"},
		{"x\ty\n", "x y\n"},
		{"a\u2028b\rc\n", "a\u2028b\rd\n"},
		{"a\x00b\xffc\n", "a\x00b\xfec\n"},
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		var was, is strings.Builder
		for range rnd.IntN(60) {
			line := fmt.Sprintf("line %d\n", rnd.IntN(5))
			if rnd.IntN(5) > 0 {
				was.WriteString(line)
			}
			if rnd.IntN(5) > 0 {
				is.WriteString(line)
			}
		}
		texts = append(texts, [2]string{was.String(), is.String()})
	}
	names := []string{"SKILL.md", "a/b c/SKILL.md", "q\"uote\\/é.md", "tab\there.md"}
	for i, tt := range texts {
		name, dir := names[i%len(names)], t.TempDir()
		at := filepath.Join(dir, name)
		patch := Git(name, tt[0], tt[1])
		if (patch == "") != (tt[0] == tt[1]) {
			t.Errorf("%q: got %q", tt, patch)
		}
		if patch == "" {
			continue
		}
		err := os.MkdirAll(filepath.Dir(at), 0o755)
		if err == nil {
			err = os.WriteFile(at, []byte(tt[0]), 0o644)
		}
		cmd := exec.Command("git", "apply", "-")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(patch)
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		out, fault := cmd.CombinedOutput()
		got, err2 := os.ReadFile(at)
		if err != nil || fault != nil || err2 != nil || string(got) != tt[1] {
			t.Errorf("%s: %v %v %v %s of\n%s\ngot %q, want %q", name, err, fault, err2, out, patch, got, tt[1])
		}
	}
}

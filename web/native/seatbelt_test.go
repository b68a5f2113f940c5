//go:build unix

package native

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"lily/core/program"
)

// TM-4: the profile of macOS's sandbox denies what it does not name, and no path can say a rule. It runs there alone.
func TestProfile(t *testing.T) {
	if b, err := seatbelt(""); runtime.GOOS != "darwin" && (err == nil || !strings.Contains(err.Error(), "is not there")) {
		t.Errorf("got %v, %v, want none here", b, err)
	}
	b := &Box{path: "/usr/bin:/opt/x y/bin", copies: true}
	x := strapped{"/usr/bin/sandbox-exec", b}
	p := &place{dir: `/private/var/folders/a"b\c) (allow default)`, tops: []string{"workspace"}, scratch: "/s"}
	text := x.profile(p)
	if list := strings.Split(text, "\n"); list[0] != "(version 1)" || list[1] != "(deny default)" {
		t.Errorf("got %q first", list[:2])
	}
	for _, want := range []string{
		`(allow file-read* file-write* (subpath "/private/var/folders/a\"b\\c) (allow default)"))`,
		`(allow file-read* file-write-data (literal "/dev/null") (literal "/dev/zero"))`,
		`(subpath "/usr")`, `(subpath "/System")`, `(literal "/private/var/folders")`, `(literal "/private")`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got no %s in\n%s", want, text)
		}
	}
	bare := text
	for _, quoted := range quotes(text) {
		bare = strings.Replace(bare, quoted, "", 1)
	}
	for _, never := range []string{"network", "allow default", "mach-register", "iokit", "job-creation", "appleevent", "system-", "ipc-", "regex"} {
		if strings.Contains(bare, never) {
			t.Errorf("got %q in\n%s", never, bare)
		}
	}
	if strings.Count(bare, "(") != strings.Count(bare, ")") {
		t.Errorf("got brackets that do not close in\n%s", bare)
	}
	for rule := range strings.SplitSeq(text, "\n") {
		if strings.Contains(rule, "file-write*") && strings.Count(rule, "(subpath ") != 1 {
			t.Errorf("got %s, want the copy alone to be written to", rule)
		}
	}
	got := x.start(program.Spec{Dir: "/workspace", Env: []string{"HOME=/h", "LILY_SKILL_DIR=/workspace/s"}}, p, []string{"/bin/sh", "/workspace/x.sh"})
	if at := slices.Index(got.words, x.exe); at < 0 || !slices.Equal(got.words[at+1:], []string{"-p", text, "/bin/sh", p.dir + "/workspace/x.sh"}) {
		t.Errorf("got %q", got.words)
	}
	if want := []string{"HOME=/s", "LILY_SKILL_DIR=" + p.dir + "/workspace/s", "TMPDIR=/s"}; !slices.Equal(got.env, want) || got.dir != p.dir+"/workspace" {
		t.Errorf("got %q in %s, want %q", got.env, got.dir, want)
	}
}

// quotes are the texts of a profile, with their marks.
func quotes(text string) (list []string) {
	for i := 0; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		begin := i
		for i++; text[i] != '"'; i++ {
			if text[i] == '\\' {
				i++
			}
		}
		list = append(list, text[begin:i+1])
	}
	return list
}

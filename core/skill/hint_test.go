package skill

import (
	"path"
	"strings"
	"testing"
)

// PO-3: any text is read or refused; what a pattern allows lies where a search looks,
// and in none of its spellings does it lead out of the tree.
func FuzzReadHint(f *testing.F) {
	for _, text := range []string{
		"Read", "Read(docs/**)", "Read(./a/*.md)", "Read(//workspace/**/x)", "Edit({a,b}/[!c]?)", "Bash(git:*)", "Bash(", "Read(../x)", "Read(~)", "Glob(**)", "say(x)", "Read(a)(b)", "LS({{{,},},})",
	} {
		f.Add(text, "workspace/docs/a.md")
	}
	f.Fuzz(func(t *testing.T, text, file string) {
		h, err := ReadHint(text)
		if err != nil || h.Tool == Shell || file != path.Clean(file) || strings.HasPrefix(file, "/") || strings.HasPrefix(file, "..") {
			return
		}
		const folder = "/user/skills/kit"
		if !h.Path(file, folder) {
			return
		}
		for dir := path.Dir(file); ; dir = path.Dir(dir) {
			if !h.Below(dir, folder) {
				t.Errorf("%q allows %q and nothing below %q", text, file, dir)
			}
			if dir == "." {
				return
			}
		}
	})
}

// PO-3: what is no pattern for a tool of Lily's is told, with the reason.
func TestReadHint(t *testing.T) {
	for text, want := range map[string]string{
		"Read": "", "Bash": "", "Telescope": "", "Read(docs/**)": "", "Bash(npm test)": "", "LS(/user/skills/**)": "",
		"word_count(x)":  "only shell and the tools that take paths (read, write, edit, list, find, grep) can be held to a pattern",
		"Bash(git:*":     "it does not end with its parenthesis",
		"Read(docs/**)x": "it does not end with its parenthesis",
		"Bash()":         "it names no words",
		"Bash('a)":       "its words cannot be split",
		"Read(~/a)":      "there is no home folder here",
		"Read(/etc/**)":  "the files here have no folder /etc",
		"Read(a, b)":     "it lists several",
		"Read(a)(b)":     "it has two parentheses",
		"Read(..)":       "goes up by no .. segment",
		"Read(a/./b)":    "its path cannot be read",
	} {
		_, err := ReadHint(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

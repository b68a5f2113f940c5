package main

import (
	"path/filepath"
	"strings"
	"testing"

	"lily/core/sight"
)

// Names and texts of skills and files drive no terminal, turn nothing around and pass for no line of Lily's, wherever a
// conversation shows them: in tables, lists, questions, differences, errors, completion and what is said at the end.
func TestHostileNamesOnATerminal(t *testing.T) {
	const top = "w\nlily: all is well"
	files := map[string]string{"policy.yaml": "deny: []\n"}
	for _, tool := range []string{"list", "find", "grep", "write", "shell"} {
		files[top+"/skills/t"+tool+"/SKILL.md"] = dispatching("t"+tool, tool)
	}
	for _, evil := range append(deceits, "e\u0301\u0302\u0308x", "宽宽宽", "n\nlily: all is well", "\u05d0\u05d1\u05d2") {
		files[top+"/skills/"+evil+"/SKILL.md"] = "---\nname: \"x\"\ndescription: \"Says " + strings.NewReplacer("\n", " ", "\r", " ", "\x1b", "\\e", "\x07", "\\a", "\x7f", "", "\u009b", "").Replace(evil) + ".\"\n---\nText.\n"
		files[top+"/"+evil+".txt"] = evil + " text\n"
	}
	dir := folder(t, files)
	work := filepath.Join(dir, top)
	const says = "/skills\n/tlist\n/tfind *.txt\n/tgrep text\n/check\n/why \x1b[200~a\x1b[2Jb\x1b[201~\n/open 2\n/events\n/context\n/skill \t\x15"
	const runs = "\n/tshell \"sh -c 'for f in *.txt; do echo two >$f; done'\""
	for size, lines := range map[[2]int]string{{80, 24}: says + runs, {1, 5}: says} {
		s := onTerminal(t, work, []string{"NO_COLOR=1"}, "session", "--workspace", ".", "--unsandboxed", "--policy", "../policy.yaml")
		s.resize(size[0], size[1])
		s.next("> ")
		s.press(strings.ReplaceAll(lines, "\n", "\r") + "\r")
		if lines != says {
			s.stands("texts: a >")
			s.press("y\r")
		}
		s.press("/diff\r/diff \t\x15/undo\r/write nope\r/write\r/zzz\r")
		for !strings.Contains(squeezed(s.as.All()), "/zzzisnotacommand.") {
			<-s.as.Changed()
		}
		s.press("\x04")
		s.end()
		if strange := s.as.Strange(); len(strange) > 0 {
			t.Errorf("%v: got %q written", size, strange)
		}
		for line := range strings.SplitSeq(s.as.All(), "\n") {
			if at := strings.IndexFunc(line, sight.Hidden); at >= 0 {
				t.Errorf("%v: got %q on the screen", size, line)
			}
			if strings.HasPrefix(line, "lily: all is well") {
				t.Errorf("%v: got a line of its own: %q", size, line)
			}
		}
	}
}

// squeezed is a text of a screen without blanks and rows.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

package argv

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TS-2, TS-3: a command that someone wrote out is words, and nothing is expanded.
func TestCommand(t *testing.T) {
	for text, want := range map[string][]string{
		"ls": {"ls"}, "  git  status\t-s \n": {"git", "status", "-s"},
		"bash scripts/x.sh 'a  b' \"c d\" e\\ f '' \"\"": {"bash", "scripts/x.sh", "a  b", "c d", "e f", "", ""},
		"echo * ? [a] ~ $HOME ${x} {{x}} # ! %":          {"echo", "*", "?", "[a]", "~", "$HOME", "${x}", "{{x}}", "#", "!", "%"},
		"bash -c 'a | b > c && d; $(e) `f`\n g'":         {"bash", "-c", "a | b > c && d; $(e) `f`\n g"},
		`echo "a|b" "$(c)" "d;e" \| \> \& \; \<`:         {"echo", "a|b", "$(c)", "d;e", "|", ">", "&", ";", "<"},
		"echo a\\\n b":                                   {"echo", "a", "b"},
		"echo a\\\r\n b":                                 {"echo", "a", "b"},
		"echo 'a\nb' \"c\nd\"":                           {"echo", "a\nb", "c\nd"},
		"\n\necho a\n\n":                                 {"echo", "a"},
		"echo $ $) ( )":                                  {"echo", "$", "$)", "(", ")"},
		"echo ｜ ＆＆ ； ＞":                                  {"echo", "｜", "＆＆", "；", "＞"},
	} {
		if got, err := Command(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
}

// TS-3: what only a shell would act on is refused with its place and with what to
// do, and so is what is no command.
func TestCommandRefuses(t *testing.T) {
	for text, want := range map[string]struct {
		at   int
		says string
	}{
		"a | b": {2, "got | outside of quotes"}, "a|b": {1, "got |"}, "a || b": {2, "got ||"}, "a && b": {2, "got &&"}, "a &": {2, "got & "},
		"a > b": {2, "got > "}, "a 2>&1": {3, "got > "}, "a >> b": {2, "got >>"}, "a < b": {2, "got < "}, "a <<X": {2, "got <<"}, "a; b": {1, "got ;"},
		"a $(b)": {2, "got $("}, "a x$(b)": {3, "got $("}, "a `b`": {2, "got `"}, "'a'|b": {3, "got |"}, "a\nb": {1, "got a second line"}, "a\r\nb": {2, "got a second line"},
		"curl https://x/?a=1&b=2": {19, "got & "}, "a \\\\| b": {4, "got |"}, "| a": {0, "got |"},
		"a 'b": {2, "never closed"}, "a \"b": {2, "never closed"}, "a \\": {2, "backslash ends"},
		"": {0, "empty"}, " \n": {0, "empty"}, "'' a": {0, "empty"}, "a\x00b": {1, "NUL"}, "'a\x00b'": {2, "NUL"},
		strings.Repeat("a", MaxCommand+1): {MaxCommand, "at most 16384"},
	} {
		got, err := Command(text)
		var wrong *SyntaxError
		if !errors.As(err, &wrong) || wrong.Offset != want.at || !strings.Contains(wrong.Message, want.says) || got != nil {
			t.Errorf("%.40q: got %q, %v, want at byte %d %q", text, got, err, want.at, want.says)
		}
		if strings.HasPrefix(want.says, "got") && !strings.Contains(wrong.Message, "bash -c '…'") {
			t.Errorf("%q: got %v, want what to do instead", text, err)
		}
	}
	if _, err := Command("a " + strings.Repeat("b", MaxCommand-2)); err != nil {
		t.Errorf("got %v, want the longest command to do", err)
	}
}

// TS-3: a command that is read at all is the words that [Split] makes of it.
func FuzzCommand(f *testing.F) {
	for _, s := range []string{"a 'b' \"c\" \\d", "a|b", "a\nb", "a\\\nb", "$(", "`", "a && b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Command(text)
		if err != nil {
			return
		}
		want, err := Split(text)
		if err != nil || !slices.Equal(got, want) || got[0] == "" {
			t.Errorf("%q: got %q, want %q, %v", text, got, want, err)
		}
	})
}

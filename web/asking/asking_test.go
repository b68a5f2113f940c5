package asking

import (
	"bufio"
	"context"
	"strings"
	"testing"

	"lily/core/call"
	"lily/core/command"
	"lily/core/network"
	"lily/core/policy"
	"lily/core/tree"
)

// A sentence says what would be done.
func TestSentence(t *testing.T) {
	touch := func(op tree.Op, path string) call.Touch { return call.Touch{Op: op, Path: path} }
	runs := func(sources ...call.Source) *call.Program {
		return &call.Program{Argv: []string{"bash", "x"}, Sources: sources}
	}
	for _, tt := range []struct {
		want string
		q    call.Question
	}{
		{"write will create notes/a.md", call.Question{Touches: []call.Touch{touch(tree.Added, "/workspace/notes/a.md")}}},
		{"write will change /user/a.md", call.Question{Touches: []call.Touch{touch(tree.Changed, "/user/a.md")}}},
		{"write will remove a.md", call.Question{Touches: []call.Touch{touch(tree.Removed, "/workspace/a.md")}}},
		{"write will create 2 files, remove 1 file", call.Question{Touches: []call.Touch{touch(tree.Added, "/a"), touch(tree.Removed, "/b"), touch(tree.Added, "/c")}}},
		{"write will change no file", call.Question{}},
		{"write would fail", call.Question{Fails: "there is none", Program: runs()}},
		{"write will run bash", call.Question{Program: runs()}},
		{"write will run bash with x.sh", call.Question{Program: runs(call.Source{Role: call.Runs, By: "bash", Path: "/workspace/x.sh"})}},
		{"write will run bash with the code below", call.Question{Program: runs(call.Source{Role: call.Runs, By: "bash", Word: 2})}},
		{"write will run bash", call.Question{Program: runs(call.Source{Role: call.Named, Path: "/workspace/x.sh"})}},
	} {
		tt.q.Tool = "write"
		if got := Sentence(tt.q); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func program() call.Question {
	return call.Question{
		Call: "c1", Skill: "kit", Tool: "kit__say", Rule: "ask: first_use", Args: command.Args{"text": "a\u202eb"},
		Program: &call.Program{
			Argv: []string{"bash", "scripts/say.sh", "a\u202eb", ""}, Dir: "/workspace", Env: []string{"HOME", "LANG"}, Timeout: 30, Network: true,
			Warning: "This skill is not trusted.", Whence: []string{"say.sh came from an archive."},
			Sources: []call.Source{
				{Role: call.Runs, By: "bash", Word: 1, Path: "/user/skills/kit/scripts/say.sh", Text: tree.NewBlob([]byte(strings.Repeat("echo \x1b[2J\n", 30)))},
				{Role: call.Beside, Path: "/user/skills/kit/notes.md", Text: tree.NewBlob([]byte("beside\n"))},
			},
		},
	}
}

// PO-6, TM-5: the words stand one by one, with what nobody could see, and the texts that would run.
func TestText(t *testing.T) {
	got := Terminal{Where: "It runs in a sandbox."}.Text(program(), shown)
	rest := got
	for _, want := range []string{
		"Asked for by the model · skill kit, version ", "rule: ask: first_use\n", "WARNING: This skill is not trusted.\n", "- say.sh came from",
		"It runs in a sandbox.\n", "  1. bash\n  2. scripts/say.sh\n  3. a«U+202E»b\n  4. \n", "in /workspace, for at most 30 seconds.\n",
		"Variables: HOME, LANG.\n", "Its skill says that it needs the internet.\n", "It runs /user/skills/kit/scripts/say.sh (", "   | echo «U+001B", "… 10 lines more; a shows all\n",
		"Beside it lies 1 more file of the skill's folder.\n", "Argument text: a«U+202E»b\n",
	} {
		var found bool
		if _, rest, found = strings.Cut(rest, want); !found {
			t.Fatalf("got no %q after what comes before it in\n%s", want, got)
		}
	}
	real := func(at string) string { return "/p" + at }
	if there := (Terminal{Real: real}).Text(program(), shown); !strings.Contains(there, "It runs in a copy of /p/workspace, for at most") ||
		!strings.Contains(there, "It runs /p/user/skills/kit/scripts/say.sh (") {
		t.Errorf("got\n%s, want where it is", there)
	}
	if whole := (Terminal{}).Text(program(), all); strings.Count(whole, "   | echo") != 30 || !strings.Contains(whole, "   | beside") {
		t.Errorf("got\n%s, want all of the texts", whole)
	}
	touch := call.Question{Touches: []call.Touch{{Path: "/workspace/a\n.md", Op: tree.Changed, Before: "one\n", After: "two\n"}}, Args: command.Args{"content": "two\n", "n": 3}}
	if got, want := (Terminal{}).Text(touch, shown), "It would change /workspace/a«U+000A»"; !strings.Contains(got, want) || !strings.Contains(got, "   - one\n   + two\n") || strings.Contains(got, "Argument content") || !strings.Contains(got, "Argument n: 3\n") {
		t.Errorf("got\n%s\nwant %q and what changes", got, want)
	}
}

// TM-5: nothing but a typed yes is one.
func TestAsk(t *testing.T) {
	for _, tt := range []struct {
		typed string
		want  policy.Consent
		asked int
	}{
		{"y\n", policy.Once, 1},
		{" YES \n", policy.Once, 1},
		{"v\n", policy.Digest, 1},
		{"n\n", policy.Deny, 1},
		{"no\n", policy.Deny, 1},
		{"\ny\n", policy.Once, 2},
		{"yeah\nsure\nn\n", policy.Deny, 3},
		{"a\ny\n", policy.Once, 2},
		{"", policy.Deny, 1},
		{"maybe", policy.Deny, 1},
		{"/skills\nv\n", policy.Digest, 2},
	} {
		in, out := bufio.NewReader(strings.NewReader(tt.typed)), &strings.Builder{}
		got := Terminal{Out: out, Line: func(context.Context) (string, error) { return in.ReadString('\n') }}.Ask(context.Background(), program())
		if asked := strings.Count(out.String(), "no: n"); got != tt.want || asked != tt.asked {
			t.Errorf("%q: got %s, asked %d times, want %s and %d", tt.typed, got, asked, tt.want, tt.asked)
		}
	}
}

// What would leave the machine stands in the question, line by line.
func TestRequest(t *testing.T) {
	r, err := network.New("POST", "https://api.example.com/v1?q=1", []network.Field{{Name: "X-Kind", Value: "a\u202eb"}}, []byte("one\ntwo\n"))
	if err != nil {
		t.Fatal(err)
	}
	q := call.Question{Tool: "shell", Request: &call.Request{Request: r, Program: "curl", Named: true, Warning: "Not trusted."}}
	got := (Terminal{}).Text(q, shown)
	for _, want := range []string{"WARNING: Not trusted.", "It sends: POST https://api.example.com/v1?q=1", "a«U+202E»b", "Lily adds the credential", "   | one\n   | two\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("got no %q in\n%s", want, got)
		}
	}
	if got, want := Sentence(q), "curl will ask https://api.example.com"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

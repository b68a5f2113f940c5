package asking

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/diff"
	"lily/core/policy"
	"lily/core/sight"
	"lily/web/words"
)

// Terminal asks on a terminal.
type Terminal struct {
	Out   io.Writer
	Line  func(ctx context.Context) (string, error) // the next line that the person types
	Where string                                    // a sentence on what holds a program here
	Real  func(at string) string                    // where a file of the tree is on this machine (TM-2); nil knows nothing
}

// Ask shows a question and reads lines until one is an answer (TM-5). The end of what is typed, and that of the
// context, is a no.
func (t Terminal) Ask(ctx context.Context, q call.Question) policy.Consent {
	fmt.Fprintf(t.Out, "\n%s", t.Text(q, shown))
	for {
		fmt.Fprintf(t.Out, "%s\nyes, once: y · %s: v · no: n · all of the texts: a > ", Sentence(q)+"?", lasting(q))
		line, err := t.Line(ctx)
		if err != nil {
			fmt.Fprintln(t.Out)
			return policy.Deny
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes":
			return policy.Once
		case "v":
			return policy.Digest
		case "n", "no":
			return policy.Deny
		case "a":
			fmt.Fprintf(t.Out, "\n%s", t.Text(q, all))
		default:
			fmt.Fprintln(t.Out, "Type y, v, n or a.")
		}
	}
}

// lasting is the answer that holds for more than this call.
func lasting(q call.Question) string {
	what := "yes"
	if q.Program != nil && q.Program.Exact {
		what = "yes, for just these words"
	}
	if q.Request != nil {
		what += " to " + words.Clip(q.Request.Origin(), inLine)
	}
	return what + words.Either(q.Skill == "", ", in this session", ", for this version of the skill")
}

// How many lines of a text are shown at first, and when all are asked for.
const (
	shown = 20
	all   = 1 << 30
)

// Text is all of a question, with at most so many lines of each text in it.
func (t Terminal) Text(q call.Question, most int) string {
	p := &page{most: most, real: t.Real}
	p.say("%s", who(q))
	switch {
	case q.Request != nil:
		p.request(q.Request)
	case q.Fails != "":
		p.say("The call would fail: %s.", words.Clip(q.Fails, 400))
	case q.Program != nil:
		p.program(q.Program, t.Where)
	case len(q.Touches) == 0:
		p.say("It would change no file.")
	}
	for _, touch := range q.Touches {
		p.touch(touch)
	}
	p.arguments(q)
	return p.String()
}

// who says who wants it, by which skill, and what rule asks.
func who(q call.Question) string {
	by := words.Either(q.Call == "", "Asked for by you", "Asked for by the model")
	skill := "no skill"
	if q.Skill != "" {
		skill = "skill " + sight.Spell(q.Skill) + ", version " + q.Digest.Short()
	}
	return by + " · " + skill + " · rule: " + q.Rule
}

// page gathers lines.
type page struct {
	strings.Builder
	most int
	real func(at string) string
}

// lies is where a file is, as a person finds it.
func (p *page) lies(at string) string {
	if p.real != nil {
		at = p.real(at)
	}
	return sight.Spell(at)
}

func (p *page) say(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *page) program(of *call.Program, where string) {
	if of.Warning != "" {
		p.say("WARNING: %s", of.Warning)
	}
	for _, whence := range of.Whence {
		p.say("- %s", whence)
	}
	p.say("%s", where)
	p.say("The program and its words:")
	for i, w := range of.Argv {
		p.text(fmt.Sprintf("%3d. ", i+1), sight.Exact(w))
	}
	p.say("It runs in %s, for at most %s.", p.runsIn(of.Dir), answer.Number(of.Timeout, "second"))
	p.say("Variables: %s.", strings.Join(of.Env, ", "))
	if of.Network {
		p.say("Its skill says that it needs the internet.") // the sentence on the sandbox says what it has
	}
	if of.ReadOnly {
		p.say("Its skill says that it only reads, so nothing that it changes is kept.")
	}
	p.sources(of)
}

// runsIn is the folder of a program. On this machine that is a copy, and what it changes is looked at first.
func (p *page) runsIn(dir string) string {
	at := p.lies(dir)
	return words.Either(at == sight.Spell(dir), "", "a copy of ") + at
}

// request is what would leave the machine, and to whom.
func (p *page) request(r *call.Request) {
	if r.Warning != "" {
		p.say("WARNING: %s", r.Warning)
	}
	p.text("It sends: ", sight.Exact(r.Method+" "+r.URL))
	for _, f := range r.Header {
		p.text("Header "+sight.Spell(f.Name)+": ", sight.Exact(f.Value))
	}
	if r.Named {
		p.say("Lily adds the credential that you named for this host.")
	}
	if len(r.Body) > 0 {
		p.text("   | ", sight.Show(string(r.Body)))
	}
}

func (p *page) sources(of *call.Program) {
	beside := of.More
	for _, s := range of.Sources {
		if s.Role == call.Beside && p.most == shown {
			beside++
			continue
		}
		data, err := s.Text.Bytes()
		if err != nil {
			data = []byte("(" + err.Error() + ")")
		}
		what := words.Either(s.Role == call.Runs, "It runs", "It may run or read")
		if s.Path == "" {
			p.say("%s word %d, as code for %s.", what, s.Word+1, s.By) // it stands among the words
			continue
		}
		p.say("%s %s (%s):", what, p.lies(s.Path), words.Size(int64(len(data))))
		p.text("   | ", sight.Show(string(data)))
	}
	if beside > 0 {
		p.say("Beside it %s of the skill's folder.", words.Either(beside == 1, "lies 1 more file", fmt.Sprintf("lie %d more files", beside)))
	}
}

// text is a text of many lines, each after some mark.
func (p *page) text(mark, text string) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	blank := strings.Repeat(" ", len(mark))
	if strings.HasSuffix(mark, "| ") {
		blank = mark
	}
	for i, line := range lines[:min(len(lines), p.most)] {
		p.say("%s%s", words.Either(i == 0, mark, blank), line)
	}
	if left := len(lines) - p.most; left > 0 {
		p.say("%s… %s more; a shows all", blank, answer.Number(left, "line"))
	}
}

// touch is what would become of a file.
func (p *page) touch(t call.Touch) {
	p.say("It would %s %s:", does[t.Op], p.lies(t.Path))
	list, left := diff.Lines(t.Before, t.After, min(p.most, 100_000))
	for _, l := range list {
		p.say("   %c %s", l.Sign, sight.Show(strings.TrimSuffix(l.Text, "\n")))
	}
	if left > 0 {
		p.say("   … %s more; a shows all", answer.Number(left, "line"))
	}
}

// arguments are the exact values: a text as it stands, all else as JSON.
func (p *page) arguments(q call.Question) {
	for _, name := range slices.Sorted(maps.Keys(q.Args)) {
		text, is := q.Args[name].(string)
		if !is {
			data, _ := json.Marshal(q.Args[name]) // numbers, booleans and lists of texts always encode
			text = string(data)
		}
		if slices.ContainsFunc(q.Touches, func(t call.Touch) bool { return t.After == text }) {
			continue // it stands above
		}
		p.text("Argument "+sight.Spell(name)+": ", sight.Exact(text))
	}
}

package terminal

import (
	"context"
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/web/terminal/device"
)

// The words of the terminal's own are no commands of the engine, which never hears of them; a skill that has such a
// command is told of.
func TestOwnWords(t *testing.T) {
	for _, w := range ours() {
		if _, taken := core.Builtin(w.Name); taken && w.Name != "help" {
			t.Errorf("/%s is a command of the engine", w.Name)
		}
	}
	d := sat(t, newSlowly(), nil,
		"skills/reasons/SKILL.md", "---\nname: reasons\ndescription: Gives reasons.\ncommand: why\n---\nGive one.\n",
		"skills/broken/SKILL.md", "---\nsummary: a: b\n---\n")
	d.has("The skill reasons has the command /why, which is the\nterminal's own here: type /skill reasons.\n>")
	d.Resize(120, 60, false)
	d.told <- device.Resized
	before := len(d.events())
	for _, tt := range []struct{ line, want string }{
		{"/help", "/quit                  Leave, as Ctrl-D does.\n"},
		{"/why haiku", "• The skill at /bundled/skills/haiku is available.\n"},
		{"/why broken", "• The skill at /bundled/skills/broken is malformed.\n"},
		{"/why read", "• The tool read is allowed: "},
		{"/why nothing", "Error: There is no skill and no tool \"nothing\".\n"},
		{"/why", "Error: /why requires a name."},
		{"/quit now", "Error: /quit takes no argument; got \"now\"."},
		{"/context", "The next message would send this before itself to slow/model:\nPart "},
		{"/events", "1      session_created"},
		{"/events 1", "\"type\":\"session_created\""},
		{"/events 99", "Error: There is no event \"99\"; there are"},
		{"/open 1", "Error: There is no line \"1\"; there are 0."},
		{"/diff", "No call has changed a file.\n"},
		{"/undo", "There is nothing to undo.\n"},
	} {
		d.press(tt.line + "\r")
		d.has("> " + tt.line + "\n")
		d.has(tt.want)
		d.sees(">")
	}
	if n := len(d.events()); n != before {
		t.Errorf("got %d events, want %d", n, before)
	}
	d.press("/help haiku\r")
	d.has("Summary: Writes a haiku.")
	d.press("/quit\r")
	if err := d.ends(); err != nil {
		t.Error(err)
	}
}

func (d *desk) events() []event.Event {
	_, events := d.e.State("s1")
	return events
}

// acting is a model that calls a tool, and then ends.
type acting struct{ calls []model.Call }

func (*acting) Name() string { return "act/model" }

func (m *acting) Reply(_ context.Context, _ model.Request, on func(model.Delta)) (model.Reply, error) {
	if len(m.calls) == 0 {
		on(model.Delta{Text: "Done."})
		return model.Reply{Text: "Done.", Finish: model.Stop}, nil
	}
	next := m.calls[0]
	m.calls = m.calls[1:]
	return model.Reply{Calls: []model.Call{next}, Finish: "calls"}, nil
}

// A skill that a model declares and each of its calls stand in a line that can be opened; what a call changed is shown
// as a difference, and taken back.
func TestLines(t *testing.T) {
	d := sat(t, &acting{calls: []model.Call{
		{ID: "a", Name: "select_skill", Args: `{"name":"haiku"}`},
		{ID: "b", Name: "write", Args: `{"path":"notes/a.md","content":"one\ntwo\u001b[2J\n"}`},
		{ID: "c", Name: "write", Args: `{"path":"../../x"}`},
	}}, nil)
	d.sees(">")
	d.press("Go\r")
	d.has("[1] skill haiku, chosen by the model")
	d.until(func(all string) bool { return strings.Contains(all, "a >") || strings.Contains(all, "Done.") }, "a question or the end")
	if strings.Contains(d.All(), "a >") {
		d.press("y\r")
	}
	d.has("[2] call write: succeeded, 1 changed file · {")
	d.has("[3] call write: refused · {")
	d.sees("Done.\n>")
	d.press("/open 2\r")
	d.has("Call write:\nState: succeeded")
	d.press("/open 1\r")
	d.has("Skill haiku:\nChosen by: the model")
	d.press("/diff\r")
	d.has("+one\n+two«U+001B»[2J\n")
	d.press("/undo\r")
	d.has("Undone what write changed: ")
	d.press("/undo\r")
	d.sees("There is nothing to undo.\n>")
	d.press("/diff\r")
	d.sees("No call has changed a file.\n>")
}

// Tab completes commands, skills and words of the terminal's own, and says why something cannot be used.
func TestTab(t *testing.T) {
	d := sat(t, newSlowly(), nil, "skills/broken/SKILL.md", "---\nsummary: a: b\n---\n")
	d.sees(">")
	d.press("/sk\t")
	d.sees("> /skill\n  /skills                List the skills of the snapshot.\n  /skill <name> [input]  Use one skill, by name.")
	d.press("\t")
	d.has("> /skills\n> /skills ")
	d.press("\t")
	d.has("> /skill\n  /skills ")
	d.press("\x1b")
	d.press("\x15/skill ha\t")
	d.sees("> /skill haiku")
	d.press("\x15/skill br\t")
	d.has("> /skill br\n  broken  cannot be used: Malformed: ")
	d.press("\x15/wh\t")
	d.sees("> /why")
	d.press("br\t")
	d.sees("> /why broken")
	d.press("\x15no\t\t")
	d.sees("> no")
	if command.Trim(d.face.line.Text()) != "no" {
		t.Errorf("got %q", d.face.line.Text())
	}
}

// What a model, a skill or a person says never drives the terminal, whole or in parts, in a row or below the scroll-back.
func TestHostile(t *testing.T) {
	evil := "\x1b]52;c;ZQ==\a \x1b]0;title\x1b\\ \x1b[2J\x1b[9A \u009b2J \u202eabc\u2066 \r\b"
	m := newSlowly()
	d := sat(t, m, nil, "skills/e/SKILL.md", "---\nname: e\ndescription: \"E \\e[2J \\u202e \\x9b2J\"\n---\nE.\n")
	d.sees(">")
	d.press("/skill e\t\x15\x1b[200~" + evil + "\x1b[201~\r")
	<-m.asked
	for i := range evil {
		m.says <- evil[i : i+1]
	}
	m.says <- "\n\n```\n" + evil + "\n```\n\n|" + evil + "|b|\n|-|-|\n|c|" + evil + "|\n\nThe "
	m.says <- "end."
	m.says <- ""
	d.sees("The end.\n>")
	d.press("/skills\r/events\r/context\r/why e\r/why " + strings.Repeat("x", 9) + "\r")
	d.sees("xxxxxxxxx\".\n>")
	if all := d.All(); strings.Contains(all, "\u202e") || strings.Count(all, "«U+202E»") < 4 {
		t.Errorf("got\n%s", all)
	}
}

// A block that grows to a megabyte is shown by its end while it does.
func TestLongBlock(t *testing.T) {
	m := newSlowly()
	d := sat(t, m, nil)
	d.press("Go\r")
	<-m.asked
	m.says <- "```\n"
	for range 64 {
		m.says <- strings.Repeat("0123456789abcde\n", 1<<10)
	}
	m.says <- "last\n"
	d.sees("0123456789abcde\nlast")
	m.says <- "```\n\nOver."
	m.says <- ""
	d.sees("Over.\n>")
}

type remembered []string

func (r *remembered) Lines() []string { return *r }
func (r *remembered) Add(text string) error {
	*r = append(*r, text)
	return nil
}

// What was typed in earlier conversations is brought back and searched; answers to questions are none of it.
func TestHistory(t *testing.T) {
	kept := &remembered{"earlier one", "other"}
	d := sat(t, newSlowly(), func(c *Config) { c.Past = kept })
	d.asks = "Sure? "
	d.press("\x12one")
	d.sees("> earlier one\nsearch: one · Ctrl-R goes on, Ctrl-G goes back")
	d.press("x")
	d.sees("> earlier one\nsearch: onex (nothing has it) · Ctrl-R goes on, Ctrl-G goe…")
	d.press("\x03")
	d.sees("/help\n>")
	d.press("\x12ot\x05!")
	d.sees("> other!")
	d.press("\x15/nope\r")
	d.sees("/nope is not a command.\n>")
	d.press("\x04")
	d.sees("Sure?")
	d.press("secret\r")
	if err := d.ends(); err != nil {
		t.Error(err)
	}
	if got := strings.Join(*kept, "|"); got != "earlier one|other|/nope" {
		t.Errorf("got %q kept", got)
	}
}

package conversation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lily/core/world"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
	"lily/web/suggest"
)

const toolsSkill = "---\nname: count-things\nversion: 1.0.0\ndescription: Counts.\nread_only: true\nnetwork: false\n---\n# Count\n\n" +
	"### lines\n\nCount lines.\n\n#### Parameters\n\n| Name | Type | Required | Description |\n|-|-|-|-|\n" +
	"| file | string | yes | The file. |\n| most | integer | no | At most. |\n| all | boolean | no | All. |\n| names | array | no | Names. |\n\n" +
	"#### Command\n\n```bash\nwc -l -- {{file}}\n```\n"

func withTools(t *testing.T) (*statetest.Page, *Room) {
	t.Helper()
	s := statetest.Small(t)
	s.Put("workspace/skills/count-things/SKILL.md", toolsSkill)
	s.Put("workspace/skills/broken/SKILL.md", "---\nsummary: a: b\n---\n")
	s.Put("workspace/skills/other/SKILL.md", "---\nsummary: Other.\ncommand: oth\n---\nDo.\n")
	s.Say(t, "/reload_skills")
	return s, room(s)
}

// UI.md, slash menu: all skills, also those without an alias, their tools, and what a tool takes; what cannot be used
// stays in it with the reason.
func TestOptions(t *testing.T) {
	_, r := withTools(t)
	for _, tt := range []struct {
		text string
		want []string // what would stand in the box; ! is disabled
	}{
		{"/oth", []string{"/oth ", "/skill other "}},
		{"/count", []string{"/skill count-things "}},
		{"/brok", []string{"!/skill broken "}},
		{"/skill count", []string{"/skill count-things "}},
		{"/skill count-things ", []string{"/skill count-things lines "}},
		{"/skill count-things x", nil},
		{"/skill count-things lines ", []string{"/skill count-things lines file=", "/skill count-things lines most=", "/skill count-things lines all=", "/skill count-things lines names="}},
		{"/skill count-things lines file=a m", []string{"/skill count-things lines file=a most="}},
		{"/skill count-things lines {", nil},
		{"/skill broken ", nil},
		{"/help pl", []string{"/help plain"}},
		{"no slash", nil},
		{"/two\nlines", nil},
	} {
		var got []string
		for _, o := range options(r, tt.text) {
			if o.Disabled {
				o.Insert = "!" + o.Insert
			}
			got = append(got, o.Insert)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	if o := options(r, "/brok")[0]; !strings.Contains(o.About, "Malformed: ") {
		t.Errorf("got %q, want the reason", o.About)
	}
	if got := usageHint(r, "/skill count-things lines "); got != "Usage: /skill count-things lines file=<string> [most=<integer>] [all=<boolean>] [names=<array>]" {
		t.Errorf("got %q", got)
	}
}

// Of ten thousand skills a key makes no more options than are shown.
func TestOptionsOfMany(t *testing.T) {
	s := statetest.Small(t)
	if err := s.Engine.Edit(func(w world.World) (_ world.World, err error) {
		for i := range 300 {
			if w.Tree, err = w.Tree.Put(fmt.Sprintf("workspace/skills/s%03d/SKILL.md", i), []byte("---\nsummary: S.\n---\nS.\n")); err != nil {
				return w, err
			}
		}
		return w, nil
	}); err != nil {
		t.Fatal(err)
	}
	s.Say(t, "/reload_skills")
	if n := len(options(room(s), "/s")); n != suggest.MaxOptions {
		t.Errorf("got %d options, want %d", n, suggest.MaxOptions)
	}
}

// UI.md: a tool is run from a form made of its schema; what is typed already stands in it, and what does not fit is said.
func TestToolForm(t *testing.T) {
	_, r := withTools(t)
	c := &composer{Store: r, Session: r.Sessions.Session, text: `/skill count-things lines file="a b.txt" most=3`}
	if !c.fills() {
		t.Fatal("got no form of a tool with parameters")
	}
	c.openForm()
	got := htmltest.Seen(c)
	htmltest.Has(t, got, "count-things: lines", `value="a b.txt"`, `value="3"`, "most (may be left out)", "one item a line", "Left out")
	c.form.typed["names"] = "x y\n\nz\n"
	c.form.typed["all"] = "true"
	if text, err := c.form.object(); err != nil || text != `{"file": "a b.txt", "most": 3, "all": true, "names": ["x y","z"]}` {
		t.Errorf("got %s, %v", text, err)
	}
	for param, typed := range map[string]string{"most": "many", "all": "perhaps"} {
		was := c.form.typed[param]
		c.form.typed[param] = typed
		if c.run(); c.form == nil || !strings.Contains(c.form.wrong, param) {
			t.Fatalf("got no word of what is wrong with %s", param)
		}
		c.form.typed[param] = was
	}
	c.text = "/skill plain hello"
	if c.fills() {
		t.Error("got a form of a skill without tools")
	}
}

// UI.md: a command's answer is one line with a way to it where it is long, else blocks.
func TestLongAnswers(t *testing.T) {
	s, r := withTools(t)
	for i := range 20 {
		s.Put(fmt.Sprintf("workspace/skills/s%02d/SKILL.md", i), "---\nsummary: S.\n---\nS.\n")
	}
	s.Say(t, "/skills")
	s.Say(t, "/reload_skills")
	s.Say(t, "/skills")
	var got []string
	for _, turn := range s.Sessions.Turns() {
		c := &card{Store: r, Session: s.Sessions.Session, Turn: turn}
		got = append(got, htmltest.Seen(c))
	}
	n := len(got)
	htmltest.HasNot(t, got[n-3], "The whole answer")
	htmltest.Has(t, got[n-3], "count-things")
	htmltest.Has(t, got[n-1], "23 lines: name, summary, source, alias.", "Review", "The whole answer, 2")
	htmltest.HasNot(t, got[n-1], "<td")
	c := &card{Store: r, Session: s.Sessions.Session, Turn: s.Sessions.Turns()[n-2]}
	if was := c.reloaded(); was != "v2..v3" {
		t.Errorf("got %q, want the snapshots before and after", was)
	}
}

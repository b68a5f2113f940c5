package matrix

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/agents/all"
	"lily/web/html/htmltest"
	"lily/web/others"
	"lily/web/port/porttest"
	"lily/web/state/statetest"
)

// A row a skill, a column an agent, each cell with its why and the source of the rule.
func TestAgents(t *testing.T) {
	s := statetest.Small(t)
	s.Put("workspace/skills/good/SKILL.md", "---\nname: good\ndescription: Does good. Use it when things are bad.\n---\nDo.\n")
	s.Put("workspace/skills/Bad/SKILL.md", "---\nname: Bad\ndescription: x\n---\nDo.\n")
	opened := ""
	d := &Agents{Store: s.Store, Others: others.New(s.Store, &porttest.Second{}), Open: func(path string) { opened = path }}
	got := htmltest.Seen(d)
	htmltest.Has(t, got, ">good<", ">Bad<", "Agent Skills standard", "Lily", "2 skills", "Refused", `role="rowheader"`, "Context window: 200,000 tokens")
	if n := strings.Count(got, `role="gridcell"`); n != 2*len(all.List) {
		t.Errorf("got %d cells, want %d", n, 2*len(all.List))
	}
	d.ask(0)
	htmltest.Has(t, htmltest.Seen(d), "upper-case", "agentskills/agentskills@")
	d.Open("workspace/skills/Bad")
	if opened != "workspace/skills/Bad" {
		t.Errorf("got %s opened", opened)
	}
	d.only = "standard"
	got = htmltest.Seen(d)
	htmltest.Has(t, got, ">Bad<", "1 skill,")
	htmltest.HasNot(t, got, ">good<")
}

// What is chosen is there after a reload, and the files of another folder are seen.
func TestAgentsKeepWhatIsChosen(t *testing.T) {
	s := statetest.Small(t)
	o := others.New(s.Store, &porttest.Second{})
	ask := o.Asked()
	if ask != others.Usual("workspace/skills") {
		t.Errorf("got %+v", ask)
	}
	ask.Of, ask.Place, ask.Window = "user/skills", "home-claude", 32_000
	o.Choose(ask)
	if got := others.New(s.Store, &porttest.Second{}).Asked(); got != ask {
		t.Errorf("got %+v, want %+v", got, ask)
	}
	s.Put("user/skills/mine/SKILL.md", "---\nname: mine\ndescription: Mine.\n---\n")
	htmltest.Has(t, htmltest.Seen(&Agents{Store: s.Store, Others: o}), ">mine<", "32,000 tokens")
}

// Of many skills only the rows near those that are seen are made.
func TestAgentsIsVirtual(t *testing.T) {
	s := statetest.Small(t)
	for i := range 200 {
		s.Put(fmt.Sprintf("workspace/skills/s%03d/SKILL.md", i), "---\nname: s\ndescription: S.\n---\n")
	}
	if n := strings.Count(htmltest.Seen(&Agents{Store: s.Store, Others: others.New(s.Store, &porttest.Second{})}), `role="gridcell"`); n == 0 || n > 60*len(all.List) {
		t.Errorf("got %d cells of 200 rows", n)
	}
}

package copilot

import (
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
)

// judge fills in a cell, and reports whether the model is told of the skill.
func judge(f agents.Found, c *agents.Cell) bool {
	front, _, opened, _ := dialect.Front(strings.TrimPrefix(dialect.Decode(f.Text), "\uFEFF"))
	k, lost := read(f, front)
	if name := k["name"]; name != "" && dialect.CutUnits(untagged(name), 64) != c.Name {
		c.Because("folder", "Its name "+agents.Quote(name)+" is not that of its folder, which is taken.", 0)
	}
	if lost {
		c.Because("lenient", "The frontmatter is no good YAML: some of it is lost.", 1)
	}
	c.Text = k["description"]
	c.Shown = dialect.CutUnits(untagged(c.Text), 1024)
	switch {
	case !opened:
		c.Shown = ""
		c.End(agents.Dropped, "fence", "The file has no frontmatter, and so no description.", 1)
	case c.Text == "":
		c.End(agents.Dropped, "description", "There is no description.", 1)
	case k["disable-model-invocation"] == "true":
		c.Shown = ""
		c.End(agents.Dropped, "hidden", "Its key disable-model-invocation keeps it from the model.", 0)
	case c.Shown == "":
		c.End(agents.Dropped, "tags", "Its description is a tag alone, which is taken out.", 0)
	case dialect.Units(untagged(c.Text)) > 1024:
		c.End(agents.Cut, "long", "Its description is cut to 1,024 characters.", 0)
		return true
	case c.Shown != c.Text:
		c.End(agents.Cut, "tags", "What stands between < and > is taken out of its description.", 0)
		return true
	default:
		if lost {
			c.State = agents.Cut
		}
		return true
	}
	return false
}

// untagged takes out what stands between < and >, where there is anything between.
func untagged(s string) string {
	var b strings.Builder
	for {
		from := strings.IndexByte(s, '<')
		if from < 0 {
			break
		}
		to := strings.IndexByte(s[from:], '>')
		if to < 0 {
			break
		}
		if to == 1 { // <> is kept, and > may close what begins with it
			next := strings.IndexByte(s[from+2:], '>')
			b.WriteString(s[:from+1])
			s = s[from+1:]
			if next < 0 {
				break
			}
			continue
		}
		b.WriteString(s[:from])
		s = s[from+to+1:]
	}
	b.WriteString(s)
	return b.String()
}

package openclaw

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"lily/core/agents"
	"lily/core/agents/dialect"
)

const (
	mostTold  = 150
	mostUnits = 18_000
	least     = 4   // to which descriptions are cut before all are left out
	usual     = 220 // to which they are cut at first
	narrowest = 64  // to which a small window cuts them
)

// page is a list as the model is told it.
type page struct {
	total   int
	skills  []*skill
	texts   []string // the descriptions
	compact bool     // whether the descriptions were cut, or left out
	noted   bool     // whether it says what is not told
}

// catalog tells the model of the skills, and says in their cells what it does not tell.
func catalog(list []*skill, window int) string {
	p := narrow(fit(list), window)
	for i, k := range list {
		switch {
		case i >= len(p.skills):
			k.hide("catalog", fmt.Sprintf("%d of %d skills are told, and %d come before it.", len(p.skills), len(list), i))
		case p.texts[i] != k.Shown:
			k.Shown = p.texts[i]
			if k.Shown != flat(k.Text) {
				k.End(agents.Cut, rule(p, window), fmt.Sprintf("The model sees %d of %d characters of its description.", dialect.Units(k.Shown), dialect.Units(k.Text)), 0)
			}
		}
	}
	return p.String()
}

func rule(p page, window int) string {
	if p.compact || window == 0 {
		return "short"
	}
	return "window"
}

// fit is the fullest page that has its size.
func fit(list []*skill) page {
	p := page{total: len(list), skills: list[:min(len(list), mostTold)], noted: true}
	if p = p.cut(-1); p.fits() {
		return p
	}
	p.compact = true
	if n := p.most(); n > 0 || len(list) == 0 {
		p.skills = p.skills[:n]
	} else {
		p.noted = false
		n = p.most()
		p.skills, p.noted = p.skills[:n], n == 0
	}
	if p = p.cut(0); len(p.skills) == 0 || !p.cut(least).fits() {
		return p
	}
	n := sort.Search(usual-least, func(i int) bool { return !p.cut(least + i + 1).fits() })
	return p.cut(least + n)
}

// most is how many skills fit without their descriptions.
func (p page) most() int {
	return sort.Search(len(p.skills), func(i int) bool {
		q := p
		q.skills = p.skills[:i+1]
		return !q.cut(0).fits()
	})
}

func (p page) fits() bool { return dialect.Units(p.String())+p.lead() <= mostUnits }

// lead is the length of the two line ends before the list that are counted and then taken away, since nothing is before them.
func (p page) lead() int {
	if len(p.skills) == 0 || p.note() != "" {
		return 0
	}
	return 2
}

// cut is the page with descriptions of at most so many characters; -1 leaves them as they are.
func (p page) cut(most int) page {
	p.texts = make([]string, len(p.skills))
	for i, k := range p.skills {
		if p.texts[i] = k.Text; most >= 0 {
			p.texts[i] = short(k.Text, most)
		}
	}
	return p
}

// narrow is the page for a window, a fifth of whose tokens are characters for it.
func narrow(p page, window int) page {
	size, target := dialect.Units(p.String()), window/5
	if window <= 0 || size <= target {
		return p
	}
	to := func(most int) page {
		q := p
		q.texts = slices.Clone(p.texts)
		for i, s := range q.texts {
			if s != "" {
				q.texts[i] = short(s, most)
			}
		}
		return q
	}
	n := sort.Search(usual-narrowest+1, func(i int) bool { return dialect.Units(to(narrowest+i).String()) > target })
	if q := to(narrowest + max(0, n-1)); dialect.Units(q.String()) < size {
		return q
	}
	return p
}

// flat is a text on one line.
func flat(s string) string {
	if dialect.IsLine(s) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, dialect.Space), " ")
}

// short is a text on one line with at most so many characters, the last three of them full stops where it was cut.
func short(s string, most int) string {
	s = flat(s)
	switch {
	case dialect.Units(s) <= most:
		return s
	case most <= 3:
		return dialect.CutUnits(s, most)
	}
	return strings.TrimRightFunc(dialect.CutUnits(s, most-3), dialect.Space) + "..."
}

// String is what the model is told.
func (p page) String() string {
	if len(p.skills) == 0 {
		return p.note()
	}
	var b strings.Builder
	if note := p.note(); note != "" {
		b.WriteString(note + "\n\n\n")
	}
	b.WriteString("The following skills provide specialized instructions for specific tasks.\n" + p.how() +
		"\nWhen a skill file references a relative path, resolve it against the skill directory (parent of SKILL.md / dirname of the path) " +
		"and use that absolute path in tool commands.\n\n<available_skills>\n")
	for i, k := range p.skills {
		b.WriteString("  <skill>\n    <name>" + dialect.XML(k.Name) + "</name>\n")
		if !p.compact || p.texts[i] != "" {
			b.WriteString("    <description>" + dialect.XML(p.texts[i]) + "</description>\n")
		}
		b.WriteString("    <location>" + dialect.XML(k.at) + "</location>\n  </skill>\n")
	}
	b.WriteString("</available_skills>")
	return b.String()
}

func (p page) told() bool {
	return slices.ContainsFunc(p.texts, func(s string) bool { return s != "" })
}

func (p page) how() string {
	switch {
	case !p.compact:
		return "Read a skill's file at its listed location when the task matches its description."
	case p.told():
		return "Read a skill's file at its listed location when the task matches its name or description."
	}
	return "Read a skill's file at its listed location when the task matches its name."
}

// note says that something is not told.
func (p page) note() string {
	format, descriptions := "", "descriptions omitted"
	if p.told() {
		descriptions = "descriptions shortened"
	}
	switch left := len(p.skills) < p.total; {
	case !p.noted || !left && !p.compact:
		return ""
	case !left:
		return "⚠️ Skills catalog using compact format (" + descriptions + "). Run `openclaw skills check` to audit."
	case p.compact:
		format = " (compact format, " + descriptions + ")"
	}
	return fmt.Sprintf("⚠️ Skills truncated: included %d of %d%s. Run `openclaw skills check` to audit.", len(p.skills), p.total, format)
}

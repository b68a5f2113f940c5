package terminal

import (
	"slices"
	"strings"

	"lily/core/sight"
	"lily/web/suggest"
	"lily/web/terminal/keys"
	"lily/web/terminal/row"
)

// menu is what Tab offers for the line.
type menu struct {
	list []suggest.Option
	at   int // the one that stands in the line; -1 for none
}

const mostOffered = 8 // rows of a menu

// tab completes the line as far as all agree, and then goes through what may stand there. A step of 1 goes down.
func (f *Face) tab(step int) {
	if f.menu != nil && f.turns(step) {
		return
	}
	list := f.offers()
	if len(list) == 0 || !f.line.AtEnd() {
		return
	}
	f.menu = &menu{list: list, at: -1}
	usable := slices.DeleteFunc(slices.Clone(list), func(o suggest.Option) bool { return o.Disabled })
	if common := agreed(usable); len(common) > len(f.line.Text()) {
		f.line.Set(common)
	}
	if len(list) == 1 && len(usable) == 1 {
		f.menu = nil
	}
}

// turns puts the next of the menu that can be used into the line.
func (f *Face) turns(step int) bool {
	m := f.menu
	if m.at < 0 && step < 0 {
		m.at = 0
	}
	for range m.list {
		m.at = (m.at + step + len(m.list)) % len(m.list)
		if o := m.list[m.at]; !o.Disabled {
			f.line.Set(o.Insert)
			return true
		}
	}
	m.at = -1
	return true
}

// offers are the suggestions for the line: the engine's, and the words of the terminal's own.
func (f *Face) offers() []suggest.Option {
	text := f.line.Text()
	s, _ := f.engine.State(f.id)
	list := suggest.Options(suggest.Session{Snapshot: s.Snapshot, Tree: f.engine.World().Tree, Agent: s.Agent}, text)
	for _, w := range ours() {
		insert := "/" + w.Name
		if w.Needs != "" {
			insert += " "
		}
		if strings.HasPrefix(insert, text) && text != "" && w.Name != "help" {
			list = append(list, suggest.Option{Label: w.Usage, About: w.Help, Insert: insert})
		}
	}
	list = append(list, f.files(text)...)
	if part, is := strings.CutPrefix(text, "/why "); is {
		for _, c := range s.Snapshot.Candidates {
			if strings.HasPrefix(c.Name, part) && len(list) < suggest.MaxOptions {
				list = append(list, suggest.Option{Label: c.Name, About: suggest.About(c), Insert: "/why " + c.Name})
			}
		}
	}
	return list
}

// files are those that are kept aside, behind the words that take one. What cannot be typed is not offered.
func (f *Face) files(text string) (list []suggest.Option) {
	word, part, is := strings.Cut(text, " ")
	if !is || f.hooks.Aside == nil || word != "/diff" && word != "/write" {
		return nil
	}
	for _, name := range f.hooks.Aside.Names() {
		if strings.HasPrefix(name, part) && sight.Spell(name) == name && len(list) < suggest.MaxOptions {
			list = append(list, suggest.Option{Label: name, About: "kept aside", Insert: word + " " + name})
		}
	}
	return list
}

// agreed is what all of some options begin with.
func agreed(list []suggest.Option) string {
	if len(list) == 0 {
		return ""
	}
	common := list[0].Insert
	for _, o := range list {
		for !strings.HasPrefix(o.Insert, common) {
			common = common[:len(common)-1]
		}
	}
	return strings.ToValidUTF8(common, "")
}

// rows are the menu below the line: the option that stands in it, and those around it.
func (m *menu) rows(s *screen) (list []row.Row) {
	from := min(max(0, m.at-mostOffered/2), max(0, len(m.list)-mostOffered))
	wide := 0
	for _, o := range m.list {
		wide = max(wide, min(row.Columns(o.Label), s.columns()/2))
	}
	for i := from; i < min(len(m.list), from+mostOffered); i++ {
		o := m.list[i]
		style, about := row.Plain, o.About
		if i == m.at {
			style = row.Bold
		}
		if o.Disabled {
			style, about = row.Faint|row.Struck, "cannot be used: "+about
		}
		label := s.pen.Cut(s.pen.Of(style, "%s", strings.Join(strings.Fields(o.Label), " ")), wide)
		pad := strings.Repeat(" ", max(0, wide-label.Width())+2)
		mark := map[bool]string{true: "> ", false: "  "}[i == m.at]
		line := append(row.Row{s.pen.Text(row.Plain, mark)}, label...)
		list = append(list, s.oneRow(append(line, s.pen.Text(row.Faint, pad+strings.Join(strings.Fields(about), " ")))))
	}
	if more := len(m.list) - mostOffered; more > 0 {
		list = append(list, s.pen.Of(row.Faint, "  %d more", more))
	}
	return list
}

// menus reports whether a key is the menu's.
func (f *Face) menus(k keys.Key) bool {
	switch k.Name {
	case "tab":
		f.tab(1)
	case "shift-tab":
		f.tab(-1)
	case "escape":
		f.menu = nil
	default:
		f.menu = nil
		return false
	}
	return true
}

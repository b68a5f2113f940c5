package skill

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lily/core/answer"
	"lily/core/frontmatter"
)

// standardKeys reads the keys of SK-5. Whatever is wrong with them is a warning.
func (p *parser) standardKeys() {
	p.checkName()
	p.Description = p.text("description", loose)
	p.checkDescription()
	p.Summary = oneLine(cmp.Or(p.Summary, p.Description))
	p.License = p.text("license", loose)
	p.Compatibility = p.text("compatibility", loose)
	if n := utf8.RuneCountInString(p.Compatibility); n > 500 {
		e, _ := p.Get("compatibility")
		p.Find(e.Raw.From, "compatibility_too_long", "compatibility has %d characters; the standard allows 500.", n)
	}
	p.Version, p.Author = p.scalar("version"), p.scalar("author")
	p.PersonOnly = p.said(frontmatter.NoModel, false, "a model may not select the skill")
	p.ModelOnly = !p.said(frontmatter.NoPerson, true, "a person may call the skill")
	p.metadata()
	p.allowedTools()
}

// oneLine puts a text on one line, as a list shows it. Most are, and cost no copy.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	if !strings.ContainsAny(s, "\n\t") && !strings.Contains(s, "  ") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

func (p *parser) checkDescription() {
	if p.Format == Tools {
		return
	}
	e, ok := p.Get("description")
	n := utf8.RuneCountInString(p.Description)
	switch {
	case n > 1024:
		p.Find(e.Raw.From, "description_too_long", "description has %d characters; the standard allows 1,024.", n)
	case ok && isScalar(e.Value) && strings.TrimSpace(p.Description) == "":
		p.Find(e.Raw.From, "missing_description", "description is empty; without one a model cannot tell when to select the skill.")
	case !ok && p.Format == AgentSkills && !p.Commented(e):
		p.Find(p.Head.From, "missing_description", "The skill has no description; without one a model cannot tell when to select it.")
	}
}

func (p *parser) checkName() {
	e, ok := p.Get("name")
	if !ok {
		if p.Format == AgentSkills {
			p.Find(p.Head.From, "missing_name", "The skill has no name; its folder's name, %q, is used.", p.Name)
		}
		return
	}
	name := p.text("name", loose)
	if !isScalar(e.Value) {
		return
	}
	p.hiddenName(e.Raw.From, "name", name)
	if n := utf8.RuneCountInString(name); n > 64 {
		p.Find(e.Raw.From, "name_too_long", "name has %d characters; the standard allows 64.", n)
	}
	if fault := nameFault(p.spelled(name)); fault != "" {
		p.Find(e.Raw.From, "name_characters", "The name %q %s.", answer.Short(name), fault)
	}
	if name != p.Name {
		f := p.Find(e.Raw.From, "name_mismatch", "name: got %q, want %q, the folder's name, which is the one that counts.", answer.Short(name), p.Name)
		switch {
		case nameFault(p.Name) != "" || utf8.RuneCountInString(p.Name) > 64:
		case frontmatter.IsFlat(p.Name):
			p.Replace(f, e, p.Name)
		default:
			p.Replace(f, e, frontmatter.Quote(p.Name))
		}
	}
}

// nameFault says how a name breaks the standard's rules, if it does.
func nameFault(s string) string {
	for _, r := range s {
		if r != '-' && (!unicode.IsLetter(r) && !unicode.IsDigit(r) || unicode.ToLower(r) != r) {
			return "has other characters than lower-case letters, digits and hyphens"
		}
	}
	switch {
	case s == "":
		return "is empty"
	case strings.HasPrefix(s, "-"), strings.HasSuffix(s, "-"):
		return "begins or ends with a hyphen"
	case strings.Contains(s, "--"):
		return "has two hyphens in a row"
	}
	return ""
}

// spelled is a name as its format's rules see it. The tools format takes the names
// that Lily's own skills have, with _ as in text_tools.
func (p *parser) spelled(name string) string {
	if p.Format == Tools {
		return strings.ReplaceAll(name, "_", "a")
	}
	return name
}

// said reads any boolean of YAML 1.1 or 1.2, in any spelling and quoted too. What is neither
// yes nor no is read with care, which is true of both keys.
func (p *parser) said(key string, absent bool, means string) bool {
	e, ok := p.Written(key)
	if !ok {
		return absent
	}
	if isScalar(e.Value) {
		switch strings.ToLower(strings.TrimSpace(e.Value.Value)) {
		case "true", "yes", "on", "y", "1":
			return true
		case "false", "no", "off", "n", "0":
			return false
		}
	}
	p.Find(max(e.Raw.From, e.At), "unclear_boolean", "%s: got %s, want true or false; until it says so, %s.", key, frontmatter.Describe(e.Value), means)
	return true
}

// metadata keeps the entries of metadata, and reads what they propose. What an entry of
// another program holds is its own affair.
func (p *parser) metadata() {
	entries := p.mapping("metadata", loose.code, "a mapping")
	for _, k := range entries {
		p.Metadata = append(p.Metadata, p.field(k))
	}
	p.propose(entries)
}

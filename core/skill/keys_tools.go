package skill

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"lily/core/answer"
	"lily/core/frontmatter"
)

func (p *parser) toolKeys() {
	for _, key := range []string{"name", "version", "description"} {
		p.required(key)
	}
	p.text("author", ofTools)
	if e, ok := p.Get("version"); ok && p.Version != "" && !semver.MatchString(p.Version) {
		p.Find(e.Raw.From, "not_semver", "version: got %q, want three numbers such as 1.0.0.", answer.Short(p.Version))
	}
	p.cutDescription()
	p.checkToolFolder()
	p.ReadOnly, p.AlwaysAsk, p.Network = p.flag("read_only"), p.flag("always_ask"), p.flag("network")
	p.timeout()
	p.modes()
}

func (p *parser) required(key string) {
	e, ok := p.Get(key)
	text := p.text(key, ofTools)
	switch {
	case !ok:
		p.Find(p.Head.From, "tool_key_missing", "The key %s is missing; a skill with tools must have one.", key)
	case isScalar(e.Value) && strings.TrimSpace(text) == "":
		p.Find(e.Raw.From, "tool_key_missing", "%s: got an empty text, want at least one character.", key)
	}
}

// semver is the expression that semver.org 2.0.0 suggests.
var semver = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)` +
	`(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?` +
	`(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$`)

func (p *parser) cutDescription() {
	const most = 256
	n := utf8.RuneCountInString(p.Description)
	if n <= most {
		return
	}
	e, _ := p.Get("description")
	p.Find(e.Raw.From, "description_cut", "description has %d characters; 256 are allowed and shown.", n)
	if p.Summary == oneLine(p.Description) {
		p.Summary = oneLine(string([]rune(p.Description)[:most]))
	}
}

func (p *parser) checkToolFolder() {
	fault := nameFault(p.spelled(p.Name))
	switch {
	case strings.Trim(p.Name, small+"_-") != "":
		fault = "has other characters than a to z, 0 to 9, _ and hyphens"
	case fault == "" && len(p.Name) > 64:
		fault = "has more than 64 characters"
	}
	if fault != "" {
		p.Find(0, "folder_name", "The folder's name %q %s.", answer.Short(p.Name), fault)
	}
}

func (p *parser) flag(key string) bool {
	e, ok := p.Get(key)
	if !ok || isScalar(e.Value) && e.Value.ShortTag() == "!!bool" {
		return ok && strings.EqualFold(e.Value.Value, "true")
	}
	f := p.want(e, ofTools.code, "true or false")
	if word, ok := spoken[strings.ToLower(e.Value.Value)]; ok {
		p.Replace(f, e, word)
	}
	return false
}

// spoken are the booleans of YAML 1.1, which are texts today.
var spoken = map[string]string{"yes": "true", "on": "true", "true": "true", "no": "false", "off": "false", "false": "false"}

func (p *parser) timeout() {
	p.Timeout = 30
	e, ok := p.Get("timeout")
	if !ok {
		return
	}
	if !isScalar(e.Value) || e.Value.ShortTag() != "!!int" {
		p.want(e, ofTools.code, "a whole number of seconds")
		return
	}
	n, err := strconv.ParseInt(e.Value.Value, 0, 64)
	if err != nil || n < 1 || n > 300 {
		p.Find(e.Raw.From, "out_of_range", "timeout: got %s, want 1 to 300 seconds.", answer.Short(e.Value.Value))
		return
	}
	p.Timeout = int(n)
}

// modes reads the modes of the profile in which the skill may run.
func (p *parser) modes() {
	p.Modes = []string{"Global"}
	e, ok := p.Get("modes")
	if !ok || !p.isList(e, ofTools, "of Global, Dev, Meeting") {
		return
	}
	p.Modes = []string{}
	for _, item := range e.Value.Content {
		switch n := frontmatter.Resolve(item); {
		case !frontmatter.IsString(n):
			p.Find(p.At(item), ofTools.code, "modes: got %s in the list, want Global, Dev or Meeting.", frontmatter.Describe(n))
		case n.Value != "Global" && n.Value != "Dev" && n.Value != "Meeting":
			p.Find(p.At(item), "out_of_range", "modes: got %q, want Global, Dev or Meeting.", answer.Short(n.Value))
		default:
			p.Modes = append(p.Modes, n.Value)
		}
	}
	if len(e.Value.Content) == 0 {
		p.Find(e.Raw.From, "out_of_range", "modes: got an empty list, want one or more of Global, Dev, Meeting.")
	}
}

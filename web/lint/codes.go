package lint

import (
	"regexp"
	"strings"
	"sync"

	"lily/core/format"
	"lily/core/help"
	"lily/core/rules"
	"lily/core/skill"
	"lily/static/manual"
)

// Codes are those of all findings, as the manual lists them.
func Codes() rules.Codes {
	all := rules.Codes{}
	for code, e := range entries() {
		all[code] = e.Severity
	}
	return all
}

// Help is what the manual says of a code.
func Help(code string) format.Entry { return entries()[code] }

var form = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

var entries = sync.OnceValue(func() map[string]format.Entry {
	all := map[string]format.Entry{}
	book, err := help.Read(manual.Files())
	if err != nil {
		panic(err) // the index and the pages are of the binary
	}
	for _, page := range book {
		if page.Name != "findings" {
			continue
		}
		for _, e := range page.Entries {
			if e.Level == 3 && form.MatchString(e.Name) {
				all[e.Name] = format.Entry{Text: e.Text, Severity: severityOf(e.Text)}
			}
		}
	}
	return all
})

// severityOf reads the word that an entry begins with.
func severityOf(text string) skill.Severity {
	_, text, _ = strings.Cut(text, "\n")
	word, _, _ := strings.Cut(strings.TrimSpace(text), ",")
	switch word {
	case "Error":
		return skill.Error
	case "Note":
		return skill.Info
	}
	return skill.Warning
}

package format

import (
	"io"
	"net/url"
	"path"
	"strings"

	"lily/core/answer"
	"lily/core/check"
	"lily/core/sight"
	"lily/core/skill"
)

// sarifSchema is where the form of a SARIF file is published (OASIS, "Static Analysis Results Interchange Format 2.1.0").
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// SARIF writes the report in the form that code scanning takes, with each rule's entry of the manual, and each fix.
func SARIF(to io.Writer, r *check.Report, o Options) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "lily", Version: o.Version, Rules: []sarifRule{}}
	rules := map[string]int{}
	for _, f := range o.all(r) {
		at, known := rules[f.Code]
		if !known {
			at = len(rules)
			rules[f.Code] = at
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, o.rule(f))
		}
		run.Results = append(run.Results, resultOf(f, at))
	}
	done := sarifInvocation{Successful: len(r.Unchecked) == 0}
	for _, u := range r.Unchecked {
		done.Notifications = append(done.Notifications, sarifNotification{
			Level: "error", Message: sarifText{Text: u.Message}, Descriptor: sarifID{u.Code},
			Locations: []sarifLocation{{Physical: sarifPhysical{Artifact: sarifArtifact{address(u.Path)}}}},
		})
	}
	run.Invocations = []sarifInvocation{done}
	return sight.PrintJSON(to, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID      string     `json:"id"`
	Short   *sarifText `json:"shortDescription,omitempty"`
	Help    *sarifText `json:"help,omitempty"`
	Default struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level      string          `json:"level"`
	Message    sarifText       `json:"message"`
	Descriptor sarifID         `json:"descriptor"`
	Locations  []sarifLocation `json:"locations,omitempty"`
}

type sarifID struct {
	ID string `json:"id"`
}

type sarifResult struct {
	Rule      string          `json:"ruleId"`
	Index     int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
	Fixes     []sarifFix      `json:"fixes,omitempty"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	Line      int `json:"startLine"`
	Column    int `json:"startColumn"`
	EndLine   int `json:"endLine,omitempty"`
	EndColumn int `json:"endColumn,omitempty"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

var sarifLevels = map[skill.Severity]string{skill.Error: "error", skill.Warning: "warning", skill.Info: "note"}

// rule is a code with what the manual says of it.
func (o Options) rule(f found) sarifRule {
	rule := sarifRule{ID: f.Code}
	rule.Default.Level = sarifLevels[f.Severity]
	if o.Help == nil {
		return rule
	}
	entry := o.Help(f.Code)
	if entry.Severity != "" {
		rule.Default.Level = sarifLevels[entry.Severity]
	}
	if text := strings.TrimSpace(entry.Text); text != "" {
		rule.Help = &sarifText{text, text}
		rule.Short = &sarifText{Text: gist(text)}
	}
	return rule
}

// gist is the first sentence of an entry, without its heading, its severity and its clause.
func gist(text string) string {
	if strings.HasPrefix(text, "#") {
		_, text, _ = strings.Cut(text, "\n")
	}
	paragraph, _, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	line := strings.ReplaceAll(answer.Line(paragraph), "`", "")
	if head, rest, ok := strings.Cut(line, ". "); ok && strings.Contains(head, "-") && len(head) < 30 {
		line = rest
	}
	first, _, cut := strings.Cut(line, ". ")
	if cut {
		first += "."
	}
	return first
}

func resultOf(f found, rule int) sarifResult {
	uri := sarifArtifact{address(f.path)}
	place := sarifPhysical{Artifact: uri}
	if f.Line > 0 {
		place.Region = &sarifRegion{Line: f.Line, Column: max(1, f.Column)}
	}
	r := sarifResult{
		Rule: f.Code, Index: rule, Level: sarifLevels[f.Severity], Message: sarifText{Text: f.Message},
		Locations: []sarifLocation{{place}},
	}
	if x := f.Fix; x != nil {
		to := sarifReplacement{sarifRegion{x.Line, x.Column, x.EndLine, x.EndColumn}, sarifText{Text: x.Text}}
		r.Fixes = []sarifFix{{sarifText{Text: "Mend " + f.Code}, []sarifChange{{uri, []sarifReplacement{to}}}}}
	}
	return r
}

// address is a path as an address, below the folder that the program was called in where the path is.
func address(p string) string {
	p = path.Clean(slashed(p))
	u := url.URL{Path: p}
	switch {
	case strings.HasPrefix(p, "/"):
		u.Scheme = "file"
	case len(p) > 2 && p[1] == ':' && p[2] == '/': // of Windows
		u.Scheme, u.Path = "file", "/"+p
	}
	return u.String()
}

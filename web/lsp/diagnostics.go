package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/advice"
	"lily/core/check"
	"lily/core/frontmatter"
	"lily/core/loader"
	"lily/core/skill"
)

// diagnostic is a finding as the editor shows it.
type diagnostic struct {
	Range    area   `json:"range"`
	Severity int    `json:"severity"`
	Code     string `json:"code"`
	Source   string `json:"source"`
	Message  string `json:"message"`
}

// edit is a piece of text in the place of another one.
type edit struct {
	Range   area   `json:"range"`
	NewText string `json:"newText"`
}

func (s *Server) diagnostic(text string, f skill.Finding) diagnostic {
	d := diagnostic{
		Range: s.units.placed(text, f.Line, f.Column), Code: f.Code, Source: "lily", Message: f.Message,
		Severity: map[skill.Severity]int{skill.Error: 1, skill.Warning: 2}[f.Severity],
	}
	if d.Severity == 0 {
		d.Severity = 3
	}
	return d
}

// publish shows the findings of a skill: those of SKILL.md, and those of its other files at these.
func (s *Server) publish(d *document) {
	by := map[string][]diagnostic{d.uri: {}}
	for _, f := range d.found {
		uri, text := d.uri, d.text
		if f.File != d.file() {
			at := check.Place(d.path, f)
			if uri = uriOf(at); s.docs[uri] != nil {
				text = s.docs[uri].text
			} else {
				text = small(at)
			}
		}
		by[uri] = append(by[uri], s.diagnostic(text, f))
	}
	for _, uri := range d.shown {
		if by[uri] == nil {
			by[uri] = []diagnostic{}
		}
	}
	d.shown = d.shown[:0]
	for uri, list := range by {
		params := map[string]any{"uri": uri, "diagnostics": list}
		if o := s.docs[uri]; o != nil {
			params["version"] = o.version
		}
		s.notify("textDocument/publishDiagnostics", params)
		d.shown = append(d.shown, uri)
	}
	slices.Sort(d.shown)
}

// small is the text of a file that is looked into, empty where it cannot be read.
func small(at string) string {
	if info, err := os.Stat(at); err != nil || !info.Mode().IsRegular() || info.Size() > advice.MostFile {
		return ""
	}
	data, _ := os.ReadFile(filepath.Clean(at)) // what cannot be read is shown at its first line
	return string(data)
}

// edit is a fix as the editor makes it.
func (s *Server) edit(text string, f skill.Fix) (edit, bool) {
	from, ok := frontmatter.Offset(text, f.Line, f.Column)
	to, ok2 := frontmatter.Offset(text, f.EndLine, f.EndColumn)
	return edit{area{s.units.position(text, from), s.units.position(text, to)}, f.Text}, ok && ok2
}

type actionParams struct {
	Document identity `json:"textDocument"`
	Range    area     `json:"range"`
	Context  struct {
		Only []string `json:"only"`
	} `json:"context"`
}

// action is a fix to choose.
type action struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        map[string]any `json:"edit"`
}

// codeAction offers the fixes of the findings in a range, and all fixes of the file at once.
func (s *Server) codeAction(p actionParams) (any, *wrong) {
	d, fault := s.open(p.Document.URI)
	if fault != nil {
		return nil, fault
	}
	from, ok := s.units.offset(d.text, p.Range.Start)
	to, ok2 := s.units.offset(d.text, p.Range.End)
	if !ok || !ok2 || to < from {
		return nil, refuse(invalidParams, "the range is none")
	}
	wants := func(kind string) bool { return len(p.Context.Only) == 0 || slices.Contains(p.Context.Only, kind) }
	list, any := []action{}, false
	for _, f := range d.found {
		if f.Fix == nil || f.File != loader.File {
			continue
		}
		e, ok := s.edit(d.text, *f.Fix)
		shown := s.diagnostic(d.text, f)
		begins, _ := s.units.offset(d.text, shown.Range.Start)
		ends, _ := s.units.offset(d.text, shown.Range.End)
		if !ok {
			continue
		}
		a, _ := s.units.offset(d.text, e.Range.Start)
		b, _ := s.units.offset(d.text, e.Range.End)
		any = true
		if wants("quickfix") && from <= max(ends, b) && to >= min(begins, a) {
			list = append(list, action{title(f), "quickfix", []diagnostic{shown}, true, s.edits(d, []edit{e})})
		}
	}
	if any && (wants("source.fixAll") || wants("source")) {
		if is := s.fixed(d); is != d.text {
			list = append(list, action{Title: "Lily: all fixes of the file", Kind: "source.fixAll", Edit: s.edits(d, []edit{s.instead(d.text, is)})})
		}
	}
	return list, nil
}

// fixed is the text of a skill with all fixes made.
func (s *Server) fixed(d *document) string {
	if d.fixed == nil {
		is := d.text
		if s.Fixed != nil {
			is = string(s.Fixed(d.path, []byte(d.text)))
		}
		d.fixed = &is
	}
	return *d.fixed
}

// instead is the edit that makes another text of one, from the first line that differs to the last.
func (s *Server) instead(was, is string) edit {
	from := 0
	for from < min(len(was), len(is)) && was[from] == is[from] {
		from++
	}
	from = strings.LastIndexByte(was[:from], '\n') + 1
	to, end := len(was), len(is)
	for to > from && end > from && was[to-1] == is[end-1] {
		to, end = to-1, end-1
	}
	if next := strings.IndexByte(was[to:], '\n') + 1; next > 0 {
		to, end = to+next, end+next
	} else {
		to, end = len(was), len(is)
	}
	return edit{area{s.units.position(was, from), s.units.position(was, to)}, is[from:end]}
}

func title(f skill.Finding) string {
	if f.Fix.Text == "" {
		return "Lily: take it out (" + f.Code + ")"
	}
	return "Lily: write " + short(f.Fix.Text) + " (" + f.Code + ")"
}

func (s *Server) edits(d *document, list []edit) map[string]any {
	if s.renames {
		return map[string]any{"documentChanges": []any{documentEdit(d, list)}}
	}
	return map[string]any{"changes": map[string]any{d.uri: list}}
}

func documentEdit(d *document, list []edit) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": d.uri, "version": d.version}, "edits": list}
}

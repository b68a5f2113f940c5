package lsp

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"lily/core/check"
	"lily/core/loader"
	"lily/core/project"
	"lily/core/skill"
	"lily/web/disk"
)

// document is a text that is open in the editor.
type document struct {
	uri, path string
	version   int
	text      string
	lost      bool // a change could not be made: nobody knows what the editor has
	changed   bool // since it was judged
	found     []skill.Finding
	fixed     *string  // the text with all fixes made; nil until somebody asks
	shown     []string // the URIs of files that have diagnostics because of it
}

// isSkill reports whether it is the file of a skill.
func (d *document) isSkill() bool { return d.file() == loader.File }

// isProject reports whether it is the file of a project.
func (d *document) isProject() bool { return d.file() == project.File }

func (d *document) file() string { return filepath.Base(d.path) }

// identity names a document, and its version where it has one.
type identity struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type opened struct {
	Document identity `json:"textDocument"`
}

type changed struct {
	Document identity `json:"textDocument"`
	Changes  []change `json:"contentChanges"`
}

func (s *Server) didOpen(p opened) (any, *wrong) {
	at, ok := pathOf(p.Document.URI)
	if !ok {
		return nil, nil // of no disk, such as a new one or one of another side: nothing can be said of it
	}
	d := &document{uri: p.Document.URI, path: at, version: p.Document.Version, text: p.Document.Text, changed: true}
	s.docs[d.uri] = d
	s.judge(d)
	return nil, nil
}

func (s *Server) didChange(p changed) (any, *wrong) {
	d := s.docs[p.Document.URI]
	if d == nil {
		return nil, refuse(invalidParams, "%s was changed and is not open", p.Document.URI)
	}
	d.version = p.Document.Version
	for _, c := range p.Changes {
		if d.lost = d.lost && c.Range != nil; d.lost {
			continue
		}
		text, fault := s.units.apply(d.text, c)
		if fault != nil {
			d.lost = true
			return nil, refuse(fault.Code, "%s: %s; nothing more is said of the file until it is opened again or sent as a whole", d.uri, fault.Message)
		}
		d.text = text
	}
	d.changed = true
	s.timer.Reset(s.Wait)
	return nil, nil
}

func (s *Server) didSave(p opened) (any, *wrong) {
	if d := s.docs[p.Document.URI]; d != nil && d.isProject() {
		return s.didWatch(nil) // what it says holds for the skills from now on
	}
	s.lookAround()
	return nil, nil
}

func (s *Server) didClose(p opened) (any, *wrong) {
	d := s.docs[p.Document.URI]
	if d == nil {
		return nil, refuse(invalidParams, "%s was closed and is not open", p.Document.URI)
	}
	delete(s.docs, d.uri)
	for _, uri := range d.shown {
		s.notify("textDocument/publishDiagnostics", map[string]any{"uri": uri, "diagnostics": []any{}})
	}
	return nil, nil
}

// didWatch looks at the open skills again, since a file of theirs or a neighbour may have come or gone.
func (s *Server) didWatch(json.RawMessage) (any, *wrong) {
	for _, d := range s.docs {
		d.changed = true
	}
	s.judgeChanged()
	s.lookAround()
	return nil, nil
}

func (s *Server) didMove(p struct {
	Event struct{ Added, Removed []folder }
},
) (any, *wrong) {
	for _, f := range p.Event.Added {
		if at, ok := pathOf(f.URI); ok && !slices.Contains(s.roots, at) {
			s.roots = append(s.roots, at)
		}
	}
	for _, f := range p.Event.Removed {
		at, _ := pathOf(f.URI)
		s.roots = slices.DeleteFunc(s.roots, func(r string) bool { return r == at })
	}
	s.lookAround()
	return nil, nil
}

// open finds the document of a request, judged as it is now.
func (s *Server) open(uri string) (*document, *wrong) {
	d := s.docs[uri]
	switch {
	case d == nil:
		return nil, refuse(invalidParams, "%s is not open", uri)
	case d.lost:
		return nil, refuse(failed, "%s is not known as the editor has it, since a change could not be made", uri)
	case d.changed:
		s.judge(d)
	}
	return d, nil
}

// at finds the place of a request in an open document.
func (s *Server) at(p placed) (*document, int, *wrong) {
	d, fault := s.open(p.Document.URI)
	if fault != nil {
		return nil, 0, fault
	}
	at, ok := s.units.offset(d.text, p.Position)
	if n := lines(d.text); !ok || p.Position.Line >= n {
		return nil, 0, refuse(invalidParams, "there is no %d:%d in %s, which has %d lines", p.Position.Line, p.Position.Character, d.uri, n)
	}
	return d, at, nil
}

type placed struct {
	Document identity `json:"textDocument"`
	Position position `json:"position"`
	NewName  string   `json:"newName"`
}

// pathOf is the file of this machine that a URI names.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	at := u.Path
	if runtime.GOOS == "windows" {
		at = strings.TrimPrefix(at, "/")
	}
	at = filepath.Clean(filepath.FromSlash(at))
	if dir, err := disk.Resolve(filepath.Dir(at)); err == nil { // as a check names it
		at = filepath.Join(dir, filepath.Base(at))
	}
	return at, true
}

// uriOf names a file of this machine.
func uriOf(at string) string {
	at = filepath.ToSlash(at)
	if !strings.HasPrefix(at, "/") {
		at = "/" + at
	}
	return (&url.URL{Scheme: "file", Path: at}).String()
}

// texts are the open texts, by their paths.
func (s *Server) texts() map[string][]byte {
	all := map[string][]byte{}
	for _, d := range s.docs {
		if d.isSkill() && !d.lost {
			all[d.path] = []byte(d.text)
		}
	}
	return all
}

// whole is what a check of all skills says of one that its neighbours decide, for the text that it had.
type whole struct {
	head  string
	saved bool // it was the text on the disk, which nobody had open
	found []skill.Finding
}

// neighbourly are the codes that other skills decide.
var neighbourly = []string{"same_name", "duplicate_name", "shadowed", "alias_conflict", "case_clash", "alike"}

// head is all of a text that neighbours depend on: its frontmatter.
func head(text string) string {
	before, _, _ := strings.Cut(strings.TrimPrefix(text, "---"), "\n---")
	return before
}

// judgeChanged judges what was typed into.
func (s *Server) judgeChanged() {
	for _, d := range s.docs {
		if d.changed {
			s.judge(d)
		}
	}
}

// judge judges one skill alone, and adds what is known of its neighbours.
func (s *Server) judge(d *document) {
	d.changed, d.fixed = false, nil
	if d.isProject() && !d.lost && s.Project != nil {
		d.found = s.Project(d.path, []byte(d.text))
		s.publish(d)
	}
	if !d.isSkill() || d.lost {
		return
	}
	s.Judged++
	d.found = nil
	for _, f := range s.Check([]string{d.path}, map[string][]byte{d.path: []byte(d.text)}) {
		if filepath.Base(f.Path) == loader.File {
			d.found = append(d.found, f.Findings...)
		}
	}
	d.found = append(d.found, s.near(d)...)
	skill.Sort(d.found)
	s.publish(d)
}

// lookAround checks all skills beside the session, one check at a time, for what neighbours decide.
func (s *Server) lookAround() {
	if s.stale = s.checking; s.stale || len(s.roots) == 0 {
		return
	}
	s.checking = true
	roots, texts, all := slices.Clone(s.roots), s.texts(), s.Check
	go func() { s.checked <- around(all(roots, texts), texts) }()
}

func around(files []check.File, texts map[string][]byte) map[string]whole {
	found := map[string]whole{}
	for _, f := range files {
		at, err := filepath.Abs(f.Path)
		if err != nil {
			continue
		}
		text, open := texts[at]
		w := whole{head: head(string(text)), saved: !open}
		for _, one := range f.Findings {
			if slices.Contains(neighbourly, one.Code) {
				w.found = append(w.found, one)
			}
		}
		if len(w.found) > 0 {
			found[at] = w
		}
	}
	return found
}

// near is what the last check of all skills said of one because of its neighbours, as long as that can hold.
func (s *Server) near(d *document) []skill.Finding {
	w, ok := s.around[d.path]
	if ok && w.saved {
		w.head, w.saved = head(d.text), false
		s.around[d.path] = w
	}
	if !ok || w.head != head(d.text) {
		return nil
	}
	return w.found
}

// surrounded takes what a check of all skills found.
func (s *Server) surrounded(found map[string]whole) {
	s.checking, s.around = false, found
	for _, d := range s.docs {
		if !d.isSkill() {
			continue
		}
		own := slices.DeleteFunc(slices.Clone(d.found), func(f skill.Finding) bool { return slices.Contains(neighbourly, f.Code) })
		own = append(own, s.near(d)...)
		skill.Sort(own)
		if !slices.EqualFunc(own, d.found, func(a, b skill.Finding) bool { return a.Code == b.Code && a.Line == b.Line && a.Message == b.Message }) {
			d.found = own
			s.publish(d)
		}
	}
	if s.stale {
		s.stale = false
		s.lookAround()
	}
}

package lsp

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"lily/core/advice"
	"lily/core/agents"
	"lily/core/agents/all"
	"lily/core/frontmatter"
	"lily/core/loader"
	"lily/core/skill"
	"lily/core/tree"
	"lily/web/disk"
)

func entries(from *disk.Root, at string) []fs.DirEntry {
	list, _ := fs.ReadDir(from, at) // what cannot be read is not offered
	return list
}

// hover says what the manual says of the findings at a place, and in the frontmatter what agents make of the skill.
func (s *Server) hover(p placed) (any, *wrong) {
	d, at, fault := s.at(p)
	if fault != nil || !d.isSkill() && !d.isProject() {
		return nil, fault
	}
	var said []string
	told := map[string]bool{}
	for _, f := range d.found {
		r := s.units.placed(d.text, f.Line, f.Column)
		from, _ := s.units.offset(d.text, r.Start)
		to, _ := s.units.offset(d.text, r.End)
		if f.File != d.file() || at < from || at > to {
			continue
		}
		text := fmt.Sprintf("**%s** (%s): %s", f.Code, f.Severity, f.Message)
		if !told[f.Code] {
			text += s.entry(f.Code)
		}
		told[f.Code] = true
		said = append(said, text)
	}
	if doc := frontmatter.Read(d.text); d.isSkill() && doc.Outcome != frontmatter.None && at <= max(doc.Head.To, 0) {
		said = append(said, view(d))
	}
	if len(said) == 0 {
		return nil, nil
	}
	return map[string]any{"contents": map[string]any{"kind": "markdown", "value": strings.Join(said, "\n\n---\n\n")}}, nil
}

// entry is what the manual says of a code, without its heading.
func (s *Server) entry(code string) string {
	for _, e := range s.Manual.Find(code) {
		if _, text, ok := strings.Cut(e.Text, "\n"); ok && e.Page == "findings" {
			return "\n\n" + strings.TrimSpace(text)
		}
	}
	return ""
}

// view is what each agent makes of a skill by itself.
func view(d *document) string {
	name := filepath.Base(filepath.Dir(d.path))
	t, err := tree.Tree{}.Put(name+"/"+loader.File, []byte(d.text))
	if err != nil {
		return "What agents make of the skill cannot be told: " + err.Error()
	}
	var b strings.Builder
	b.WriteString("What agents make of this skill alone:\n")
	table := agents.Evaluate(agents.AsDropped(t), all.List, agents.Terms{Window: 200_000})
	for _, row := range table.Rows {
		for i, c := range row.Cells {
			fmt.Fprintf(&b, "\n- %s: %s", table.Agents[i].Title, c.State)
			if len(c.Reasons) > 0 && c.State != agents.Loaded {
				b.WriteString(". " + c.Reasons[0].Text)
			}
		}
	}
	return b.String()
}

// location is a place in a file.
type location struct {
	URI   string `json:"uri"`
	Range area   `json:"range"`
}

// definition is the file that is named at a place.
func (s *Server) definition(p placed) (any, *wrong) {
	d, at, fault := s.at(p)
	if fault != nil || !d.isSkill() {
		return nil, fault
	}
	dir := filepath.Dir(d.path)
	k := skill.Parse(filepath.Base(dir), []byte(d.text))
	for _, n := range advice.Files(d.text, k.BodyLine) {
		from, _ := frontmatter.Offset(d.text, n.Line, n.Column)
		to, ok := frontmatter.Offset(d.text, n.Line, n.End)
		if !ok || at < from || at > to {
			continue
		}
		if file := filepath.Join(dir, filepath.FromSlash(n.Path)); disk.Regular(file) || disk.IsDir(file) {
			return []location{{URI: uriOf(file)}}, nil
		}
	}
	return nil, nil
}

package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"lily/core/frontmatter"
	"lily/core/skill"
	"lily/core/tree"
)

// naming is the value of the key name, where it can be replaced.
func naming(d *document) (span frontmatter.Span, name string, fault *wrong) {
	doc := frontmatter.Read(d.text)
	e, ok := doc.Get("name")
	if !ok || doc.Outcome != frontmatter.Whole || e.Value.Kind != yaml.ScalarNode {
		return span, "", refuse(failed, "the skill has no name in its frontmatter that can be read")
	}
	f := doc.Find(e.At, "name_mismatch", "")
	if doc.Replace(f, e, "x"); f.Fix == nil {
		return span, "", refuse(failed, "the name is not written as one plain word")
	}
	return f.Fix.Span, e.Value.Value, nil
}

// prepareRename says what would be renamed at a place: the skill, at its name.
func (s *Server) prepareRename(p placed) (any, *wrong) {
	d, at, fault := s.at(p)
	if fault != nil || !d.isSkill() {
		return nil, fault
	}
	span, name, fault := naming(d)
	if fault != nil || at < span.From || at > span.To {
		return nil, nil // the editor says that nothing can be renamed here
	}
	return map[string]any{"range": area{s.units.position(d.text, span.From), s.units.position(d.text, span.To)}, "placeholder": name}, nil
}

// rename gives a skill another name, and its folder with it.
func (s *Server) rename(p placed) (any, *wrong) {
	d, at, fault := s.at(p)
	if fault != nil {
		return nil, fault
	}
	span, _, fault := naming(d)
	old := filepath.Dir(d.path)
	next := filepath.Join(filepath.Dir(old), p.NewName)
	switch {
	case !d.isSkill():
		return nil, refuse(failed, "only a skill can be renamed, in its SKILL.md")
	case fault != nil:
		return nil, fault
	case at < span.From || at > span.To:
		return nil, refuse(failed, "a skill is renamed at its name")
	case !s.renames:
		return nil, refuse(failed, "the editor cannot rename folders, and a name that is not its folder's does not count")
	case slices.Contains(s.roots, old):
		return nil, refuse(failed, "the skill is the folder that is open here; open the one around it")
	}
	if why := unfit(p.NewName); why != "" {
		return nil, refuse(invalidParams, "%s", why)
	}
	if _, err := os.Lstat(next); err == nil && next != old {
		return nil, refuse(failed, "there is a folder %s already", p.NewName)
	}
	changes := []any{documentEdit(d, []edit{{area{s.units.position(d.text, span.From), s.units.position(d.text, span.To)}, p.NewName}})}
	if next != old {
		changes = append(changes, map[string]any{
			"kind": "rename", "oldUri": uriOf(old), "newUri": uriOf(next), "options": map[string]any{"overwrite": false, "ignoreIfExists": false},
		})
	}
	return map[string]any{"documentChanges": changes}, nil
}

// unfit says why a name is none for a skill of the standard.
func unfit(name string) string {
	if err := tree.Check(name); err != nil || strings.ContainsAny(name, "/\\") {
		return "the name cannot be a folder's"
	}
	for _, f := range skill.Parse(name, []byte("---\nname: "+frontmatter.Quote(name)+"\ndescription: Use it.\n---\n")).Findings {
		if strings.HasPrefix(f.Code, "name_") || strings.HasPrefix(f.Code, "hidden") {
			return f.Message
		}
	}
	return ""
}

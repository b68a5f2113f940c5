package skill

import (
	"fmt"

	"lily/core/frontmatter"
)

// Apply returns data with the fix made; data itself is left as it is. It fails
// when the fix points outside of data, as it does after data was edited (SK-9).
func (f Fix) Apply(data []byte) ([]byte, error) {
	text := string(data)
	e, err := f.edit(text)
	if err != nil {
		return nil, err
	}
	text, _ = frontmatter.Apply(text, []frontmatter.Edit{e})
	return []byte(text), nil
}

func (f Fix) edit(text string) (e frontmatter.Edit, err error) {
	from, ok := frontmatter.Offset(text, f.Line, f.Column)
	if !ok {
		return e, fmt.Errorf("SKILL.md:%d:%d: the fix begins outside of the file", f.Line, f.Column)
	}
	to, ok := frontmatter.Offset(text, f.EndLine, f.EndColumn)
	if !ok || to < from {
		return e, fmt.Errorf("SKILL.md:%d:%d: the fix ends outside of the file", f.EndLine, f.EndColumn)
	}
	return frontmatter.Edit{Span: frontmatter.Span{From: from, To: to}, Text: f.Text}, nil
}

// ApplyAll makes the fixes of all findings and returns how many were made. Of
// two that overlap the later one in the file is made.
func ApplyAll(data []byte, fs []Finding) ([]byte, int) {
	text, edits := string(data), []frontmatter.Edit{}
	for _, f := range fs {
		if f.Fix == nil {
			continue
		}
		if e, err := f.Fix.edit(text); err == nil {
			edits = append(edits, e)
		}
	}
	text, made := frontmatter.Apply(text, edits)
	return []byte(text), len(made)
}

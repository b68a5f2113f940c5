package skill

import (
	"fmt"

	"lily/core/frontmatter"
)

// Apply returns data with the fix made; data itself is left as it is. It fails
// when the fix points outside of data, as it does after data was edited (SK-9).
func (f Fix) Apply(data []byte) ([]byte, error) {
	text := string(data)
	from, ok := frontmatter.Offset(text, f.Line, f.Column)
	if !ok {
		return nil, fmt.Errorf("SKILL.md:%d:%d: the fix begins outside of the file", f.Line, f.Column)
	}
	to, ok := frontmatter.Offset(text, f.EndLine, f.EndColumn)
	if !ok || to < from {
		return nil, fmt.Errorf("SKILL.md:%d:%d: the fix ends outside of the file", f.EndLine, f.EndColumn)
	}
	return []byte(text[:from] + f.Text + text[to:]), nil
}

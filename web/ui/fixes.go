package ui

import (
	"fmt"

	"lily/core/skill"
)

// fixID is the id of what stands in the place of a fix that was applied.
func fixID(f skill.Finding) string { return fmt.Sprintf("fixed-%s-%d-%d", f.Code, f.Line, f.Column) }

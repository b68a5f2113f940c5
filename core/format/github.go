package format

import (
	"fmt"
	"io"
	"strings"

	"lily/core/answer"
	"lily/core/check"
	"lily/core/skill"
)

// GitHub writes a workflow command for each finding, which GitHub shows at its line of a change, and the sums
// (docs.github.com, "Workflow commands"; the escapes are those of actions/toolkit, packages/core/src/command.ts).
func GitHub(to io.Writer, r *check.Report, o Options) error {
	var b strings.Builder
	for _, f := range o.all(r) {
		command(&b, levels[f.Severity], f)
	}
	for _, u := range r.Unchecked {
		f := found{Finding: skill.Finding{Code: u.Code, Message: u.Message}, path: u.Path}
		command(&b, "error", f)
	}
	fmt.Fprintln(&b, sums(r))
	_, err := io.WriteString(to, b.String())
	return err
}

var levels = map[skill.Severity]string{skill.Error: "error", skill.Warning: "warning", skill.Info: "notice"}

func command(b *strings.Builder, name string, f found) {
	fmt.Fprintf(b, "::%s file=%s", name, property.Replace(slashed(f.path)))
	if f.Line > 0 {
		fmt.Fprintf(b, ",line=%d,col=%d", f.Line, f.Column)
	}
	said := f.Message
	if f.Fix != nil {
		said += " Fix: " + f.Fix.Text
	}
	fmt.Fprintf(b, ",title=%s::%s\n", property.Replace(f.Code), data.Replace(answer.Clean(said)))
}

// What a command's data and its properties may not hold.
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

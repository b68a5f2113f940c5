package format

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/check"
	"lily/core/loader"
	"lily/core/skill"
)

// Text writes a line for each finding with the line of its file below it, the sums, and where the manual explains the codes
// (SK-8). Notes, of which there may be thousands, are counted in one line unless they are wanted.
func Text(to io.Writer, r *check.Report, o Options) error {
	if len(r.Roots) == 0 && len(r.Files()) == 0 {
		return nil
	}
	out, told := &strings.Builder{}, map[string]bool{}
	for _, f := range o.all(r) {
		told[f.Code] = true
		o.line(out, f)
	}
	fmt.Fprintln(out, sums(r))
	if o.Fixed != "" {
		fmt.Fprintln(out, o.Fixed)
	}
	if r.Notes > 0 && o.Least != skill.Info {
		fmt.Fprintf(out, "Notes: %s; --notes lists them.\n", r.Kinds())
	}
	if r.LeftOut > 0 {
		fmt.Fprintln(out, loader.LeftOut(r.LeftOut))
	}
	if r.Ignored > 0 {
		fmt.Fprintf(out, "Passed by, as ignored: %s; --no-ignore checks them too.\n", answer.Number(r.Ignored, "place"))
	}
	if len(told) > 0 {
		fmt.Fprintf(out, "lily help CODE explains a code: %s.\n", strings.Join(slices.Sorted(maps.Keys(told)), ", "))
	}
	_, err := io.WriteString(to, out.String())
	return err
}

// The colours of a terminal.
var colours = map[skill.Severity]string{skill.Error: "1;31", skill.Warning: "1;33", skill.Info: "1;36"}

func (o Options) paint(colour, text string) string {
	if !o.Colour {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

func (o Options) line(out io.Writer, f found) {
	at := answer.Line(f.path)
	if f.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", at, f.Line, f.Column)
	}
	said := fmt.Sprintf("%s (%s, %s)", f.Message, f.Code, f.Clause)
	if f.Fix != nil {
		said += " Fix: " + f.Fix.Text
	}
	fmt.Fprintf(out, "%s: %s: %s\n", o.paint("1", at), o.paint(colours[f.Severity], string(f.Severity)), answer.Line(said))
	if line, ok := lineOf(f.text, f.Line); ok {
		number := fmt.Sprintf("%5d", f.Line)
		shown, before := draw(line, f.Column)
		fmt.Fprintf(out, "%s %s\n%s %s%s\n", o.paint("2", number+" |"), shown, o.paint("2", "      |"),
			strings.Repeat(" ", before), o.paint(colours[f.Severity], "^"))
	}
}

package changes

import (
	"fmt"
	"io"
	"strings"

	"lily/core/sight"
)

// Text writes the review for a terminal. What nobody can see is shown; a line is one line.
func (r Review) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s → %s: %s\n", line(r.Was), line(r.Is), r.Gist())
	for _, s := range r.Skills {
		fmt.Fprintf(&b, "\n%s: %s\n", line(s.Name), line(s.Gist()))
		for _, p := range s.Parts() {
			b.WriteString("  " + p.Title + ":\n")
			signed(&b, "    ", p.Lines)
		}
		for _, f := range s.Files {
			fmt.Fprintf(&b, "  %s %s\n", line(f.Path), f.Op)
			signed(&b, "    ", f.shown())
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shown are the lines of a file, and what is to be said of those that are not.
func (f File) shown() []Line {
	var list []Line
	for _, l := range f.Lines {
		if list = append(list, l); l.Sign != "@" && !strings.HasSuffix(l.Text, "\n") {
			list = append(list, Line{"\\", "There is no line end at the end of the file."})
		}
	}
	switch {
	case f.Why != "":
		list = append(list, Line{"@", f.Why})
	case f.Left == 1:
		list = append(list, Line{"@", "1 more line is left out."})
	case f.Left > 1:
		list = append(list, Line{"@", fmt.Sprintf("%d more lines are left out.", f.Left)})
	}
	return list
}

func signed(b *strings.Builder, indent string, list []Line) {
	for _, l := range list {
		text := strings.TrimSuffix(l.Text, "\n")
		if l.Sign == "@" && text == "" {
			text = "…"
		}
		b.WriteString(indent + strings.TrimRight(l.Sign+" "+line(text), " ") + "\n")
	}
}

// line is foreign text as a part of one line.
func line(s string) string {
	return sight.Show(strings.NewReplacer("\n", "«U+000A»", "\r", "«U+000D»", "\u2028", "«U+2028»", "\u2029", "«U+2029»").Replace(s))
}

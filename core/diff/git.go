package diff

import (
	"fmt"
	"strings"
)

// Git is the change of a file in the form that git apply takes, empty where nothing has changed. The path is below the
// folder that it is applied in.
func Git(path, was, is string) string {
	if was == is {
		return ""
	}
	var b strings.Builder
	old, now := quoted("a/"+path), quoted("b/"+path)
	fmt.Fprintf(&b, "diff --git %s %s\n--- %s%s\n+++ %s%s\n", old, now, old, ended(path), now, ended(path))
	all := diff(was, is)
	for at := 0; at < len(all); {
		from, to := hunk(all, at)
		if from == to {
			break
		}
		writeHunk(&b, all, from, to)
		at = to
	}
	return b.String()
}

// hunk finds the next lines with a change in them, with those around it. Two changes that are near are one.
func hunk(all []Line, at int) (from, to int) {
	for at < len(all) && all[at].Sign == ' ' {
		at++
	}
	if at == len(all) {
		return at, at
	}
	from = max(0, at-diffAround)
	for last := at; at < len(all) && at-last <= 2*diffAround; at++ {
		if all[at].Sign != ' ' {
			last, to = at, min(len(all), at+1+diffAround)
		}
	}
	return from, to
}

func writeHunk(b *strings.Builder, all []Line, from, to int) {
	was, is := 1+count(all[:from], '+'), 1+count(all[:from], '-')
	wasN, isN := count(all[from:to], '+'), count(all[from:to], '-')
	fmt.Fprintf(b, "@@ -%s +%s @@\n", span(was, wasN), span(is, isN))
	for _, l := range all[from:to] {
		b.WriteByte(l.Sign)
		b.WriteString(l.Text)
		if !strings.HasSuffix(l.Text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// count counts the lines without those of a sign.
func count(list []Line, but byte) (n int) {
	for _, l := range list {
		if l.Sign != but {
			n++
		}
	}
	return n
}

func span(from, n int) string {
	if n == 0 {
		from--
	}
	return fmt.Sprintf("%d,%d", from, n)
}

// quoted is a path as git writes it: one with a quote, a backslash or a control character is a text of C.
func quoted(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }) {
		return path
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}

// ended ends a path with a blank in it, after which git would else look for a time.
func ended(path string) string {
	if strings.Contains(path, " ") {
		return "\t"
	}
	return ""
}

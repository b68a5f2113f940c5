// Package fix makes the fixes that findings propose, all of a text together.
//
// It promises that nothing gets worse: a text with its fixes made has no finding that it had not, and each key has the value
// that it had, but for what a finding named (SK-9). What it has made once it finds nothing more to do to: the same text again
// stays as it is. It keeps the line ends of the text, and writes no file.
//
//	r := fix.All(text, func(text []byte) []skill.Finding { return skill.Parse("haiku", text).Findings })
package fix

import (
	"slices"
	"strings"

	"lily/core/frontmatter"
	"lily/core/skill"
)

// Find tells what is found in a text.
type Find func(text []byte) []skill.Finding

// Result is a text with its fixes made.
type Result struct {
	Text []byte
	Made []skill.Finding // those whose fix was made, in the order of the text as it was then
}

// rounds bounds how often a text is looked at again: a fix may bring up another one.
const rounds = 10

// All makes every fix that findings of the text's own file propose.
func All(text []byte, find Find) Result {
	r := Result{Text: text}
	found := find(text)
	for range rounds {
		next, made, now := step(r.Text, found, find)
		if len(made) == 0 {
			break
		}
		r.Text, r.Made, found = next, append(r.Made, made...), now
	}
	return r
}

// step makes all fixes together, and where that does not hold the first of them that does alone.
func step(text []byte, found []skill.Finding, find Find) (next []byte, made, now []skill.Finding) {
	list := fixable(found)
	if len(list) == 0 {
		return text, nil, found
	}
	tries := [][]skill.Finding{list}
	for i := range list[:min(len(list), maxAlone)] {
		if len(list) > 1 {
			tries = append(tries, list[i:i+1])
		}
	}
	for _, try := range tries {
		next, done, edits := apply(string(text), try)
		if len(done) == 0 || next == string(text) || !kept(string(text), next, edits) {
			continue
		}
		if now := find([]byte(next)); !worse(found, now) {
			return []byte(next), done, now
		}
	}
	return text, nil, found
}

// maxAlone bounds how many fixes of a text are tried one by one.
const maxAlone = 50

// fixable are the findings with a fix of SKILL.md itself.
func fixable(found []skill.Finding) (list []skill.Finding) {
	for _, f := range found {
		if f.Fix != nil && (f.File == "" || f.File == "SKILL.md") {
			list = append(list, f)
		}
	}
	return list
}

// apply makes the fixes of findings. Of two that overlap, the later one is made.
func apply(text string, list []skill.Finding) (next string, done []skill.Finding, made []frontmatter.Edit) {
	var edits []frontmatter.Edit
	by := map[frontmatter.Edit]skill.Finding{}
	for _, f := range list {
		e, ok := edit(text, *f.Fix)
		if _, twice := by[e]; ok && !twice {
			edits, by[e] = append(edits, e), f
		}
	}
	next, made = frontmatter.Apply(text, edits)
	for _, e := range made {
		done = append(done, by[e])
	}
	return next, done, made
}

// edit is a fix as an edit, with the line ends that the text has.
func edit(text string, f skill.Fix) (frontmatter.Edit, bool) {
	from, ok := frontmatter.Offset(text, f.Line, f.Column)
	to, ok2 := frontmatter.Offset(text, f.EndLine, f.EndColumn)
	if !ok || !ok2 || to < from {
		return frontmatter.Edit{}, false
	}
	put := f.Text
	if n := strings.IndexByte(text, '\n'); n > 0 && text[n-1] == '\r' {
		put = strings.ReplaceAll(strings.ReplaceAll(put, "\r\n", "\n"), "\n", "\r\n")
	}
	return frontmatter.Edit{Span: frontmatter.Span{From: from, To: to}, Text: put}, true
}

// worse reports whether there is more of any finding than there was. What an error hid, since nothing could be read, may
// come up without it; no other error may.
func worse(was, now []skill.Finding) bool {
	had, mended := count(was), grave(now) < grave(was)
	for key, n := range count(now) {
		if n > had[key] && key.severity != skill.Info && (key.severity == skill.Error || !mended) {
			return true
		}
	}
	return grave(now) > grave(was)
}

type kind struct {
	code     string
	severity skill.Severity
}

func count(list []skill.Finding) map[kind]int {
	n := map[kind]int{}
	for _, f := range list {
		n[kind{f.Code, f.Severity}]++
	}
	return n
}

func grave(list []skill.Finding) (n int) {
	for _, f := range list {
		if f.Severity == skill.Error {
			n++
		}
	}
	return n
}

// kept reports whether each key that could be read has the value that it had, and the text below them is the same, but for
// those in which an edit was made. Where nothing could be read, who proposes a fix has proven it.
func kept(was, is string, made []frontmatter.Edit) bool {
	a, b := frontmatter.Read(was), frontmatter.Read(is)
	if a.Outcome != frontmatter.Whole {
		return true
	}
	for i, e := range a.Keys {
		end := a.Head.To
		if i+1 < len(a.Keys) {
			end = a.Keys[i+1].At
		}
		at := slices.IndexFunc(b.Keys, func(o frontmatter.Entry) bool { return o.Key == e.Key })
		if !touched(made, e.At, end) && (at < 0 || !frontmatter.Same(e.Value, b.Keys[at].Value)) {
			return false
		}
	}
	return b.Outcome == frontmatter.Whole && (touched(made, a.Tail.From, len(was)) || a.Slice(a.Tail) == b.Slice(b.Tail))
}

func touched(made []frontmatter.Edit, from, to int) bool {
	return slices.ContainsFunc(made, func(e frontmatter.Edit) bool { return e.From < to && e.To >= from })
}

package editor

import (
	"errors"
	"path"
	"strings"
	"unicode/utf8"

	"lily/core/answer"
	"lily/core/conf"
	"lily/core/loader"
	"lily/core/sight"
	"lily/core/skill"
	"lily/web/port"
	"lily/web/words"
)

// How many marks a text has at most: a browser draws more of them too slowly.
const (
	maxFound  = 300
	maxUnseen = 2_000
)

// Skill judges a SKILL.md; any other file is nothing to judge.
func Skill(file string) Judge {
	dir, name := path.Split(file)
	if name != loader.File {
		return nil
	}
	return func(goOn func() bool, text string) []skill.Finding {
		return skill.ParseWhile(goOn, path.Base(dir), []byte(text)).Findings
	}
}

// faults are what reading a text says that is wrong with it, by place.
func faults(err error, code string) (list []skill.Finding) {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range all.Unwrap() {
			list = append(list, faults(err, code)...)
		}
		return list
	}
	at := &conf.Error{Line: 1, Column: 1}
	if err != nil && !errors.As(err, &at) {
		at.Message = words.Title(words.Endless(err)) + "."
	}
	if err != nil {
		list = append(list, skill.Finding{Code: code, Severity: skill.Error, Line: at.Line, Column: at.Column, Message: at.Message})
	}
	return list
}

// judged is what is wrong with a text: why it cannot be read, else what was found in it.
func (d *Editor) judged() Judge {
	read, judge, code := d.Read, d.Judge, d.Code
	if read == nil {
		return judge
	}
	return func(goOn func() bool, text string) []skill.Finding {
		if list := faults(read(text), code); len(list) > 0 || judge == nil {
			return list
		}
		return judge(goOn, text)
	}
}

// marks are the places of what was found in a text, and what nobody can see of it.
func marks(goOn func() bool, text string, found []skill.Finding) (list []port.Mark) {
	if !goOn() {
		return nil
	}
	list = placed(text, found[:min(len(found), maxFound)])
	rest := maxUnseen
	for run := range sight.Find(text) {
		if rest--; rest < 0 || !goOn() {
			break
		}
		shown := sight.Show(text[run.At:run.End])
		if parts := strings.SplitAfterN(shown, "»", 4); len(parts) == 4 {
			shown = strings.Join(parts[:2], "") + "…" + answer.Number(run.Count, "character")
		}
		list = append(list, port.Mark{From: run.At, To: run.End, Kind: "unseen", Text: shown, About: run.String()})
	}
	return list
}

// placed gives findings their bytes.
func placed(text string, found []skill.Finding) (list []port.Mark) {
	lines := []int{0}
	for at := 0; ; {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		lines = append(lines, at)
	}
	offset := func(line, column int) int {
		if line > len(lines) {
			return len(text)
		}
		at := lines[max(line, 1)-1]
		for ; column > 1 && at < len(text) && text[at] != '\n'; column-- {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
		return at
	}
	for _, f := range found {
		at := offset(f.Line, f.Column)
		m := port.Mark{From: at, To: at, Kind: string(f.Severity), Code: f.Code, Text: sight.Show(f.Message)}
		if x := f.Fix; x != nil {
			m.Fix = &port.Change{From: offset(x.Line, x.Column), To: offset(x.EndLine, x.EndColumn), Text: x.Text}
		}
		list = append(list, m)
	}
	return list
}

// tally counts what was found.
type tally struct{ errors, warnings, notes, fixes, unseen int }

func tallied(list []port.Mark) (n tally) {
	for _, m := range list {
		switch skill.Severity(m.Kind) {
		case skill.Error:
			n.errors++
		case skill.Warning:
			n.warnings++
		case skill.Info:
			n.notes++
		default:
			n.unseen++
		}
		if m.Fix != nil {
			n.fixes++
		}
	}
	return n
}

// String says what was found, in words.
func (n tally) String() string {
	var list []string
	for _, c := range []struct {
		n    int
		what string
	}{{n.errors, "error"}, {n.warnings, "warning"}, {n.notes, "note"}, {n.unseen, "place with hidden characters"}} {
		if c.n > 0 {
			list = append(list, answer.Number(c.n, c.what))
		}
	}
	if list == nil {
		return "Nothing was found."
	}
	return strings.Join(list, ", ") + "."
}

// language is the one that a text is coloured as.
func language(of string) string {
	switch lower := strings.ToLower(of); {
	case of == "profile" || of == "policy" || strings.HasSuffix(lower, ".yaml") || strings.HasSuffix(lower, ".yml"):
		return "yaml"
	case strings.HasSuffix(lower, ".md") || strings.HasSuffix(lower, ".markdown"):
		return "markdown"
	}
	return ""
}

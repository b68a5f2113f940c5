// Package hostile is a collection of attacks, each with the verdict that Lily must come to.
//
// It promises that an attack is data: a text of a folder below testdata, which anyone can read,
// run (make hostile) and add to. It has no code that attacks and none that defends: the tests of
// each border run their part of it. Only tests import it.
//
// A file has a class of attacks:
//
//	# What they have in common, and why it is an attack.
//	> a line of the frame, with ‹input› where each attack has its own text
//	== a name => the verdict, or several with " || " between them
//	the text
//
// Without a frame the text is the attack. In a text, ‹"\u202e"› is what Go reads between the
// quotes, and ‹3000 "ab"› is that so many times.
package hostile

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed testdata
var data embed.FS

// Attack is one text, and what must come of it.
type Attack struct {
	Class string // the file that has it, without its folder and suffix
	Name  string // unique in its class
	Text  string // expanded, in its frame
	Want  string // the verdict, in the words of the border that it is for; see [Attack.Takes]
}

// Takes reports whether a verdict is one that the attack may come to. Where the speed of a machine
// decides which of several it is, they stand in Want with " || " between them.
func (a Attack) Takes(got string) bool { return slices.Contains(strings.Split(a.Want, " || "), got) }

// Attacks lists those of a kind, which is a folder of the collection: skills, bundles, exports,
// upstreams, templates or programs. An error says which line is none.
func Attacks(kind string) (list []Attack, err error) {
	files, err := fs.Glob(data, "testdata/"+kind+"/*.txt")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("the collection has no %s: %w", kind, err)
	}
	for _, file := range files {
		text, err := data.ReadFile(file)
		if err != nil {
			return nil, err
		}
		of, err := parse(strings.TrimSuffix(path.Base(file), ".txt"), string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, of...)
	}
	return list, nil
}

// Archives gives the zips of the collection.
func Archives() (fs.FS, error) { return fs.Sub(data, "testdata/archives") }

func parse(class, text string) (list []Attack, err error) {
	head, rest, _ := strings.Cut(text, "\n== ")
	frame := framed(head)
	seen := map[string]bool{}
	for part := range strings.SplitSeq(rest, "\n== ") {
		title, body, _ := strings.Cut(part, "\n")
		name, want, ok := strings.Cut(title, " => ")
		if !ok || seen[name] {
			return nil, fmt.Errorf("%q is no title, or is there twice", title)
		}
		seen[name] = true
		text, err := expand(strings.ReplaceAll(frame, "‹input›", strings.TrimSuffix(body, "\n")))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, Attack{class, name, text, want})
	}
	return list, nil
}

func framed(head string) string {
	var lines []string
	for line := range strings.Lines(head) {
		if text, ok := strings.CutPrefix(line, ">"); ok {
			lines = append(lines, strings.TrimPrefix(strings.TrimSuffix(text, "\n"), " "))
		}
	}
	if len(lines) == 0 {
		return "‹input›"
	}
	return strings.Join(lines, "\n") + "\n"
}

// expand writes out what stands between the marks.
func expand(text string) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "‹")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		mark, after, closed := strings.Cut(rest, "›")
		piece, err := repeated(mark)
		if err != nil || !closed {
			return "", fmt.Errorf("‹%.40s is no mark: %w", rest, err)
		}
		out.WriteString(piece)
		text = after
	}
}

func repeated(mark string) (string, error) {
	times := 1
	if count, quoted, ok := strings.Cut(mark, ` "`); ok {
		n, err := strconv.Atoi(count)
		if err != nil {
			return "", err
		}
		times, mark = n, `"`+quoted
	}
	piece, err := strconv.Unquote(mark)
	return strings.Repeat(piece, times), err
}

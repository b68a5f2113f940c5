// Package script is the small language in which the contract's tests are
// written, so that one file is run by the native tests, by the tests under
// Node, and by typing into the real page (EV-5).
//
// A script is a txtar archive. Its comment holds, one a line:
//
//	# clauses: LD-1 LD-3      the clauses that the script is about
//	# page                    it can be replayed in the page
//	# guest                   the session does not hold the owner's token
//	# scan: tree              the roots are scanned deep (LD-2)
//	# runner                  programs run, in memory: programtest.Memory
//	# untrusted: PATH…        these skills came out of an archive (PO-5)
//	# approve: yes            a person is there and answers every approval so: yes, once or no
//	# any other text          what the script shows; the first one is its title
//
//	import workspace NAME…    import files/NAME/… as skills (user: into /user)
//	put PATH FILE             write a file; a quoted Go string is the text itself
//	remove PATH               remove a file or a folder
//	profile FILE              replace the environment profile
//	policy FILE               replace the tool policy
//	model NAME                choose the session's model: offline, or scripted, which
//	                          gives the replies of /workspace/replies.jsonl
//	! STATEMENT               the statement must fail; its error is in out
//	> LINE                    type LINE and send it
//
// Files of the archive under bundled, user, workspace and persona are the
// world that the script begins with; a top folder without any is as on a first
// start. A page's script begins with the page's own world, its first profile too
// (EN-1), and has none.
//
// out is what every line says, and events the last session's events, one JSON
// object a line. The package promises only to read and run a script; it opens
// no file, and nothing but tests imports it.
package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"lily/core/tree"
)

// Script is one parsed script.
type Script struct {
	Title     string
	Clauses   []string
	Page      bool
	Guest     bool
	Scan      string   // children or tree
	Approve   string   // yes, once, no, or empty for nobody to ask
	Runner    bool     // programs can run
	Untrusted []string // folders of skills, sorted

	Steps   []Step
	Out     string // what the lines must say
	Events  string // what the last session must hold; empty for no matter
	archive *txtar.Archive
}

// Step is one statement.
type Step struct {
	Line  int // of the script, counted from 1
	Verb  string
	Args  []string // for > the one line
	Fails bool
}

// String returns the step as it was written, without quotes.
func (s Step) String() string {
	words := strings.Join(append([]string{s.Verb}, s.Args...), " ")
	if s.Fails {
		return "! " + words
	}
	return words
}

// verbs holds how many arguments each statement takes, at the least and at the most.
var verbs = map[string][2]int{
	"import": {2, 99}, "put": {2, 2}, "remove": {1, 1}, "profile": {1, 1}, "policy": {1, 1}, "model": {1, 1},
}

// tops are the folders of the archive that make the first world.
var tops = []string{"bundled", "user", "workspace", "persona"}

// Parse reads a script; an error says which line is wrong.
func Parse(archive []byte) (*Script, error) {
	s := &Script{Scan: "children", archive: txtar.Parse(archive)}
	n := 0
	for line := range strings.Lines(string(s.archive.Comment)) {
		n++
		if err := s.line(n, strings.TrimRight(line, "\r\n")); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	out, _ := s.file("out")
	events, _ := s.file("events")
	s.Out, s.Events = string(out), string(events)
	return s, s.check()
}

func (s *Script) check() error {
	switch {
	case s.Title == "":
		return fmt.Errorf("the script has no title: a line that begins with #")
	case len(s.Clauses) == 0:
		return fmt.Errorf("the script names no clause")
	case s.Page && (s.Guest || s.Runner || s.Untrusted != nil || s.Scan != "children"):
		return fmt.Errorf("a page's script has no guest, runner, untrusted or scan")
	}
	for _, f := range s.archive.Files {
		if top, _, _ := strings.Cut(f.Name, "/"); s.Page && slices.Contains(tops, top) {
			return fmt.Errorf("a page's script begins with the page's world, not with %s", f.Name)
		}
	}
	return nil
}

func (s *Script) line(n int, text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case strings.HasPrefix(text, "#"):
		return s.remark(strings.TrimSpace(text[1:]))
	case strings.HasPrefix(text, "> "):
		s.Steps = append(s.Steps, Step{Line: n, Verb: ">", Args: []string{text[2:]}})
		return nil
	}
	return s.statement(n, text)
}

func (s *Script) remark(text string) error {
	flags := map[string]*bool{"page": &s.Page, "guest": &s.Guest, "runner": &s.Runner}
	key, value, _ := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	switch {
	case key == "clauses":
		s.Clauses = append(s.Clauses, strings.Fields(value)...)
	case flags[text] != nil:
		*flags[text] = true
	case key == "untrusted":
		s.Untrusted = append(s.Untrusted, strings.Fields(value)...)
		slices.Sort(s.Untrusted)
	case key == "scan" && (value == "tree" || value == "children"):
		s.Scan = value
	case key == "approve" && consents[value] != "":
		s.Approve = value
	case key == "scan", key == "approve":
		return fmt.Errorf("got %q, which %s cannot be", value, key)
	case s.Title == "":
		s.Title = text
	}
	return nil
}

func (s *Script) statement(n int, text string) error {
	step := Step{Line: n}
	if rest, ok := strings.CutPrefix(text, "! "); ok {
		step.Fails, text = true, rest
	}
	words, err := fields(text)
	if err != nil {
		return err
	}
	step.Verb, step.Args = words[0], words[1:]
	most, ok := verbs[step.Verb]
	if !ok {
		return fmt.Errorf("there is no statement %q", step.Verb)
	}
	if len(step.Args) < most[0] || len(step.Args) > most[1] {
		return fmt.Errorf("%s: got %d arguments, want %d to %d", step.Verb, len(step.Args), most[0], most[1])
	}
	s.Steps = append(s.Steps, step)
	return nil
}

// fields splits at blanks; a quoted Go string is one word and stays quoted.
func fields(text string) (words []string, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		word, _, _ := strings.Cut(text, " ")
		if text[0] == '"' {
			if word, err = strconv.QuotedPrefix(text); err != nil {
				return nil, fmt.Errorf("a quoted word does not end: %s", text)
			}
		}
		words, text = append(words, word), text[len(word):]
	}
	return words, nil
}

// file returns a file of the archive, or the text of a quoted word.
func (s *Script) file(name string) ([]byte, error) {
	if strings.HasPrefix(name, `"`) {
		text, err := strconv.Unquote(name)
		return []byte(text), err
	}
	for _, f := range s.archive.Files {
		if f.Name == name {
			return f.Data, nil
		}
	}
	return nil, fmt.Errorf("the script has no file %s", name)
}

// folder returns the archive's files below a folder as a tree, if there are any.
func (s *Script) folder(path string) (t tree.Tree, ok bool, err error) {
	var b tree.Builder
	for _, f := range s.archive.Files {
		if rest, below := strings.CutPrefix(f.Name, path+"/"); below {
			if err := b.Put(rest, f.Data); err != nil {
				return t, false, fmt.Errorf("%s: %w", f.Name, err)
			}
			ok = true
		}
	}
	return b.Tree(), ok, nil
}

// Golden returns the script with other expectations; the file events only where it has one.
func (s *Script) Golden(out, events string) []byte {
	a := txtar.Archive{Comment: s.archive.Comment}
	for _, f := range s.archive.Files {
		if f.Name != "out" && f.Name != "events" {
			a.Files = append(a.Files, f)
		}
	}
	a.Files = append(a.Files, txtar.File{Name: "out", Data: []byte(out)})
	if _, err := s.file("events"); err == nil {
		a.Files = append(a.Files, txtar.File{Name: "events", Data: []byte(events)})
	}
	return txtar.Format(&a)
}

// Package help finds the entry of the manual that a person asks for.
//
// It promises that the terminal and the page answer a topic with the same words. It does
// not know what the manual says: the pages are content of [Read]'s filesystem. A page is
// Markdown; each of its headings below the first begins an entry, which is named by the
// heading, as no_frontmatter or /skills:
//
//	book, err := help.Read(manual.Files())
//	for _, e := range book.Find("no_frontmatter") { fmt.Println(e.Text) }
package help

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"lily/core/near"
)

// Book is the manual: its pages in reading order.
type Book []Page

// Page is one file of the manual.
type Page struct {
	Name    string // of the file, without its extension
	Title   string
	Summary string // the paragraph below the title
	Text    string // all of it, the title too
	Intro   Entry  // what stands before the first entry
	Entries []Entry
}

// Entry is a section of a page, or a page as a whole.
type Entry struct {
	Page  string
	Name  string // the heading without its code marks; the page's name for a page
	Level int    // of the heading; 1 for a page
	Text  string // Markdown, the heading too; what stands below deeper headings is theirs
}

// Read reads the pages that the index of a filesystem names.
func Read(files fs.FS) (Book, error) {
	list, err := fs.ReadFile(files, "index.txt") // in reading order, a name on each line
	if err != nil {
		return nil, err
	}
	var book Book
	for name := range strings.FieldsSeq(string(list)) {
		text, err := fs.ReadFile(files, name+".md")
		if err != nil {
			return nil, err
		}
		book = append(book, page(name, string(text)))
	}
	return book, nil
}

// apart stands before each page of a manual in one file, with the page's name after it.
const apart = "\f"

// Bytes is the manual in one file, which [Parse] reads.
func (b Book) Bytes() []byte {
	var out bytes.Buffer
	for _, p := range b {
		fmt.Fprintf(&out, "%s%s\n%s", apart, p.Name, p.Text)
	}
	return out.Bytes()
}

// Parse reads what [Book.Bytes] has written.
func Parse(data []byte) (Book, error) {
	parts := strings.Split(string(data), apart)
	if parts[0] != "" || len(parts) == 1 {
		return nil, errors.New("the manual cannot be read: it does not begin with a page")
	}
	var book Book
	for _, part := range parts[1:] {
		name, text, _ := strings.Cut(part, "\n")
		book = append(book, page(name, text))
	}
	return book, nil
}

// page takes a page apart at its headings. One inside of a fenced block is no heading.
func page(name, text string) Page {
	p := Page{Name: name, Text: text, Intro: Entry{Page: name, Name: name, Level: 1}}
	fence, into := "", &p.Intro
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\n")
		level, title := heading(bare)
		switch marks := bare[:len(bare)-len(strings.TrimLeft(bare, "`"))]; {
		case fence != "":
			if bare == fence {
				fence = ""
			}
		case len(marks) >= 3:
			fence = marks
		case level == 1:
			p.Title = title
		case level > 1:
			p.Entries = append(p.Entries, Entry{Page: name, Name: strings.ReplaceAll(title, "`", ""), Level: level})
			into = &p.Entries[len(p.Entries)-1]
		}
		into.Text += line
	}
	_, rest, _ := strings.Cut(text, "\n\n")
	p.Summary, _, _ = strings.Cut(rest, "\n\n")
	p.Summary = strings.Join(strings.Fields(p.Summary), " ")
	return p
}

func heading(line string) (level int, title string) {
	bare := strings.TrimLeft(line, "#")
	level = len(line) - len(bare)
	if level == 0 || !strings.HasPrefix(bare, " ") {
		return 0, ""
	}
	return level, bare[1:]
}

// parts are the intro and the entries.
func (p Page) parts() []Entry { return append([]Entry{p.Intro}, p.Entries...) }

// Sections is an entry with all that stands below its deeper headings.
func (p Page) Sections(e Entry) Entry {
	under := false
	for _, o := range p.Entries {
		switch {
		case o.Name == e.Name && o.Level == e.Level && o.Text == e.Text:
			under = true
		case under && o.Level > e.Level:
			e.Text += o.Text
		default:
			under = false
		}
	}
	return e
}

// Find returns what the manual says of a topic: a page of that name, else every entry of it, for
// a code may be both an error and a reason, else the lines of tables and lists that begin with it.
func (b Book) Find(topic string) (list []Entry) {
	topic = key(topic)
	if i := slices.IndexFunc(b, func(p Page) bool { return p.Name == topic }); i >= 0 {
		return []Entry{{topic, topic, 1, b[i].Text}}
	}
	for _, p := range b {
		for _, e := range p.Entries {
			if key(e.Name) == topic {
				list = append(list, p.Sections(e))
			}
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, p := range b {
		for _, e := range p.parts() {
			if item := e.item(topic); item != "" {
				list = append(list, Entry{e.Page, topic, e.Level + 1, item})
			}
		}
	}
	return list
}

// key is what a topic and a name have in common however they are typed: a command of
// lily and a slash command go by their bare names too.
func key(name string) string {
	name = strings.ToLower(strings.Join(strings.Fields(name), "-"))
	name = strings.TrimPrefix(strings.TrimPrefix(name, "lily-"), "/")
	if bare := strings.TrimLeft(name, "-"); bare != "" {
		name = bare
	}
	return name
}

// item is the line of a table or a list that begins with a topic in code marks, and what
// the line goes on with.
func (e Entry) item(topic string) string {
	found := ""
	for line := range strings.Lines(e.Text) {
		switch {
		case found != "" && strings.HasPrefix(line, "  "):
			found += line
		case found != "":
			return found
		case slices.Contains(codes(line), topic):
			found = line
		}
	}
	return found
}

// codes are the names in code marks that a line of a table or a list begins with: those
// of its first cell, or those before its first colon. What follows the first word of a
// name, as in --addr ADDRESS, is no part of it.
func codes(line string) (names []string) {
	if !strings.HasPrefix(line, "- `") && !strings.HasPrefix(line, "| `") {
		return nil
	}
	first, _, ok := strings.Cut(line[2:], " |")
	if !ok || line[0] == '-' {
		first, _, _ = strings.Cut(line[2:], ": ")
	}
	for i, part := range strings.Split(first, "`") {
		if words := strings.Fields(part); i%2 == 1 && len(words) > 0 {
			names = append(names, key(words[0]))
		}
	}
	return names
}

// Topics lists every name that [Book.Find] knows, sorted.
func (b Book) Topics() (list []string) {
	for _, p := range b {
		for _, e := range p.parts() {
			list = append(list, key(e.Name))
			for line := range strings.Lines(e.Text) {
				list = append(list, codes(line)...)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Near lists the topics that a person may have meant by another one, the nearest first:
// what begins with it, and what differs by a letter or two.
func (b Book) Near(topic string) (list []string) {
	topic = key(topic)
	var all [3][]string // by how far they are
	most := min(len(all)-1, len(topic)/2)
	for _, name := range b.Topics() {
		far := near.Distance(topic, name, most+1)
		if len(topic) > 1 && strings.HasPrefix(name, topic) {
			far = min(far, 1)
		}
		if far <= most {
			all[far] = append(all[far], name)
		}
	}
	list = slices.Concat(all[:]...)
	return list[:min(5, len(list))]
}

// Search returns the entries that have every one of the words, in any case: first those
// whose name has one, then the others, both in reading order.
func (b Book) Search(words string) []Entry {
	var named, others []Entry
	want := strings.Fields(strings.ToLower(words))
	for _, p := range b {
		for _, e := range p.parts() {
			text, name := strings.ToLower(e.Text), strings.ToLower(e.Name)
			switch {
			case len(want) == 0 || slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(text, w) }):
			case slices.ContainsFunc(want, func(w string) bool { return strings.Contains(name, w) }):
				named = append(named, e)
			default:
				others = append(others, e)
			}
		}
	}
	return append(named, others...)
}

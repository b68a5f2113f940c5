package help

import (
	"slices"
	"strings"

	"lily/core/near"
	"lily/core/order"
)

// Find returns what the manual says of a topic: a page of that name, else every entry of
// it, else the lines of tables and lists that begin with it. A code may be both an error
// and a reason, so there may be several; without any the topic is unknown.
func (b Book) Find(topic string) (list []Entry) {
	topic = key(topic)
	for _, p := range b {
		if topic == p.Name {
			return []Entry{p.Whole()}
		}
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
		case strings.HasPrefix(line, "- `") || strings.HasPrefix(line, "| `"):
			if slices.Contains(codes(line), topic) {
				found = line
			}
		}
	}
	return found
}

// codes are the names in code marks that a line of a table or a list begins with: those
// of its first cell, or those before its first colon. What follows the first word of a
// name, as in --addr ADDRESS, is no part of it.
func codes(line string) (names []string) {
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
				if strings.HasPrefix(line, "- `") || strings.HasPrefix(line, "| `") {
					list = append(list, codes(line)...)
				}
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
	type candidate struct {
		name string
		far  int
	}
	var all []candidate
	most := min(2, len(topic)/2)
	for _, name := range b.Topics() {
		far := near.Distance(topic, name, most+1)
		if len(topic) > 1 && strings.HasPrefix(name, topic) {
			far = min(far, 1)
		}
		if far <= most {
			all = append(all, candidate{name, far})
		}
	}
	order.StableFunc(all, func(a, b candidate) int { return a.far - b.far })
	for _, n := range all[:min(5, len(all))] {
		list = append(list, n.name)
	}
	return list
}

// Search returns the entries that have every one of the words, in any case: first those
// whose name has one, then the others, both in reading order.
func (b Book) Search(words string) []Entry {
	var named, others []Entry
	want := strings.Fields(strings.ToLower(words))
	if len(want) == 0 {
		return nil
	}
	for _, p := range b {
		for _, e := range p.parts() {
			text, name := strings.ToLower(e.Text), strings.ToLower(e.Name)
			has := func(word string) bool { return strings.Contains(text, word) }
			switch {
			case slices.ContainsFunc(want, func(w string) bool { return !has(w) }):
			case slices.ContainsFunc(want, func(w string) bool { return strings.Contains(name, w) }):
				named = append(named, e)
			default:
				others = append(others, e)
			}
		}
	}
	return append(named, others...)
}

package desk

import (
	"errors"
	"slices"
)

// Most is how many documents are open at once: more nobody finds again.
const Most = 40

// ErrFull says that no more can be opened.
var ErrFull = errors.New("40 documents are open, which is the most; close one first")

// Group is a row of tabs, and which of them is in front.
type Group struct {
	Tabs  []Doc
	Front int
}

// Desk is what is open. It has one group or two, the second with a tab at least.
type Desk struct {
	Groups []Group
	At     int            // the group that was used last
	Rail   string         // whose list is shown
	Folded bool           // the list is not shown
	Low    bool           // the panel of problems is shown
	Sizes  map[string]int // in CSS pixels, by what they are of; or what was chosen, counted from 1
	Scroll map[string]int // how far documents were read, by their addresses

	closed []Doc
}

// New is an empty desk.
func New(rail string) *Desk {
	return &Desk{Groups: []Group{{}}, Rail: rail, Sizes: map[string]int{}, Scroll: map[string]int{}}
}

// Front is the document in front of the group that was used last; none is the zero one.
func (k *Desk) Front() Doc { return k.Groups[k.At].front() }

func (g Group) front() Doc {
	if len(g.Tabs) == 0 {
		return Doc{}
	}
	return g.Tabs[g.Front]
}

// All are the documents that are open.
func (k *Desk) All() (list []Doc) {
	for _, g := range k.Groups {
		list = append(list, g.Tabs...)
	}
	return list
}

// Shows reports whether a document is in front of a group.
func (k *Desk) Shows(d Doc) bool {
	return slices.ContainsFunc(k.Groups, func(g Group) bool { return g.front() == d })
}

// find is the group and the place of a document; a place of -1 is none.
func (k *Desk) find(d Doc) (at, i int) {
	for at, g := range k.Groups {
		if i := slices.Index(g.Tabs, d); i >= 0 {
			return at, i
		}
	}
	return k.At, -1
}

// Has reports whether a document is open.
func (k *Desk) Has(d Doc) bool {
	_, i := k.find(d)
	return i >= 0
}

// Open brings a document to the front: where it is, else beside the one that is in front.
// Sessions stay in one group, since one of them is shown at a time.
func (k *Desk) Open(d Doc) error {
	at, i := k.find(d)
	if i < 0 {
		if len(k.All()) >= Most {
			return ErrFull
		}
		if d.Talks() {
			at = k.talk(at)
		}
		i = k.Groups[at].put(d)
	}
	k.At, k.Groups[at].Front = at, i
	return nil
}

// talk is the group that has sessions, else the given one.
func (k *Desk) talk(at int) int {
	if i := slices.IndexFunc(k.Groups, func(g Group) bool { return slices.ContainsFunc(g.Tabs, Doc.Talks) }); i >= 0 {
		return i
	}
	return at
}

// put adds a document after the one in front, and says where it is.
func (g *Group) put(d Doc) int {
	i := min(g.Front+1, len(g.Tabs))
	g.Tabs = slices.Insert(g.Tabs, i, d)
	return i
}

// Beside opens a document in the other group. One that is open moves there; with a session all
// of them do. What is alone stays.
func (k *Desk) Beside(d Doc) error {
	if at, i := k.find(d); i >= 0 {
		k.over(at, d)
		return nil
	}
	if len(k.All()) >= Most {
		return ErrFull
	}
	if to := 1 - k.At; len(k.Groups[k.At].Tabs) > 0 {
		if len(k.Groups) == 1 {
			k.Groups = append(k.Groups, Group{})
		}
		if d.Talks() {
			to = k.talk(to)
		}
		k.At = to
	}
	k.Groups[k.At].Front = k.Groups[k.At].put(d)
	return nil
}

func (k *Desk) over(at int, d Doc) {
	goes := func(t Doc) bool { return t == d || d.Talks() && t.Talks() }
	move := slices.DeleteFunc(slices.Clone(k.Groups[at].Tabs), func(t Doc) bool { return !goes(t) })
	if len(k.Groups) == 1 {
		if len(move) == len(k.Groups[0].Tabs) {
			return
		}
		k.Groups = append(k.Groups, Group{})
	}
	from, to := &k.Groups[at], &k.Groups[1-at]
	back := from.Front - 1 // what a document was opened from: another session is not to be shown for it
	if d.Talks() || from.front() != d {
		back = -1
	}
	for _, t := range move {
		from.drop(t)
		to.Front = to.put(t)
	}
	if back >= 0 {
		from.Front = back
	}
	to.Front, k.At = slices.Index(to.Tabs, d), 1-at
	k.tidy()
}

// drop takes a document out, and lets the one beside it come to the front.
func (g *Group) drop(d Doc) {
	i := slices.Index(g.Tabs, d)
	g.Tabs = slices.Delete(g.Tabs, i, i+1)
	if i < g.Front {
		g.Front--
	}
	g.Front = max(0, min(g.Front, len(g.Tabs)-1))
}

// tidy lets a group go that has nothing any more.
func (k *Desk) tidy() {
	if i := slices.IndexFunc(k.Groups, func(g Group) bool { return len(g.Tabs) == 0 }); i >= 0 && len(k.Groups) > 1 {
		k.Groups, k.At = slices.Delete(k.Groups, i, i+1), 0
	}
}

// Close closes a document, and remembers it.
func (k *Desk) Close(d Doc) {
	at, i := k.find(d)
	if i < 0 {
		return
	}
	k.Groups[at].drop(d)
	k.closed = append(slices.DeleteFunc(k.closed, func(c Doc) bool { return c == d }), d)
	k.closed = k.closed[max(0, len(k.closed)-Most):]
	k.tidy()
}

// Reopen is the document that was closed last and is not open; none is the zero one.
func (k *Desk) Reopen() (d Doc) {
	for len(k.closed) > 0 {
		d, k.closed = k.closed[len(k.closed)-1], k.closed[:len(k.closed)-1]
		if !k.Has(d) && k.Open(d) == nil {
			return d
		}
	}
	return Doc{}
}

// Turn brings the tab to the front that is so many on, around the end.
func (k *Desk) Turn(by int) {
	if g := &k.Groups[k.At]; len(g.Tabs) > 0 {
		g.Front = ((g.Front+by)%len(g.Tabs) + len(g.Tabs)) % len(g.Tabs)
	}
}

// Move moves the tab in front so many on within its group, no farther than there are.
func (k *Desk) Move(by int) {
	g := &k.Groups[k.At]
	if len(g.Tabs) == 0 {
		return
	}
	d, to := g.front(), max(0, min(g.Front+by, len(g.Tabs)-1))
	g.Tabs = slices.Insert(slices.Delete(g.Tabs, g.Front, g.Front+1), to, d)
	g.Front = to
}

// Other goes to the other group, where there is one.
func (k *Desk) Other() { k.At = (k.At + 1) % len(k.Groups) }

// Replace lets another document stand where one stands; one that is open already stays alone.
func (k *Desk) Replace(d, by Doc) {
	at, i := k.find(d)
	if i < 0 {
		return
	}
	if k.Has(by) {
		k.Groups[at].drop(d)
		k.tidy()
		return
	}
	k.Groups[at].Tabs[i] = by
}

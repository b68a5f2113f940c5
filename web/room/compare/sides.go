package compare

import (
	"fmt"
	"slices"
	"strings"

	"lily/core/event"
	"lily/core/loader"
	"lily/core/tree"
	"lily/web/port"
	"lily/web/state"
	"lily/web/turns"
	"lily/web/words"
)

// side is one of two that are compared: skills, files or a text. ID names it in an address.
type side struct {
	ID, Group, Label string

	Skills *loader.Snapshot
	Files  *tree.Tree
	Text   *string
}

// Kind is what a side is; two of one kind can be compared.
func (s side) Kind() string {
	switch {
	case s.Skills != nil:
		return "skills"
	case s.Files != nil:
		return "files"
	}
	return "a text"
}

// What a side is called where it is not one of many.
const (
	sideNow    = "now"    // what a reload would give
	sideFiles  = "files"  // the files of the world
	sideImport = "import" // the files as they would be after the import that is open

	sideVersion = "v"        // and the number of a snapshot of the session
	sideSession = "session:" // and an id: that session's snapshot
	sideTurns   = "turns:"   // and an id: what happened in that session
	sideSkill   = "skill:"   // and a path: a skill's folder as the snapshot pins it
	sideFile    = "file:"    // and a path of the tree
)

// OfSkill and OfFile are the ids of a skill's folder and of a file.
func OfSkill(path string) string { return sideSkill + path }

// OfFile is the id of a file of the tree.
func OfFile(path string) string { return sideFile + path }

// all are the sides that a person may choose of, without what is in them, and besides those that are named.
func (d *Doc) all(named ...string) (list []side) {
	list = append(list, d.versions()...)
	list = append(list, side{ID: sideNow, Group: "Skills", Label: "What a reload would give"})
	for _, id := range d.Store.Sessions.Open() {
		list = append(list, side{ID: sideSession + id, Group: "Skills", Label: "The snapshot of session " + d.Store.Sessions.Name(id)})
	}
	list = append(list, side{ID: sideFiles, Group: "Files", Label: "The files as they are now"})
	if p := d.Store.Imports.Preview; p != nil && p.Ready() {
		list = append(list, side{ID: sideImport, Group: "Files", Label: "The files after the import"})
	}
	for _, id := range d.Store.Sessions.Open() {
		list = append(list, side{ID: sideTurns + id, Group: "Conversations", Label: "What happened in session " + d.Store.Sessions.Name(id)})
	}
	for _, id := range named {
		if kind, of, ok := strings.Cut(id, ":"); ok && (kind+":" == sideSkill || kind+":" == sideFile) {
			list = append(list, side{ID: id, Group: "Chosen", Label: words.Title(kind) + " " + of})
		}
	}
	return list
}

// versions are the snapshots that the session has had.
func (d *Doc) versions() (list []side) {
	for _, e := range d.Store.Sessions.Recorded() {
		if up, ok := e.Body.(event.SkillCatalogUpdated); ok {
			list = append(list, side{ID: fmt.Sprint(sideVersion, up.Version), Group: "Skills", Label: fmt.Sprintf("Snapshot v%d, event %d", up.Version, e.Seq)})
		}
	}
	return list
}

// side is what an id names; the error says why there is no such thing.
func (d *Doc) side(id string) (side, error) {
	s := side{ID: id}
	kind, of, _ := strings.Cut(id, ":")
	switch kind + ":" {
	case sideSession:
		if slices.Contains(d.Store.Sessions.Open(), of) {
			st, _ := d.Store.Engine.State(of)
			s.Skills = st.Snapshot
		}
	case sideTurns:
		if slices.Contains(d.Store.Sessions.Open(), of) {
			s.Text = happened(d.Store.Sessions.EventsOf(of))
		}
	case sideSkill:
		if at := d.Store.Sessions.Candidate(of); at != nil {
			folder := at.Folder()
			s.Files = &folder
		}
	case sideFile:
		if f, ok := d.Store.Engine.World().Tree.File(of); ok {
			text, err := state.TextOf(f)
			s.Text = &text
			return s, err
		}
	default:
		return d.one(s)
	}
	return s, missing(s)
}

// one is a side of which there is one alone, or a version.
func (d *Doc) one(s side) (side, error) {
	switch s.ID {
	case sideNow:
		s.Skills = d.next()
	case sideFiles:
		all := d.Store.Engine.World().Tree
		s.Files = &all
	case sideImport:
		if p := d.Store.Imports.Preview; p != nil && p.Ready() {
			after, err := p.Review.Plan.Apply(d.Store.Engine.World())
			s.Files = &after.Tree
			return s, err
		}
	default:
		s.Skills = d.version(s.ID)
	}
	return s, missing(s)
}

func (d *Doc) next() *loader.Snapshot {
	look := d.Store.Forecast.Reload()
	if !look.Behind {
		return d.Store.Sessions.Snapshot()
	}
	return look.Next
}

func (d *Doc) version(id string) *loader.Snapshot {
	for _, e := range d.Store.Sessions.Recorded() {
		if up, ok := e.Body.(event.SkillCatalogUpdated); ok && fmt.Sprint(sideVersion, up.Version) == id {
			return up.Snapshot
		}
	}
	return nil
}

// happened is a session as a text, an event a line.
func happened(events []event.Event) *string {
	if len(events) == 0 {
		return nil
	}
	var b strings.Builder
	for _, e := range events {
		b.WriteString(e.Body.Type() + " " + turns.Brief(e.Body) + "\n")
	}
	text := b.String()
	return &text
}

const errNoSide port.Error = "it is not there, or not worked out yet"

func missing(s side) error {
	if s.Skills == nil && s.Files == nil && s.Text == nil {
		return errNoSide
	}
	return nil
}

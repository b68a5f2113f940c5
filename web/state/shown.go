package state

import "lily/core/loader"

// Shown is what the page shows beside the session.
type Shown struct {
	*Loop

	Place    string // what a narrow page shows: skills, chat, inspector
	Tab      string // of the inspector
	Selected string // path of the candidate in the inspector
	File     string // path of the file in the files pane

	Palette, Keys bool // whether these dialogs are open
}

// Go shows a place.
func (s *Shown) Go(place string) {
	s.Place = place
	s.Changed()
}

// OpenTab shows a tab of the inspector.
func (s *Shown) OpenTab(tab string) {
	s.Tab = tab
	s.Go("inspector")
}

// OpenSkill opens a candidate in the inspector.
func (s *Shown) OpenSkill(c *loader.Candidate) {
	s.Selected = c.Path
	s.OpenTab("skill")
}

// OpenFile opens a file of the world in the files pane.
func (s *Shown) OpenFile(path string) {
	s.File = path
	s.OpenTab("files")
}

package ui

import (
	buffer "bytes"
	"errors"
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/archive"
	"lily/core/intake"
	"lily/core/tree"
	"lily/core/world"
)

// restoring is an export of everything that waits for a yes.
type restoring struct {
	name string
	data []byte
	what world.Restored
}

// restoreLimits bound an export of everything, which the person made.
var restoreLimits = tree.Limits{Files: 1 << 20, Bytes: 1 << 30}

// Restorable opens a dropped or chosen zip where it is an export of everything, and
// reports whether it takes the file: then it is no import. It is asked as
// [Store.Recording] is.
func (s *Store) Restorable(name string, data []byte, tick tree.Tick) bool {
	if list := entriesOf(data); !buffer.Contains(list, []byte("policy.yaml")) || !buffer.Contains(list, []byte("profile.yaml")) {
		return false // without unpacking it
	}
	t, err := archive.Read(data, archive.Options{Limits: restoreLimits, Cased: true, Tick: tick})
	if errors.Is(err, tree.ErrStopped) {
		return true
	}
	if err != nil || !world.Restorable(t) {
		return false
	}
	what, err := world.Restore(t)
	s.Post(func() {
		s.Over, s.Reading = "", Progress{}
		if err != nil {
			s.Notice = Notice{Bad: true, Text: "Nothing was restored from " + visible(name) + ": " + visible(endless(err)) + "."}
		} else if !s.refuses(s.held()) {
			s.Restoring = &restoring{name, data, what}
		}
		s.changed()
	})
	return true
}

const restoreID = "restore"

// restoreDialog asks whether everything is to be as an export has it.
type restoreDialog struct {
	app.Compo
	Store *Store
	Rev   int
}

// Render implements [app.Composer].
func (d *restoreDialog) Render() app.UI {
	s := d.Store
	return elWith("div", "", app.If(s.Restoring != nil, func() app.UI {
		return &modal{ID: restoreID, Title: "Restore everything", Rev: s.rev, Shut: func() { s.Restoring = nil; s.changed() }, Content: d.content}
	}))
}

func (d *restoreDialog) content() []app.UI {
	s := d.Store
	if s.Restoring == nil {
		return nil
	}
	r := *s.Restoring
	return []app.UI{
		elText("p", "lead", fmt.Sprintf("%s is an export of everything: %s, a profile, a policy and %s.",
			visible(r.name), plural(r.what.Files(), "file"), plural(len(r.what.Sessions), "session"))),
		elWith("div", "", app.If(len(r.what.Left) > 0, func() app.UI {
			return elText("p", "", "Not all could be read when it was made. "+several(r.what.Left))
		})),
		elWith("div", "", app.If(r.what.Asks, func() app.UI {
			return elText("p", "", "Its policy is full auto, which only you can choose: it is restored as ask: never. Choose full auto again in the Policy tab if you want it.")
		})),
		elText("p", "", "Restore puts them in the place of your files in /user, /workspace and /persona, your profile and your policy; an Undo follows. Sessions are added to those that you have, and bring what was approved in them along: restore only what you exported yourself."),
		elWith("div", "row-of-acts",
			button("Restore", "", func(app.Context) { s.restoreAll(); shut(restoreID) }, "main"),
			button("Import its skills only", "", func(app.Context) { s.onlySkills(); shut(restoreID) }),
			button("Cancel", "", func(app.Context) { shut(restoreID) }),
		),
	}
}

// restoreAll makes the world what the export has, and then adds its sessions.
func (s *Store) restoreAll() {
	r := *s.Restoring
	s.say("Restoring " + plural(r.what.Files(), "file") + "…")
	s.change(r.what.In, func(was, is world.World, err error) {
		if err != nil {
			s.Notice = Notice{Bad: true, Text: "Nothing was restored: " + endless(err) + "."}
			return
		}
		s.Notice = Notice{Text: "Restored " + plural(r.what.Files(), "file") + ", the profile and the policy.", Undo: func() { s.undo(was, is) }}
		if len(r.what.Sessions) > 0 && s.Ports.RestoreSession != nil {
			s.restoreSessions(r.what.Sessions)
		}
	})
}

// restoreSessions adds exported sessions, away from the UI goroutine, and says which of
// them could not be read.
func (s *Store) restoreSessions(list []tree.Blob) {
	said := s.Notice
	s.Notice.Text += " Restoring " + plural(len(list), "session") + "…"
	s.aside(func() {
		done, failed := 0, ""
		for _, b := range list {
			data, err := b.Bytes()
			if err == nil {
				err = s.Ports.RestoreSession(data)
			}
			if err != nil {
				failed = " A session could not be read: " + endless(err) + "."
				continue
			}
			done++
		}
		s.Post(func() {
			said.Text += " " + plural(done, "session") + " restored." + failed
			said.Bad = failed != ""
			s.Notice = said
			s.SessionsChanged()
			s.changed()
		})
	})
}

// onlySkills shows what an import of the export's skills would do.
func (s *Store) onlySkills() {
	r := *s.Restoring
	s.slowly(func(tick tree.Tick) func() {
		drop := intake.Gather([]intake.File{{Path: r.name, Data: r.data}}, nil, tick)
		return func() { s.Dropped("", drop) }
	}, func(int, int) {})
}

// Package folder follows a folder of this machine: its skills are imported, read again as
// they change, and written back where the person says so.
//
// It promises that nothing is lost on either side: what both have changed is refused and
// named, a folder that cannot be read to its end changes nothing, and only what was shown
// is written. It does not watch the disk: it looks when it is asked to.
//
//	f.Pick()      // asks for a folder, and shows what an import of it would do
//	f.Look(true)  // what has changed in it is an edit here
package folder

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/intake"
	"lily/core/sight"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
	"lily/web/state"
	"lily/web/words"
)

// Folder is the one that is followed, if there is one.
type Folder struct {
	*state.Loop
	Busy    int               // how much of what works with it is under way
	Writing []port.DiskChange // what waits for a yes to be written to it
	Mounted *Mounted          // nil for none

	page *state.Store
	port port.Mount
}

// New follows no folder yet.
func New(page *state.Store, p port.Mount) *Folder {
	return &Folder{Loop: page.Loop, page: page, port: p}
}

// Can reports whether the browser has such a thing.
func (f *Folder) Can() bool { return f.port.Can() }

// onDisk does something with the folder, one thing at a time, away from the UI
// goroutine, and then shows what came of it.
func (f *Folder) onDisk(do func() (then func())) {
	f.Busy++
	f.Lanes.Disk(func() {
		then := do()
		f.Post(func() {
			f.Busy--
			then()
			f.Changed()
		})
	})
	f.Changed()
}

func (f *Folder) fails(what string, err error) func() {
	return func() {
		f.page.Imports.Reading = state.Progress{}
		if err != port.ErrDismissed {
			f.Warn(what + sight.Show(words.Endless(err)) + ".")
		}
	}
}

// Pick asks for a folder, and shows what an import of it would do.
func (f *Folder) Pick() {
	if f.Refuses(f.page.Sessions.Held()) {
		return
	}
	f.onDisk(func() func() {
		name, err := f.port.Pick()
		if err != nil {
			return f.fails("No folder was picked: ", err)
		}
		drop, err := f.port.Look()
		if err != nil {
			return f.fails("The folder "+name+" could not be read: ", err)
		}
		return func() {
			f.page.Imports.Offer(drop, func(plan intake.Plan) {
				m := &Mounted{Name: name, Root: string(plan.Target) + "/skills"}
				for _, s := range plan.Left {
					m.left = append(m.left, s.Name)
				}
				m.read, m.from = m.placed(plan.Skills)
				f.Mounted = m
				f.remember()
			}, f.LetGo)
		}
	})
}

// LetGo forgets the folder; nothing of it is changed, here or on the disk.
func (f *Folder) LetGo() {
	f.Mounted = nil
	f.Lanes.Disk(f.port.Forget)
	f.Changed()
}

// Look reads the folder anew and makes what has changed in it an edit of the
// files here, unless both sides changed the same. It does nothing where there is
// no folder, and says nothing where there is no change unless asked.
func (f *Folder) Look(asked bool) {
	m, held := f.Mounted, f.page.Sessions.Held()
	if m == nil || m.Away || !asked && (f.Busy > 0 || held != "") || f.Refuses(held) {
		return
	}
	f.onDisk(func() func() {
		var list []intake.Planned
		drop, err := f.port.Look()
		if err == nil {
			list, err = drop.Whole()
		}
		if err != nil {
			return f.fails("The folder "+m.Name+" was not taken over: ", err)
		}
		list = slices.DeleteFunc(slices.Clone(list), func(s intake.Planned) bool { return slices.Contains(m.left, s.Name) })
		now, from := m.placed(list)
		return func() { f.takeOver(m, now, from, list, asked) }
	})
}

// takeOver merges what the folder holds now into the world.
func (f *Folder) takeOver(m *Mounted, now tree.Tree, from map[string]string, skills []intake.Planned, asked bool) {
	read := m.read
	list := tree.Diff(read, now)
	if len(list) == 0 {
		moved := !maps.Equal(m.from, from)
		if m.read, m.from = now, from; moved {
			f.remember()
		}
		if asked {
			f.Say("Nothing has changed in the folder " + m.Name + ".")
		}
		return
	}
	said := fmt.Sprintf("Took over %s from the folder %s.", answer.Number(len(list), "changed file"), m.Name)
	f.page.Edits.Edit(said, func(w world.World) (world.World, error) {
		next, both := tree.Merge(read, now, w.Tree)
		if len(both) > 0 {
			return w, port.Error("both the folder and this page have changed /" + strings.Join(both, ", /") +
				"; make them alike, or let the folder go and pick it again to have all of it")
		}
		w.Tree, w.Origins = next, w.Origins.Put(m.packed(skills)...)
		return w, nil
	}, func(err error) {
		if err == nil {
			m.read, m.from = now, from
			f.remember()
		}
	})
}

func (f *Folder) remember() {
	m := f.Mounted
	if m == nil {
		return
	}
	pack := m.pack()
	f.Lanes.Disk(func() {
		state, err := pack()
		if err == nil {
			err = f.port.Keep(state)
		}
		f.Post(func() { m.Kept = err == nil; f.Changed() })
	})
}

// Recall goes on with the folder of before a reload, where the browser lets it be read
// unasked; else the person is to connect it.
func (f *Folder) Recall() {
	if !f.port.Can() {
		return
	}
	f.onDisk(func() func() {
		name, state, granted := f.port.Kept()
		m := unpack(name, state)
		return func() {
			if f.Mounted = m; m != nil {
				m.Away = !granted
				f.Look(false)
			}
		}
	})
}

// Connect asks the person for the folder of before a reload, and reads it.
func (f *Folder) Connect() {
	m := f.Mounted
	f.onDisk(func() func() {
		if err := f.port.Connect(); err != nil {
			return f.fails("The folder "+m.Name+" was not connected: ", err)
		}
		return func() {
			m.Away = false
			f.Look(true)
		}
	})
}

// AskWrite shows what would be written to the folder.
func (f *Folder) AskWrite() {
	list, err := f.Mounted.pending(f.page.Edits.World().Tree)
	switch {
	case f.Refuses(f.page.Sessions.Held()):
	case err != nil:
		f.fails("The changes could not be read: ", err)()
	case len(list) == 0:
		f.Say("Nothing has changed here since the folder was read.")
	default:
		f.Writing = list
	}
	f.Changed()
}

// Keep puts away what would be written.
func (f *Folder) Keep() {
	f.Writing = nil
	f.Changed()
}

// Write writes what was shown, and no more.
func (f *Folder) Write() {
	m, list := f.Mounted, f.Writing
	f.Writing = nil
	if m == nil {
		return
	}
	var written []tree.Digest
	for _, c := range list {
		if c.Is != nil {
			written = append(written, tree.Sum(c.Is))
		}
	}
	f.page.Edits.Left(written)
	f.onDisk(func() func() {
		refused, err := f.port.Write(list)
		if err != nil {
			return f.fails("Nothing was written to the folder "+m.Name+": ", err)
		}
		return func() { f.wrote(m, list, refused) }
	})
}

func (f *Folder) wrote(m *Mounted, list []port.DiskChange, refused []intake.Refusal) {
	why := map[string]bool{}
	said := fmt.Sprintf("Wrote %s to the folder %s.", answer.Number(len(list)-len(refused), "file"), m.Name)
	f.Notice = state.Notice{Text: said, Bad: len(refused) > 0}
	for _, r := range refused {
		why[r.Path] = true
		f.Notice.Text += " Not " + sight.Show(r.Path) + ": " + sight.Show(r.Message)
	}
	for _, c := range list {
		if why[c.Path] {
			continue
		}
		next, err := m.read.Put(m.here(c.Path), c.Is)
		if c.Is == nil {
			next, err = m.read.Remove(m.here(c.Path))
		}
		if err == nil {
			m.read = next
		}
	}
	f.remember()
}

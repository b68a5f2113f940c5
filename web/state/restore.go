package state

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"strings"

	"lily/core/answer"
	"lily/core/archive"
	"lily/core/intake"
	"lily/core/sight"
	"lily/core/tree"
	"lily/core/world"
	"lily/web/port"
	"lily/web/words"
)

// Restore adds an export of everything to what is here.
type Restore struct {
	part
	Waiting *Export         // an export that waits for a yes; nil for none
	Arrived []world.Arrival // skills that the last one brought and that are not trusted, to be shown
	Strange []string        // the other places that it brought and that are not trusted, sorted

	came    Outlook // what the last one did
	edits   *Edits
	imports *Imports
	bundles port.Bundles
}

// Export is an export of everything that was read, and what the person takes of it in the place
// of what is here. Nothing is taken unless they choose it.
type Export struct {
	world.Restored
	Name string
	Take world.Take
	View Outlook
	Open Folds

	data []byte
}

// Outlook is what a restore would do.
type Outlook struct {
	Was, Is   world.World
	Differing []string        // that both have, and differently
	Arrives   []world.Arrival // skills that are not here, or not like that
	Err       error           // why it cannot be done
}

// Folds says what of the dialog is open, and how many lines of a comparison are shown.
type Folds struct {
	Profile, Policy, Persona, Differing, Skills bool
	Lines, Cards                                int
}

// look works out what a restore would do with what is taken.
func (x Export) look(w world.World) Outlook {
	o := Outlook{Was: w, Differing: x.Differing(w)}
	o.Is, o.Err = x.In(w, x.Take)
	o.Arrives = world.Arrived(w, o.Is)
	return o
}

// Marked reports whether a skill that arrives would not be trusted.
func (o Outlook) Marked(a world.Arrival) bool { return o.Is.Origins.Of("/" + a.Path).AnyForeign() }

// Takes opens a dropped or chosen file where it is what Lily exported, a session or
// everything, and reports whether it takes the file: then it is no import. Whoever reads
// drops asks it for each archive, away from the UI goroutine; what its tick ends is taken,
// and nothing becomes of it.
func (r *Restore) Takes(name string, data []byte, tick tree.Tick) bool {
	return r.recording(name, data, tick) || r.everything(name, data, tick)
}

// recording opens a file where it is an exported session, and reports whether it is one.
func (r *Restore) recording(name string, data []byte, tick tree.Tick) bool {
	if !isBundle(name, data) {
		return false
	}
	b, err := r.bundles.ReadBundle(name, data, tick)
	if errors.Is(err, tree.ErrStopped) {
		return true
	}
	r.Post(func() {
		r.imports.over()
		if err != nil {
			r.Warn("The recording " + sight.Show(name) + " cannot be opened: " + sight.Show(words.Endless(err)) +
				". It may be damaged or cut short: export it again where it comes from.")
		} else if r.sessions.OpenRecording(b) {
			r.imports.shown.Talk()
		}
	})
	return true
}

// everything opens a zip where it is an export of everything, and reports whether it is one.
func (r *Restore) everything(name string, data []byte, tick tree.Tick) bool {
	list := entriesOf(data)
	if !bytes.Contains(list, []byte("policy.yaml")) || !bytes.Contains(list, []byte("profile.yaml")) {
		return false // without unpacking it
	}
	limits := tree.Limits{Files: 1 << 20, Bytes: 1 << 30} // the person made it
	t, err := archive.Read(data, archive.Options{Limits: limits, Cased: true, Tick: tick})
	if errors.Is(err, tree.ErrStopped) {
		return true
	}
	if err != nil || !world.Restorable(t) {
		return false
	}
	x := &Export{Name: name, data: data, Open: Folds{Policy: true, Skills: true}}
	if x.Restored, err = world.Restore(t); err == nil {
		x.From = name
		x.View = x.look(r.engine.World())
	}
	r.Post(func() {
		r.imports.over()
		if err != nil {
			r.Warn("Nothing was restored from " + sight.Show(name) + ": " + sight.Show(words.Endless(err)) + ".")
		} else if !r.Refuses(r.sessions.Held()) {
			r.Waiting = x
		}
		r.Changed()
	})
	return true
}

// Dismiss puts the export away.
func (r *Restore) Dismiss() {
	r.Waiting = nil
	r.Changed()
}

// Choose changes what is taken of the export, and shows what comes of it.
func (r *Restore) Choose(change func(*world.Take)) {
	x := r.Waiting
	change(&x.Take)
	of := *x
	r.Lanes.Aside(func() {
		view := of.look(r.engine.World())
		r.Post(func() {
			if x.Take == of.Take {
				x.View = view
			}
			r.Changed()
		})
	})
	r.Changed()
}

// All adds what the export has, replaces what was taken, and then adds its sessions.
func (r *Restore) All() {
	x := *r.Waiting
	r.Say("Restoring " + answer.Number(x.Files(), "file") + "…")
	edit := func(w world.World) (world.World, error) { return x.In(w, x.Take) }
	r.edits.change("Nothing was restored: ", edit, func(was, is world.World) {
		r.Say(said(was, is))
		r.Notice.Undo = func() { r.edits.undo(was, is) }
		view := Outlook{Is: is}
		r.Arrived = slices.DeleteFunc(world.Arrived(was, is), func(a world.Arrival) bool { return !view.Marked(a) })
		r.came = Outlook{Was: was, Is: is}
		r.Strange = slices.DeleteFunc(r.fresh(), func(at string) bool {
			return slices.ContainsFunc(r.Arrived, func(a world.Arrival) bool { return strings.HasPrefix(at+"/", "/"+a.Path+"/") })
		})
		if len(x.Sessions) > 0 {
			r.addSessions(x.Sessions)
		}
	})
}

// said tells what a restore has changed, and which of the rules it left alone.
func said(was, is world.World) string {
	changed, kept := []string{answer.Number(len(tree.Diff(was.Tree, is.Tree)), "file")}, []string{}
	for _, of := range []struct {
		what  string
		taken bool
	}{{"the profile", was.Profile.Digest() != is.Profile.Digest()}, {"the policy", was.Policy.Digest() != is.Policy.Digest()}} {
		if of.taken {
			changed = append(changed, of.what)
		} else {
			kept = append(kept, of.what)
		}
	}
	text := "Restored " + words.List(changed) + "."
	if len(kept) > 0 {
		text += " What you had stays: " + words.List(kept) + "."
	}
	return text
}

// added is a session that was restored, with how many events it had then.
type added struct {
	id     string
	events int
}

// addSessions adds exported sessions, and says which of them could not be read.
func (r *Restore) addSessions(list []tree.Blob) {
	said, as := r.Notice, r.sessions.Model()
	r.Lanes.Aside(func() {
		done, failed, fresh, here := len(list), "", []added{}, ""
		for i, b := range list {
			r.Post(func() { r.toldOf(said, i, len(list)) })
			data, err := b.Bytes()
			var id string
			if err == nil {
				id, err = r.bundles.RestoreBundle(data, as)
			}
			if err != nil {
				done, failed = done-1, " A session could not be read: "+sight.Show(words.Endless(err))+"."
			} else if id != "" {
				_, events := r.engine.State(id)
				fresh = append(fresh, added{id, len(events)})
			}
		}
		if known := done - len(fresh); known > 0 {
			done, here = len(fresh), " "+answer.Number(known, "session")+words.Either(known == 1, " was", " were")+" here already."
		}
		r.Post(func() {
			back := said.Undo
			said.Text, said.Bad = said.Text+" "+answer.Number(done, "session")+" restored."+here+failed, failed != ""
			said.Undo = func() { back(); r.takeBack(fresh) }
			r.Notice = said
			r.sessions.Relist()
			r.Changed()
		})
	})
}

// toldOf says how far the sessions of a restore are.
func (r *Restore) toldOf(said Notice, at, total int) {
	r.Notice = said
	r.Notice.Text += " Restoring session " + strconv.Itoa(at+1) + " of " + strconv.Itoa(total) + "…"
	r.Changed()
}

// takeBack takes restored sessions away again, but for those that the person has opened.
func (r *Restore) takeBack(list []added) {
	open := r.sessions.Open()
	r.Lanes.Aside(func() {
		for _, a := range list {
			if _, events := r.engine.State(a.id); len(events) == a.events && !slices.Contains(open, a.id) {
				_ = r.sessions.port.Delete(a.id) // one that cannot be taken away stays in the list, to be seen
			}
		}
		r.Post(r.sessions.Relist)
	})
}

// fresh are the places that the last restore brought and that are not trusted.
func (r *Restore) fresh() (list []string) {
	before := r.came.Was.Origins.Paths()
	for _, at := range r.came.Is.Origins.Paths() {
		if _, was := slices.BinarySearch(before, at); !was {
			list = append(list, at)
		}
	}
	return list
}

// Brought says how much the last restore brought that is not trusted: "2 skills and 3 files or folders".
func (r *Restore) Brought() string {
	var list []string
	if n := len(r.Arrived); n > 0 {
		list = append(list, answer.Number(n, "skill"))
	}
	if n := len(r.Strange); n > 0 {
		list = append(list, answer.Number(n, "other file"))
	}
	return strings.Join(list, " and ")
}

// Trust forgets where all that came from that the last restore brought, as the person has seen it.
func (r *Restore) Trust() {
	r.edits.TrustAll("You trust "+r.Brought()+" now"+words.Either(len(r.Arrived) > 0, "; reload the skills for it to count.", "."), r.came.Is, r.fresh())
	r.Seen()
}

// Seen puts away what the last restore brought.
func (r *Restore) Seen() {
	r.Arrived, r.Strange = nil, nil
	r.Changed()
}

// Skills shows what an import of the export's skills alone would do.
func (r *Restore) Skills() {
	x := *r.Waiting
	r.Slowly(func(tick tree.Tick) func() {
		drop := intake.Gather([]intake.File{{Path: x.Name, Data: x.data}}, nil, tick)
		return func() { r.imports.Dropped("", drop) }
	}, func(Progress) {})
}

// isBundle reports whether a file says that it is a session: by its name, or as a
// zip whose list of entries has lily.json.
func isBundle(name string, data []byte) bool {
	const entry, header, length = "lily.json", 46, 28 // of an entry in the list, before its name
	if strings.HasSuffix(strings.ToLower(name), ".lily") {
		return true
	}
	data = entriesOf(data)
	for at := bytes.LastIndex(data, []byte(entry)); at >= header; at = bytes.LastIndex(data[:at], []byte(entry)) {
		if h := data[at-header:]; string(h[:4]) == "PK\x01\x02" && int(h[length])|int(h[length+1])<<8 == len(entry) {
			return true
		}
	}
	return false
}

// entriesOf is the list of a zip's entries, by what its end says; a session may lie in
// another zip, and has a list of its own. Without an end it is the last of the file.
func entriesOf(data []byte) []byte {
	const end, tail = 22, 64 << 10
	if n := len(data) - end; n >= 0 && string(data[n:n+4]) == "PK\x05\x06" {
		if size := int(binary.LittleEndian.Uint32(data[n+12:])); size <= n {
			return data[n-size : n]
		}
	}
	return data[max(0, len(data)-tail):]
}

package state

import (
	"bytes"
	"encoding/binary"
	"errors"
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

// Restore puts an export of everything in the place of what is here.
type Restore struct {
	part
	Waiting *Export // an export that waits for a yes; nil for none

	edits   *Edits
	imports *Imports
	bundles port.Bundles
}

// Export is an export of everything that was read.
type Export struct {
	world.Restored
	Name string
	data []byte
}

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
			r.imports.shown.Go("chat")
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
	what, err := world.Restore(t)
	r.Post(func() {
		r.imports.over()
		if err != nil {
			r.Warn("Nothing was restored from " + sight.Show(name) + ": " + sight.Show(words.Endless(err)) + ".")
		} else if !r.Refuses(r.sessions.Held()) {
			r.Waiting = &Export{what, name, data}
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

// All makes the world what the export has, and then adds its sessions.
func (r *Restore) All() {
	x := *r.Waiting
	r.Say("Restoring " + answer.Number(x.Files(), "file") + "…")
	r.edits.change("Nothing was restored: ", x.In, func(was, is world.World) {
		r.Say("Restored " + answer.Number(x.Files(), "file") + ", the profile and the policy.")
		r.Notice.Undo = func() { r.edits.undo(was, is) }
		if len(x.Sessions) > 0 {
			r.addSessions(x.Sessions)
		}
	})
}

// addSessions adds exported sessions, and says which of them could not be read.
func (r *Restore) addSessions(list []tree.Blob) {
	said, as := r.Notice, r.sessions.Model()
	r.Notice.Text += " Restoring " + answer.Number(len(list), "session") + "…"
	r.Lanes.Aside(func() {
		done, failed := len(list), ""
		for _, b := range list {
			data, err := b.Bytes()
			if err == nil {
				_, err = r.bundles.RestoreBundle(data, as)
			}
			if err != nil {
				done, failed = done-1, " A session could not be read: "+words.Endless(err)+"."
			}
		}
		r.Post(func() {
			said.Text, said.Bad = said.Text+" "+answer.Number(done, "session")+" restored."+failed, failed != ""
			r.Notice = said
			r.sessions.Relist()
			r.Changed()
		})
	})
}

// Skills shows what an import of the export's skills alone would do.
func (r *Restore) Skills() {
	x := *r.Waiting
	r.slowly(func(tick tree.Tick) func() {
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

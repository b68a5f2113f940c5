package ui

import (
	buffer "bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"lily/core/answer"
	"lily/core/tree"
	"lily/web/words"
)

// Recording opens a dropped or chosen file where it is an exported session, and
// reports whether it takes the file: then it is no import. Whoever reads drops asks
// it first for each archive, away from the UI goroutine; what its tick ends is taken,
// and nothing becomes of it.
func (s *Store) Recording(name string, data []byte, tick tree.Tick) bool {
	if s.Ports.OpenBundle == nil || !isBundle(name, data) {
		return false
	}
	b, err := s.Ports.OpenBundle(name, data, tick)
	if errors.Is(err, tree.ErrStopped) {
		return true
	}
	s.Post(func() {
		s.Over, s.Reading = "", Progress{}
		if err != nil {
			s.Notice = Notice{Bad: true, Text: "The recording " + words.Visible(name) + " cannot be opened: " + words.Visible(words.Endless(err)) +
				". It may be damaged or cut short: export it again where it comes from."}
			s.changed()
			return
		}
		s.openBundle(b)
	})
	return true
}

// isBundle reports whether a file says that it is a session: by its name, or as a
// zip whose list of entries has lily.json.
func isBundle(name string, data []byte) bool {
	const entry, header, length = "lily.json", 46, 28 // of an entry in the list, before its name
	if strings.HasSuffix(strings.ToLower(name), ".lily") {
		return true
	}
	data = entriesOf(data)
	for at := buffer.LastIndex(data, []byte(entry)); at >= header; at = buffer.LastIndex(data[:at], []byte(entry)) {
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

// openBundle shows a recording from its last event. It is not the engine's, and
// nothing in it acts.
func (s *Store) openBundle(b Bundle) {
	if len(b.Events) == 0 {
		s.refuses("the recording holds no events")
		return
	}
	s.bundles++
	id := fmt.Sprintf("recording %d", s.bundles)
	s.views[id] = &view{id: id, bundle: &b}
	s.goTo(id)
	s.stepTo(len(b.Events))
	s.Place = "chat"
	s.say("The recording " + words.Visible(b.Title) + " is open, with " + answer.Number(len(b.Events), "event") + ".")
}

// leaveBundle closes a recording.
func (s *Store) leaveBundle(id string) {
	if len(s.open) == 1 {
		s.newSession()
	}
	s.leave(id)
}

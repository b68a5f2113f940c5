package state

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"lily/core/answer"
	"lily/web/port"
	"lily/web/words"
)

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

// OpenRecording shows a recording from its last event, and reports whether it has any. It
// is not the engine's, and nothing in it acts.
func (s *Sessions) OpenRecording(b port.Bundle) bool {
	if len(b.Events) == 0 {
		s.Refuses("the recording holds no events")
		return false
	}
	s.opened++
	id := fmt.Sprintf("recording %d", s.opened)
	s.views[id] = &View{ID: id, Bundle: &b}
	s.GoTo(id)
	s.StepTo(len(b.Events))
	s.Say("The recording " + words.Visible(b.Title) + " is open, with " + answer.Number(len(b.Events), "event") + ".")
	return true
}

// CloseRecording closes a recording.
func (s *Sessions) CloseRecording(id string) {
	if len(s.Open) == 1 {
		s.New(true)
	}
	s.Leave(id)
}

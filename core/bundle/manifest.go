package bundle

import (
	"bytes"
	"encoding/hex"
	"encoding/json"

	"lily/core/plain"
	"lily/core/tree"
)

// manifest is lily.json.
type manifest struct {
	Format  int           `json:"format"`
	Session string        `json:"session"`
	Title   string        `json:"title"`
	Events  int           `json:"events"`
	Files   []file        `json:"files"`
	Blobs   []tree.Digest `json:"blobs"` // sorted, the requests too
}

// file is a file of lines. A line's short digest finds the one that is damaged, and that of all sees to the rest.
type file struct {
	Name   string      `json:"name"`
	Digest tree.Digest `json:"digest"`
	Lines  []string    `json:"lines"`
}

func newFile(name string, list [][]byte) (file, []byte) {
	f := file{Name: name, Lines: make([]string, len(list))}
	var data bytes.Buffer
	for i, line := range list {
		f.Lines[i] = tree.Sum(line).Short()
		data.Write(line)
		data.WriteByte('\n')
	}
	f.Digest = tree.Sum(data.Bytes())
	return f, data.Bytes()
}

// noBlobs and someBlobs begin the last list of lily.json, which is written and read by hand: it may have ten thousands.
const (
	noBlobs   = "\n \"blobs\": []\n}\n"
	someBlobs = "\n \"blobs\": ["
)

func (m manifest) encode() []byte {
	list := m.Blobs
	m.Blobs = []tree.Digest{}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(m); err != nil {
		panic(err) // strings, numbers and digests always encode
	}
	if len(list) == 0 {
		return b.Bytes()
	}
	data := append(bytes.TrimSuffix(b.Bytes(), []byte(noBlobs)), someBlobs...)
	for _, d := range list {
		data = append(hex.AppendEncode(append(data, "\n  \""...), d[:]), "\","...)
	}
	return append(data[:len(data)-1], "\n ]\n}\n"...)
}

// decode reads lily.json. An error is an [*Error], and tells a later format as that.
func (m *manifest) decode(data []byte) error {
	err := m.strictly(data)
	format := m.Format
	if err != nil {
		format = formatOf(data)
	}
	switch {
	case format < 1 || format > Format:
		return wrong(about, "the bundle has the format %d, and this Lily reads up to %d", format, Format)
	case err != nil:
		return wrong(about, "the entry cannot be read: %s", err)
	case !bytes.Equal(m.encode(), data):
		return wrong(about, "the entry is not written as Lily writes it")
	}
	return nil
}

// formatOf is the format of what may have keys that this Lily does not know, and its own of what is no JSON.
func formatOf(data []byte) int {
	version := struct {
		Format int `json:"format"`
	}{Format}
	_ = json.Unmarshal(data, &version)
	return version.Format
}

// strictly reads what encode wrote; of what another wrote it may read anything.
func (m *manifest) strictly(data []byte) error {
	head, list, found := bytes.Cut(data, []byte(someBlobs))
	if found {
		data = append(bytes.Clone(head), noBlobs...)
	}
	if err := plain.Strictly(data, m); err != nil {
		return err
	}
	for line := range bytes.Lines(list) {
		text := bytes.Trim(line, " \",\n")
		if len(text) <= 1 {
			continue // the end of the list, or of all
		}
		var d tree.Digest
		if err := d.UnmarshalText(text); err != nil {
			return err
		}
		m.Blobs = append(m.Blobs, d)
	}
	return nil
}

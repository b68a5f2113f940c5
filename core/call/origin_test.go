package call

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/tree"
)

// PO-5: an archive is one by any name, behind any bytes, and as a text; what a person writes is none.
func TestPacked(t *testing.T) {
	var zip, tarred, gz bytes.Buffer
	files, err := tree.Tree{}.Put("a/SKILL.md", []byte("A."))
	if err == nil {
		err = archive.Write(&zip, files)
	}
	w := tar.NewWriter(&tarred)
	_ = w.WriteHeader(&tar.Header{Name: "a", Size: 2, Format: tar.FormatUSTAR}) // memory takes it
	_, _ = w.Write([]byte("A."))
	g := gzip.NewWriter(&gz)
	_, _ = g.Write(tarred.Bytes())
	if err2 := g.Close(); err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	old := bytes.Clone(tarred.Bytes()) // as before there was a magic word
	copy(old[257:265], make([]byte, 8))
	copy(old[148:156], checked(old))
	lines := func(b []byte) string {
		text, all := base64.StdEncoding.EncodeToString(b), ""
		for len(text) > 76 {
			all, text = all+text[:76]+"\n", text[76:]
		}
		return all + text
	}
	for name, tt := range map[string]struct {
		at, data string
		want     bool
	}{
		"a zip":              {"x.txt", zip.String(), true},
		"behind a picture":   {"x.png", "\x89PNG" + strings.Repeat("\x00", 99) + zip.String() + strings.Repeat("\n", 9), true},
		"a zip in base64":    {"x.txt", lines(zip.Bytes()), true},
		"a tar":              {"x", tarred.String(), true},
		"an old tar":         {"x", string(old), true},
		"a gzip":             {"x", gz.String(), true},
		"a gzip in base64":   {"x", lines(gz.Bytes()), true},
		"by its name":        {"x.SKILL", "", true},
		"a text":             {"x.md", strings.Repeat("# A text about zip and PK.\n", 40), false},
		"zeros":              {"x", strings.Repeat("\x00", 600), false},
		"a picture":          {"x.png", "\x89PNG\r\n\x1a\n" + strings.Repeat("\x07", 600), false},
		"a script in base64": {"x", lines([]byte("#!/bin/sh\necho a\n")), false},
		"nothing":            {"x", "", false},
	} {
		if got := packed("workspace/"+tt.at, []byte(tt.data)); got != tt.want {
			t.Errorf("%s: got packed %t, want %t", name, got, tt.want)
		}
	}
}

// checked is the sum of a tar's header, as it stands in it.
func checked(header []byte) []byte {
	sum := int(8 * ' ')
	for i, b := range header[:512] {
		if i < 148 || i >= 156 {
			sum += int(b)
		}
	}
	const octal = "01234567"
	text := []byte("000000\x00 ")
	for i := 5; i >= 0; i, sum = i-1, sum/8 {
		text[i] = octal[sum%8]
	}
	return text
}

// PO-5: what is looked through for archives is bounded, and what is not looked through counts as one.
func TestSawIsBounded(t *testing.T) {
	var b tree.Builder
	for _, at := range []string{"workspace/a", "workspace/b", "workspace/c"} {
		if err := b.Put(at, []byte(strings.Repeat(at[len(at)-1:], 100))); err != nil {
			t.Fatal(err)
		}
	}
	for most, want := range map[int64]string{1000: "", 300: "", 299: "/workspace/c", 50: "/workspace/a"} {
		if got := saw(b.Tree(), nil, most); got != want {
			t.Errorf("%d bytes: got %q, want %q", most, got, want)
		}
	}
}

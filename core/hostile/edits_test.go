package hostile_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lily/core/archive"
	"lily/core/bundle"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/tree"
)

// files are those of a zip, by name.
type files map[string][]byte

// edited does what the lines of a text say, each a word, a name and quoted texts:
//
//	set NAME "content"; swap NAME "old" "new", every NAME "old" "new"; drop NAME; cut NAME 10 (bytes of its end)
//	fit (lily.json to the lines as they are now, as a forger would)
//
// A name that ends in * is the first of all that begin so.
func (f files) edited(text string) error {
	for line := range strings.Lines(text) {
		words, err := fields(strings.TrimSpace(line))
		if err != nil {
			return err
		}
		if words = append(words, "", "", ""); words[0] == "fit" {
			f.fit()
			continue
		}
		name := f.name(words[1])
		switch words[0] {
		case "set":
			f[name] = []byte(words[2])
		case "drop":
			delete(f, name)
		case "swap":
			if !bytes.Contains(f[name], []byte(words[2])) {
				return fmt.Errorf("%s has no %q", name, words[2])
			}
			f[name] = bytes.Replace(f[name], []byte(words[2]), []byte(words[3]), 1)
		case "every":
			f[name] = bytes.ReplaceAll(f[name], []byte(words[2]), []byte(words[3]))
		case "cut":
			n, err := strconv.Atoi(words[2])
			if err != nil || n > len(f[name]) {
				return fmt.Errorf("%s has no %s bytes", name, words[2])
			}
			f[name] = f[name][:len(f[name])-n]
		default:
			return fmt.Errorf("nobody knows %q", words[0])
		}
	}
	return nil
}

func fields(line string) (words []string, err error) {
	for line != "" {
		word := line
		if line[0] == '"' || line[0] == '`' {
			if word, err = strconv.QuotedPrefix(line); err != nil {
				return nil, fmt.Errorf("%s: %w", line, err)
			}
			line = line[len(word):]
			word, err = strconv.Unquote(word)
		} else {
			word, line, _ = strings.Cut(line, " ")
		}
		words, line = append(words, word), strings.TrimLeft(line, " ")
	}
	return words, err
}

func (f files) name(pattern string) string {
	prefix, ok := strings.CutSuffix(pattern, "*")
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if ok && strings.HasPrefix(name, prefix) {
			return name
		}
	}
	return pattern
}

// fit makes lily.json say what the lines are now.
func (f files) fit() {
	var m struct {
		Format  int    `json:"format"`
		Session string `json:"session"`
		Title   string `json:"title"`
		Events  int    `json:"events"`
		Files   []struct {
			Name   string   `json:"name"`
			Digest string   `json:"digest"`
			Lines  []string `json:"lines"`
		} `json:"files"`
		Blobs []string `json:"blobs"`
	}
	_ = json.Unmarshal(f["lily.json"], &m) // what is none is said by Read
	for i := range m.Files {
		of := &m.Files[i]
		of.Digest, of.Lines = tree.Sum(f[of.Name]).String(), nil
		for line := range bytes.Lines(f[of.Name]) {
			of.Lines = append(of.Lines, tree.Sum(bytes.TrimSuffix(line, []byte("\n"))).Short())
		}
		m.Events = len(of.Lines)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	_ = e.Encode(m)
	f["lily.json"] = out.Bytes()
}

func (f files) zip(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	err := archive.Stored(&out, func(yield func(string, []byte) bool) {
		for _, name := range slices.Sorted(maps.Keys(f)) {
			if !yield(name, f[name]) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// places differ with every change.
var places = regexp.MustCompile(`([0-9a-f]{12,64})?, at byte \d+ of the file|[0-9a-f]{12,64}`)

// EV-4: whatever is done to a recording, it is read to the byte and replays, or is refused with
// the place, or says what comes out otherwise; nothing of it runs.
func TestBundles(t *testing.T) {
	packed, err := os.Open("../bundle/testdata/session-a256b30.lily.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = packed.Close() })
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	each(t, "bundles", func(t *testing.T, text string) string {
		f := unzipped(t, whole)
		if err := f.edited(text); err != nil {
			t.Fatal(err)
		}
		b, problems, err := bundle.Read(f.zip(t), tool.Builtin())
		if err != nil {
			return "refused: " + places.ReplaceAllString(err.Error(), "…")
		}
		for _, p := range problems {
			return "read, with a problem: " + places.ReplaceAllString(p.Message, "…")
		}
		got, err := replay.Run(t.Context(), tool.Builtin(), b.Events, nil)
		if d := replay.Compare(got, b.Events); err != nil || d != nil {
			return fmt.Sprintf("read, differs at event %d", d.Seq)
		}
		return "read, replays"
	})
}

func unzipped(t *testing.T, data []byte) files {
	t.Helper()
	got, err := archive.Read(data, archive.Options{Cased: true})
	if err != nil {
		t.Fatal(err)
	}
	f := files{}
	for name, file := range got.Walk() {
		if f[name], err = file.Bytes(); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

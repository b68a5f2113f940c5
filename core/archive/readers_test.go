//go:build !js

package archive

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// seenBy is what a reader of zips sees: the bytes of each file by its name.
type seenBy map[string]string

// taken is what Lily takes of an archive; nil if that is nothing.
func taken(data []byte) seenBy {
	t, err := Read(data, Options{})
	if err != nil {
		return nil
	}
	seen := seenBy{}
	for name, f := range t.Walk() {
		data, _ := f.Bytes()
		seen[name] = string(data)
	}
	return seen
}

// library is what archive/zip sees.
func library(data []byte) (seenBy, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	seen := seenBy{}
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		from, err := f.Open()
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(from)
		if err != nil {
			return nil, err
		}
		seen[f.Name] = string(text)
	}
	return seen, nil
}

// VF-6: what Lily takes of an archive is what Go's own reader sees in it: the same names, the same bytes.
func FuzzReadersAgree(f *testing.F) {
	for _, c := range corpus {
		if len(c.data) < 5000 {
			f.Add(c.data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got := taken(data)
		if got == nil {
			return
		}
		want, err := library(data)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %q, and archive/zip %q, %v", got, want, err)
		}
	})
}

// doubtful are archives of two entries whose headers have fields and names that readers take in other ways.
func doubtful(n int) (list [][]byte) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "A", "b", "d/a", "é", "e\u0301", "ß", "SS", "ﬁ", "fi", "a\u200d", "i", "ı", "İ"}
	pick := func() string { return names[random.IntN(len(names))] }
	extra := func(name string) (list []byte) {
		for range random.IntN(3) {
			switch random.IntN(5) {
			case 0:
				list = append(list, named(name, name).extra...)
			case 1:
				list = append(list, named(name, pick()).extra...)
			case 2:
				list = append(list, unicodeField(0x6375, pick())...)
			case 3:
				list = append(list, field(0x7875, random.Uint64())...)
			case 4:
				ids := []uint16{fieldPKUnix, fieldZipIt, fieldMac, fieldXceed, fieldASi, 0x5455, 0x000a}
				list = append(list, extraField(ids[random.IntN(len(ids))], []byte(pick()+pick()))...)
			}
		}
		return list
	}
	for range n {
		var z forgery
		for i := range 2 {
			name := pick()
			z.entries = append(z.entries, forged{
				name: name, data: []byte{byte('0' + i)}, ascii: random.IntN(3) == 0,
				inner: extra(name), extra: extra(name),
			})
		}
		list = append(list, z.bytes())
	}
	return list
}

const inPython = `
import json, sys, zipfile
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as z:
        print(json.dumps({i.filename: z.read(i).decode("latin-1") for i in z.infolist() if not i.is_dir()}))
`

// VF-6: of what Lily takes, Python and Info-ZIP's unzip see the same names and bytes. Where the machine has neither,
// Go's own reader alone is asked.
func TestOtherReadersAgree(t *testing.T) {
	dir, all := t.TempDir(), doubtful(400)
	for _, c := range corpus {
		all = append(all, c.data)
	}
	var paths []string
	var want []seenBy
	for i, data := range all {
		got := taken(data)
		if len(got) == 0 {
			continue
		}
		if seen, err := library(data); err != nil || fmt.Sprint(seen) != fmt.Sprint(got) {
			t.Errorf("archive %d: got %q, and archive/zip %q, %v", i, got, seen, err)
		}
		at := filepath.Join(dir, fmt.Sprint(i, ".zip"))
		if err := os.WriteFile(at, data, 0o600); err != nil {
			t.Fatal(err)
		}
		paths, want = append(paths, at), append(want, got)
	}
	if len(paths) < 50 || len(paths) > len(all)-100 {
		t.Errorf("got %d of %d archives taken", len(paths), len(all))
	}
	t.Run("python", func(t *testing.T) { agreeInPython(t, paths, want) })
	t.Run("unzip", func(t *testing.T) { agreeInUnzip(t, dir, paths, want) })
}

func agreeInPython(t *testing.T, paths []string, want []seenBy) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Log("there is no python3")
		return
	}
	out, err := exec.Command("python3", append([]string{"-c", inPython}, paths...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range slices.Collect(strings.Lines(string(out))) {
		var got seenBy
		if err := json.Unmarshal([]byte(line), &got); err != nil || len(got) != len(want[i]) {
			t.Fatal(line, err)
		}
		for name, text := range want[i] {
			if is, there := got[name]; !there && !unmarked(name) || there && latin(is) != text {
				t.Errorf("%s: got %q, want %q as Lily sees it", paths[i], got, want[i])
			}
		}
	}
}

// unmarked reports whether a name has letters that Python reads as of code page 437 where they are not marked, on
// whatever system they were packed.
func unmarked(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return r > 0x7f })
}

func latin(text string) string {
	var b []byte
	for _, r := range text {
		b = append(b, byte(r))
	}
	return string(b)
}

func agreeInUnzip(t *testing.T, dir string, paths []string, want []seenBy) {
	if _, err := exec.LookPath("unzip"); err != nil {
		t.Log("there is no unzip")
		return
	}
	for i, at := range paths {
		to := filepath.Join(dir, "to")
		run := exec.Command("unzip", "-qq", "-o", "-d", to, at)
		run.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		said, err := run.CombinedOutput()
		got := seenBy{}
		_ = fs.WalkDir(os.DirFS(to), ".", func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				data, _ := os.ReadFile(filepath.Join(to, name))
				got[name] = string(data)
			}
			return nil
		})
		if fmt.Sprint(got) != fmt.Sprint(want[i]) {
			t.Errorf("%s: got %.200q, want %.200q as Lily sees it; it said %.300q, %v", at, fmt.Sprint(got), fmt.Sprint(want[i]), said, err)
		}
		if err := os.RemoveAll(to); err != nil {
			t.Fatal(err)
		}
	}
}

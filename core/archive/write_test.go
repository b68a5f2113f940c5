package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lily/core/tree"
)

func written(t testing.TB, of tree.Tree) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, of); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// random is a tree of any shape, without names that differ in case alone.
func random(r *rand.Rand) tree.Tree {
	var b tree.Builder
	names := []string{"a", "b", "SKILL.md", "größe", "a.b", "a b", "a-b", "x.zip"}
	for range r.IntN(30) {
		parts := make([]string, 1+r.IntN(4))
		for i := range parts {
			parts[i] = names[r.IntN(len(names))]
		}
		data := make([]byte, r.IntN(100))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		if at := strings.Join(parts, "/"); r.IntN(4) == 0 {
			_ = b.Dir(at) // refused where there is a file
		} else {
			_ = b.Put(at, data)
		}
	}
	return b.Tree()
}

// VF-7: what is written is read back to the same digest, empty folders and all,
// and the same tree gives the same bytes.
func TestWriteThenRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		want := random(r)
		data := written(t, want)
		got, err := Read(data, Options{})
		if err != nil || got.Digest() != want.Digest() {
			t.Fatalf("got %v, %v, want %v", list(nil, got, ""), err, list(nil, want, ""))
		}
		var again tree.Builder // in another order
		names := list(nil, want, "")
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			if bare, dir := strings.CutSuffix(name, "/"); dir {
				_ = again.Dir(bare)
			} else {
				file, _ := want.ReadFile(name)
				_ = again.Put(name, file)
			}
		}
		if !bytes.Equal(written(t, again.Tree()), data) {
			t.Fatalf("%q: got other bytes for the same tree", names)
		}
	}
}

// VF-7: another program reads the same, sorted, at the fixed time, stored.
func TestOthersRead(t *testing.T) {
	var b tree.Builder
	for _, name := range []string{"a.txt", "a/b", "a/empty/x", "größe"} {
		_ = b.Put(name, []byte(name))
	}
	_ = b.Dir("void/inner")
	data := written(t, b.Tree())
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		if f.Method != zip.Store || !f.Modified.Equal(time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)) || f.Mode()&fs.ModeSetuid != 0 || f.NonUTF8 {
			t.Errorf("got %+v", f.FileHeader)
		}
	}
	want := []string{"a.txt", "a/b", "a/empty/x", "größe", "void/inner/"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if sum := tree.Sum(data).String(); sum != "d9a13fb9e423f806e38d7e5006ef7c9175c18aef69c7fa44173ceb4f95335c89" {
		t.Errorf("got the bytes %s: the format may change only together with this test", sum)
	}
}

// Read takes what other programs write.
func TestReadsOthers(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"foo/", "foo/SKILL.md", "foo/größe.txt"} {
		w, err := z.Create(name)
		if err == nil && !strings.HasSuffix(name, "/") {
			_, err = w.Write(long)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := verdict(b.Bytes()), "foo/SKILL.md foo/größe.txt"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// VF-7: more files than a zip counts make a zip64, which Lily and others read.
func TestWriteMany(t *testing.T) {
	for _, n := range []int{most16 - 1, most16, most16 + 5000} {
		want := counted(n)
		data := written(t, want)
		if got, err := Read(data, Options{}); err != nil || got.Digest() != want.Digest() {
			t.Errorf("%d files: got %d, %v", n, got.Files(), err)
		}
		if other, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); err != nil || len(other.File) != n {
			t.Errorf("%d files: another program reads %v", n, err)
		}
		if got := bytes.Contains(data, end64Sign); got != (n >= most16) {
			t.Errorf("%d files: got a zip64 end %t", n, got)
		}
	}
}

// full fails after some bytes.
type full int

var errFull = errors.New("the disk is full")

func (f *full) Write(p []byte) (int, error) {
	if *f -= full(len(p)); *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	of := counted(3)
	size := len(written(t, of))
	for room := range size {
		f := full(room)
		if err := Write(&f, of); !errors.Is(err, errFull) {
			t.Fatalf("with room for %d of %d bytes got %v", room, size, err)
		}
	}
}

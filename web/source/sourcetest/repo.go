// Package sourcetest serves repositories of git on loopback, honest and hostile ones, whose objects may be anything.
//
// It promises the protocol as a small server speaks it, and the objects to the byte as they were put. Only tests import
// it.
//
//	r := &sourcetest.Repo{}
//	r.Commit(r.Tree(sourcetest.File("SKILL.md", r.Blob("text"))))
//	at := sourcetest.Serve(t, r)
package sourcetest

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"
)

// Repo is a repository as it is sent.
type Repo struct {
	Refs  map[string]string // names and objects; "HEAD" is among them
	Spoil func(pack []byte) []byte

	seen map[string]bool
	pack bytes.Buffer
	n    uint32
}

// The types of objects in a pack.
const (
	commit = 1
	folder = 2
	blob   = 3
	tag    = 4
	delta  = 7
)

func (r *Repo) object(kind byte, word string, data []byte) string {
	sum := sha1.Sum(append(fmt.Appendf(nil, "%s %d\x00", word, len(data)), data...))
	id := hex.EncodeToString(sum[:])
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	if !r.seen[id] {
		r.seen[id] = true
		r.Raw(kind, uint64(len(data)), nil, data)
	}
	return id
}

// Raw puts an object with any size that it says.
func (r *Repo) Raw(kind byte, says uint64, base, data []byte) {
	r.n++
	first, rest := kind<<4|byte(says&15), says>>4
	for rest > 0 {
		r.pack.WriteByte(first | 0x80)
		first, rest = byte(rest&0x7f), rest>>7
	}
	r.pack.WriteByte(first)
	r.pack.Write(base)
	z := zlib.NewWriter(&r.pack)
	_, _ = z.Write(data) // to memory
	_ = z.Close()
}

// Delta puts one against an object, which says that it makes so many bytes.
func (r *Repo) Delta(base string, from, makes uint64, ops []byte) {
	data := binary.AppendUvarint(binary.AppendUvarint(nil, from), makes)
	data = append(data, ops...)
	r.Raw(delta, uint64(len(data)), bytesOf(base), data)
}

func bytesOf(id string) []byte {
	raw, err := hex.DecodeString(id)
	if err != nil {
		panic(err)
	}
	return raw
}

// Blob puts a file.
func (r *Repo) Blob(text string) string { return r.object(blob, "blob", []byte(text)) }

// Entry is one of a folder: mode, name, object.
type Entry struct{ Mode, Name, ID string }

// File, Dir, Link and Module are entries.
func File(name, id string) Entry   { return Entry{"100644", name, id} }
func Dir(name, id string) Entry    { return Entry{"40000", name, id} }
func Link(name, id string) Entry   { return Entry{"120000", name, id} }
func Module(name, id string) Entry { return Entry{"160000", name, id} }

// Tree puts a folder with its entries as they are given.
func (r *Repo) Tree(list ...Entry) string {
	var b bytes.Buffer
	for _, e := range list {
		b.WriteString(e.Mode + " " + e.Name + "\x00")
		b.Write(bytesOf(e.ID))
	}
	return r.object(folder, "tree", b.Bytes())
}

// Commit puts a commit of a folder, and lets HEAD and main be it.
func (r *Repo) Commit(tree string) string {
	const by = "A <a@example.com> 1700000000 +0000"
	id := r.object(commit, "commit", []byte("tree "+tree+"\nauthor "+by+"\ncommitter "+by+"\n\nm\n"))
	if r.Refs == nil {
		r.Refs = map[string]string{}
	}
	r.Refs["HEAD"], r.Refs["refs/heads/main"] = id, id
	return id
}

// Tag puts a tag of an object.
func (r *Repo) Tag(of, kind string) string {
	return r.object(tag, "tag", []byte("object "+of+"\ntype "+kind+"\ntag t\ntagger A <a@example.com> 1700000000 +0000\n\nm\n"))
}

// Skills puts a commit of skills, by paths and texts.
func (r *Repo) Skills(files map[string]string) string { return r.Commit(r.folder(files, "")) }

func (r *Repo) folder(files map[string]string, at string) string {
	var list []Entry
	done := map[string]bool{}
	for name, text := range files {
		rest, below := strings.CutPrefix(name, at)
		first, _, deeper := strings.Cut(rest, "/")
		if !below || done[first] {
			continue
		}
		done[first] = true
		if deeper {
			list = append(list, Dir(first, r.folder(files, path.Join(at, first)+"/")))
		} else {
			list = append(list, File(first, r.Blob(text)))
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.key(), b.key()) })
	return r.Tree(list...)
}

// key is the order of git: a folder as if a slash followed.
func (e Entry) key() string {
	if e.Mode == "40000" {
		return e.Name + "/"
	}
	return e.Name
}

// Pack is the whole of it.
func (r *Repo) Pack() []byte {
	b := binary.BigEndian.AppendUint32(append([]byte("PACK"), 0, 0, 0, 2), r.n)
	b = append(b, r.pack.Bytes()...)
	sum := sha1.Sum(b)
	if b = append(b, sum[:]...); r.Spoil != nil {
		b = r.Spoil(b)
	}
	return b
}

func line(text string) string { return fmt.Sprintf("%04x%s", len(text)+4, text) }

// ServeHTTP implements [http.Handler].
func (r *Repo) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	switch {
	case strings.HasSuffix(q.URL.Path, "/info/refs"):
		w.Header().Set("Content-Type", "application/x-git-upload-pack-advertisement")
		fmt.Fprint(w, line("# service=git-upload-pack\n")+"0000")
		names := []string{}
		for name := range r.Refs {
			names = append(names, name)
		}
		slices.Sort(names) // HEAD is before refs
		for i, name := range names {
			more := ""
			if i == 0 {
				more = "\x00ofs-delta agent=test"
			}
			fmt.Fprint(w, line(r.Refs[name]+" "+name+more+"\n"))
		}
		fmt.Fprint(w, "0000")
	case strings.HasSuffix(q.URL.Path, "/git-upload-pack"):
		w.Header().Set("Content-Type", "application/x-git-upload-pack-result")
		fmt.Fprint(w, line("NAK\n"))
		_, _ = w.Write(r.Pack()) // whoever asked may be gone
	default:
		http.NotFound(w, q)
	}
}

// Serve serves it while a test runs, and returns its address.
func Serve(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/repo.git"
}

package aside

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/tree"
)

// Writing that is stopped leaves whole files. What a person has stopped stays aside; what was ended from outside had its
// yes, and the next start goes on with it.
func TestWritingIsStopped(t *testing.T) {
	for _, tt := range []struct {
		name        string
		cause       error
		says, later string
		disk        string
	}{
		{"by the person", nil, "stopped; not written: M b, M c", "kept aside from earlier sessions here: 2 changed files (M b, M c)", "a=2 b=1 c=1"},
		{"from outside", errors.New("a signal"), "writes the rest: M b, M c", "wrote 2 changed files to ", "a=2 b=2 c=2"},
	} {
		for _, way := range []string{"/write", "the last question"} {
			dir, home := folder(t, "a=1", "b=1", "c=1")
			r := begin(t, dir, home, Flags{})
			for _, name := range []string{"a", "b", "c"} {
				r.writes(name, "2")
			}
			ctx, stop := context.WithCancelCause(t.Context())
			r.a.Far = func(done, of int) {
				if done != 1 || of != 3 {
					t.Errorf("got %d of %d", done, of)
				}
				stop(tt.cause)
			}
			ask := func(context.Context, string) (string, error) { return "y", nil }
			if way == "/write" {
				ask = nil
				if err := r.a.Words(func() tree.Tree { return r.now }).Write(ctx, r.said, ""); err != nil {
					t.Error(err)
				}
			}
			if err := r.a.End(ctx, r.now, ask); err != nil {
				t.Error(err)
			}
			r.saying(tt.says)
			if got := strings.Contains(r.said.String(), "lily session --restore --write in "); got != (tt.cause == nil) {
				t.Errorf("%s, %s: got %s", tt.name, way, r.said)
			}
			holds(t, dir, "a=2 b=1 c=1")
			r.a.Close()
			r.p.Close()
			next := begin(t, dir, home, Flags{})
			next.saying(tt.later)
			holds(t, dir, tt.disk)
			next.ends()
		}
	}
}

// A person is told what is kept, where, and how to get it back; where the journal does not have it, that it is lost.
func TestSaysHowToGetItBack(t *testing.T) {
	dir, home := folder(t, "a=1")
	r := begin(t, dir, home, Flags{}, "s7")
	r.a.Lasts = true
	r.writes("a", "2")
	r.ends("n")
	r.saying("lily: not written: M a; they are kept aside: lily session --restore --write in " + r.p.Dir() + " writes them, " +
		"lily session --resume s7 goes on with them, --discard forgets them. The journal is in " + home + "\n")
	dir, _ = folder(t, "a=1")
	r = begin(t, dir, dir+"/a", Flags{}) // a file is no folder for a journal
	r.writes("a", "2")
	r.ends("n", "")
	r.saying("they cannot be left aside, since there is no journal: y writes them, x throws them away",
		"lily: not written, and not in the journal, so that it is lost: M a\n")
	dir, _ = folder(t, "a=1")
	r = begin(t, dir, dir+"/a", Flags{})
	r.writes("a", "2")
	r.ends("n", "y")
	holds(t, dir, "a=2")
}

// A folder whose name has a line's end begins no line of its own, wherever it is named.
func TestFolderEndsNoLine(t *testing.T) {
	dir, home := folder(t, "a=1", "b=1", "sub\nlily: all is well/a=1", "sub\nlily: all is well/b=1")
	dir += "/sub\nlily: all is well"
	r := begin(t, dir, home, Flags{})
	r.writes("a", "2")
	r.writes("b", "2")
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	elsewhere, _ := folder(t, "sub\nlily: all is well/b=1")
	r.a.Lies = func(path string) string {
		if filepath.Base(path) == "b" {
			return elsewhere + "/sub\nlily: all is well/b"
		}
		return ""
	}
	asked := ""
	err := r.a.End(t.Context(), r.now, func(_ context.Context, q string) (string, error) { asked += q; return "y", nil })
	if all := asked + r.said.String(); err != nil || strings.Contains(all, "\nlily: all is well") || strings.Count(all, "«U+000A»lily: all is well") < 4 {
		t.Errorf("got %v, %s", err, all)
	}
	r.a.Close()
	r.p.Close()
}

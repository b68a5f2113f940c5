package source_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"lily/web/source"
	"lily/web/source/sourcetest"
)

const good = "---\nname: pdf\ndescription: Makes notes. Use when notes are asked for.\n---\nDo it.\n"

// fetched gets a source as it was typed.
func fetched(t *testing.T, text string) (source.Got, error) {
	t.Helper()
	s, err := source.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return source.Get(t.Context(), s)
}

// beside is a repository with an honest skill and one odd entry in it.
func beside(odd func(r *sourcetest.Repo) sourcetest.Entry) *sourcetest.Repo {
	r := &sourcetest.Repo{}
	skill := r.Tree(sourcetest.File("SKILL.md", r.Blob(good)), odd(r))
	r.Commit(r.Tree(sourcetest.Dir("pdf", skill)))
	return r
}

func named(name string) func() http.Handler {
	return func() http.Handler {
		return beside(func(r *sourcetest.Repo) sourcetest.Entry { return sourcetest.File(name, r.Blob("x")) })
	}
}

func within(name string) func() http.Handler {
	return func() http.Handler {
		return beside(func(r *sourcetest.Repo) sourcetest.Entry {
			hooks := r.Tree(sourcetest.File("post-checkout", r.Blob("#!/bin/sh\ntouch /tmp/owned\n")))
			return sourcetest.Dir(name, r.Tree(sourcetest.Dir("hooks", hooks)))
		})
	}
}

func linked(to string) func() http.Handler {
	return func() http.Handler {
		return beside(func(r *sourcetest.Repo) sourcetest.Entry { return sourcetest.Link("link", r.Blob(to)) })
	}
}

func spoiled(how func(pack []byte) []byte) func() http.Handler {
	return func() http.Handler {
		r := &sourcetest.Repo{Spoil: how}
		r.Skills(map[string]string{"pdf/SKILL.md": good})
		return r
	}
}

func raw(put func(r *sourcetest.Repo)) func() http.Handler {
	return func() http.Handler {
		r := &sourcetest.Repo{}
		r.Skills(map[string]string{"pdf/SKILL.md": good})
		put(r)
		return r
	}
}

func answers(h http.HandlerFunc) func() http.Handler { return func() http.Handler { return h } }

// hostile are repositories of which nothing may be taken, with a word of the reason.
var hostile = []struct {
	name, why string
	repo      func() http.Handler
}{
	{"a link to a file of the machine", "outside of the repository", linked("/etc/passwd")},
	{"a link out", "outside of the repository", linked("../../x")},
	{"a link out by a detour", "outside of the repository", linked("a/../../../x")},
	{"a link with backslashes", "outside of the repository", linked(`..\..\x`)},
	{"a link of a megabyte", "want at most", linked(strings.Repeat("a/", 1<<19))},
	{"a submodule", "another repository", func() http.Handler {
		return beside(func(*sourcetest.Repo) sourcetest.Entry { return sourcetest.Module("sub", strings.Repeat("ab", 20)) })
	}},
	{"git's folder with hooks", "git's own", within(".git")},
	{"the same in capitals", "git's own", within(".GIT")},
	{"the same with a letter that shows nothing", "git's own", within(".g\u200cit")},
	{"the same with a dot and a blank", "git's own", within(".git. ")},
	{"the same by its short name", "git's own", within("GIT~1")},
	{"the same as a stream", "git's own", within(".git::$INDEX_ALLOCATION")},
	{"a name of two dots", "no name", named("..")},
	{"a name of one dot", "no name", named(".")},
	{"a name with a slash", "no name", named("../../x")},
	{"a name with a backslash", "no name", named(`..\x`)},
	{"no name", "", named("")},
	{"names that differ in case", "on many disks", func() http.Handler {
		return beside(func(r *sourcetest.Repo) sourcetest.Entry { return sourcetest.File("skill.md", r.Blob("x")) })
	}},
	{"a name twice", "on many disks", named("SKILL.md")},
	{"a device", "", func() http.Handler {
		return beside(func(r *sourcetest.Repo) sourcetest.Entry {
			return sourcetest.Entry{Mode: "60000", Name: "sda", ID: r.Blob("x")}
		})
	}},
	{"a file that is too big", "want at most", func() http.Handler {
		return beside(func(r *sourcetest.Repo) sourcetest.Entry {
			return sourcetest.File("big", r.Blob(strings.Repeat("x", 17<<20)))
		})
	}},
	{"a bomb of folders", "want at most", func() http.Handler {
		r := &sourcetest.Repo{}
		at := r.Tree(sourcetest.File("SKILL.md", r.Blob(good)))
		for range 12 {
			var list []sourcetest.Entry
			for i := range 10 {
				list = append(list, sourcetest.Dir(fmt.Sprint("d", i), at))
			}
			at = r.Tree(list...)
		}
		r.Commit(at)
		return r
	}},
	{"a folder in a folder, ten thousand times", "want at most", func() http.Handler {
		r := &sourcetest.Repo{}
		at := r.Tree(sourcetest.File("SKILL.md", r.Blob(good)))
		for range 10_000 {
			at = r.Tree(sourcetest.Dir("d", at))
		}
		r.Commit(at)
		return r
	}},
	{"too many files", "want at most", func() http.Handler {
		r := &sourcetest.Repo{}
		var list []sourcetest.Entry
		for i := range 60_000 {
			list = append(list, sourcetest.File(fmt.Sprintf("%05d.md", i), r.Blob("x")))
		}
		r.Commit(r.Tree(list...))
		return r
	}},
	{"an object that says a terabyte", "at most", raw(func(r *sourcetest.Repo) { r.Raw(3, 1<<40, nil, []byte("x")) })},
	{"an object that inflates to more than it says", "", raw(func(r *sourcetest.Repo) {
		r.Raw(3, 10, nil, make([]byte, 100<<20))
	})},
	{"a hundred objects of 60 MB from nothing", "more than", raw(func(r *sourcetest.Repo) {
		for range 12 {
			r.Raw(3, 60<<20, nil, make([]byte, 60<<20))
		}
	})},
	{"a delta that makes a gigabyte", "at most", raw(func(r *sourcetest.Repo) {
		r.Delta(r.Blob("base"), 4, 1<<30, bytes.Repeat([]byte{0x90, 4}, 100))
	})},
	{"a delta of nothing that is there", "", raw(func(r *sourcetest.Repo) {
		r.Delta(strings.Repeat("cd", 20), 4, 4, []byte{0x90, 4})
	})},
	{"a pack that ends early", "", spoiled(func(p []byte) []byte { return p[:len(p)/2] })},
	{"a pack with another sum", "", spoiled(func(p []byte) []byte { p[len(p)-1] ^= 1; return p })},
	{"a pack that says a billion objects", "objects", spoiled(func(p []byte) []byte { copy(p[8:], "\x3f\xff\xff\xff"); return p })},
	{"no pack", "", spoiled(func([]byte) []byte { return nil })},
	{"a file that is not there", "cannot be read", func() http.Handler {
		r := &sourcetest.Repo{}
		r.Commit(r.Tree(sourcetest.File("SKILL.md", strings.Repeat("ab", 20))))
		return r
	}},
	{"a commit of a file", "", func() http.Handler {
		r := &sourcetest.Repo{}
		r.Commit(r.Blob("x"))
		return r
	}},
	{"a name of a branch that leads out", "no name", raw(func(r *sourcetest.Repo) {
		r.Refs["refs/heads/../../../x"] = r.Refs["HEAD"]
	})},
	{"a name of a branch that moves the cursor", "", raw(func(r *sourcetest.Repo) {
		r.Refs["refs/heads/\x1b[2Jx"] = r.Refs["HEAD"]
	})},
	{"tags of tags without an end", "commit", func() http.Handler {
		r := &sourcetest.Repo{}
		at := r.Tag(r.Skills(map[string]string{"pdf/SKILL.md": good}), "commit")
		for range 20 {
			at = r.Tag(at, "tag")
		}
		r.Refs = map[string]string{"HEAD": at}
		return r
	}},
	{"no commit", "", func() http.Handler { return &sourcetest.Repo{} }},
	{"a page in place of a repository", "", answers(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>Log in</html>") })},
	{"a fault", "", answers(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", 500) })},
	{"a redirect to the metadata of a cloud", "another host", answers(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://169.254.169.254/latest/info/refs", http.StatusFound)
	})},
	{"a redirect to another port of this machine", "another host", answers(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.1:1/x/info/refs", http.StatusFound)
	})},
	{"a redirect to a file", "", answers(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
	})},
	{"redirects without an end", "", answers(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/x"+r.URL.Path+"?"+r.URL.RawQuery, http.StatusFound)
	})},
}

// A hostile repository is refused whole, as an archive is, and costs a bounded time.
func TestHostile(t *testing.T) {
	if len(hostile) < 25 {
		t.Fatalf("got %d repositories, want 25", len(hostile))
	}
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			got, err := fetched(t, sourcetest.Serve(t, h.repo()))
			if err == nil {
				whole, fault := got.Drop.Whole()
				if fault == nil {
					t.Fatalf("got %d skills, want none", len(whole))
				}
				err = fault
			}
			if !strings.Contains(err.Error(), h.why) {
				t.Errorf("got %q, want a word of %q", err, h.why)
			}
		})
	}
}

// The honest one beside them comes in, with what it has, and a link in it as what it leads to.
func TestHonest(t *testing.T) {
	r := beside(func(r *sourcetest.Repo) sourcetest.Entry { return sourcetest.Link("link.md", r.Blob("SKILL.md")) })
	main := r.Refs["HEAD"]
	r.Refs["refs/tags/v1"] = r.Tag(main, "commit")
	r.Refs["refs/heads/feature/x"] = main
	at := sourcetest.Serve(t, r)
	for _, text := range []string{at, at + "@main", at + "@v1", at + "@feature/x#pdf", at + "#pdf@main", "git+" + at, at + "@" + main} {
		got, err := fetched(t, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		list, err := got.Drop.Whole()
		if err != nil || len(list) != 1 || list[0].Name != "pdf" || list[0].Files != 2 || got.Commit != main {
			t.Errorf("%s: got %v, %v at %s, want pdf with 2 files at %s", text, list, err, got.Commit, main)
		}
	}
	for _, text := range []string{at + "@nothing", at + "#nothing", at + "@" + strings.Repeat("ab", 20)} {
		if _, err := fetched(t, text); err == nil {
			t.Errorf("%s: got it, want an error", text)
		}
	}
}

// A server that never ends is left when the time is over.
func TestEndless(t *testing.T) {
	hang := make(chan struct{})
	at := sourcetest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}))
	defer close(hang)
	s, err := source.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := source.Get(ctx, s); err == nil {
		t.Errorf("got something of a server that answers nothing")
	}
}

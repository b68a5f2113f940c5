package tree

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// disk is a filesystem of lines such as "a/x -> ../b", "a/f = text", "a/d/" and "p |", a pipe.
func disk(lines string) fstest.MapFS {
	m := fstest.MapFS{}
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if at, to, ok := strings.Cut(line, " -> "); ok {
			m[at] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte(to)}
		} else if at, data, ok := strings.Cut(line, " = "); ok {
			m[at] = &fstest.MapFile{Data: []byte(data)}
		} else if at, ok := strings.CutSuffix(line, " |"); ok {
			m[at] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
		} else if at, ok := strings.CutSuffix(line, "/"); ok {
			m[at] = &fstest.MapFile{Mode: fs.ModeDir}
		}
	}
	return m
}

// VF-8: a link to what lies inside is read as that; no other is followed, and each of
// those is named with its code.
func TestLinks(t *testing.T) {
	for _, tt := range []struct{ name, has, want, codes string }{
		{"a file beside it", "a/f = 1\na/l -> f", "a/f=1 a/l=1", ""},
		{"a file elsewhere", "a/f = 1\nb/l -> ../a/f", "a/f=1 b/l=1", ""},
		{"a folder", "s/f = 1\na/l -> ../s", "a/l/f=1 s/f=1", ""},
		{"a skill that is another", "a/SKILL.md = 1\nb -> a", "a/SKILL.md=1 b/SKILL.md=1", ""},
		{"a SKILL.md", "s/x = 1\na/SKILL.md -> ../s/x", "a/SKILL.md=1 s/x=1", ""},
		{"an empty folder", "d/\nl -> d\nl2 -> d/.", "", ""},
		{"odd texts", "a/f = 1\na/l -> .//../a/./f\nb -> a/", "a/f=1 a/l=1 b/f=1 b/l=1", ""},
		{"a chain", "f = 1\na -> b\nb -> c\nc -> f", "a=1 b=1 c=1 f=1", ""},
		{"a chain through folders", "s/d/f = 1\nx -> s\ny -> x/d\nz -> y/f", "s/d/f=1 x/d/f=1 y/f=1 z=1", ""},
		{"up from where a link leads", "s/d/e/f = 1\ns/g = 2\nl -> s/d\nm -> l/../g", "l/e/f=1 m=2 s/d/e/f=1 s/g=2", ""},
		{"a link in what is linked", "a/f = 1\na/l -> f\nb -> a\nc -> b", "a/f=1 a/l=1 b/f=1 b/l=1 c/f=1 c/l=1", ""},

		{"outside", "a/l -> ../../secret", "", "link_leaves_root a/l"},
		{"far outside", "l -> ../../../../../../etc/passwd", "", "link_leaves_root l"},
		{"absolute", "a/l -> /etc/passwd", "", "link_leaves_root a/l"},
		{"absolute on Windows", `a/l -> C:\me\x` + "\nb -> c:/x\nc: = 1\nd -> c:", "c:=1 d=1", `link_leaves_root a/l, link_leaves_root b`},
		{"out and in by a name", "a/f = 1\nb/l -> ../../skills/a/f", "a/f=1", "link_leaves_root b/l"},
		{"through one that leaves", "a -> ../x\nb -> a/y\nc -> b", "", "link_leaves_root a, link_leaves_root b, link_leaves_root c"},

		{"dangling", "a/l -> nothing\nb -> a/no/../../f\nf = 1", "f=1", "link_dangling a/l, link_dangling b"},
		{"below a file", "f = 1\nl -> f/x\nm -> f/..\nn -> f/\no -> f/.", "f=1", "link_dangling l, link_dangling m, link_dangling n, link_dangling o"},
		{"a name in another case", "Shared/f = 1\nl -> shared", "Shared/f=1", "link_dangling l"},
		{"a pipe", "p |\nl -> p", "", "link_dangling l, not_a_file p"},
		{"through a pipe", "p |\nl -> p/x", "", "link_dangling l, not_a_file p"},

		{"itself", "l -> l\nm -> ./m/x", "", "link_loop l, link_loop m"},
		{"the folder that it is in", "a/f = 1\na/l -> .", "a/f=1", "link_loop a/l"},
		{"the top", "f = 1\nl -> .\na/m -> ..", "f=1", "link_loop a/m, link_loop l"},
		{"each other", "a -> b\nb -> a\nc -> a", "", "link_loop a, link_loop b, link_loop c"},
		{"folders in each other", "a/f = 1\na/x -> ../b\nb/g = 2\nb/y -> ../a", "a/f=1 b/g=2", "link_loop a/x, link_loop b/y"},
		{"three in a ring", "a/x -> ../b\nb/x -> ../c\nc/d/x -> ../../a\nc/f = 1", "c/f=1", "link_loop a/x, link_loop b/x, link_loop c/d/x"},
		{"into a ring", "a/x -> ../b\nb/x -> ../a\nb/f = 1\nl -> a", "b/f=1", "link_loop a/x, link_loop b/x"},
		{"a loop costs no other link", "a/f = 1\na/top -> ..\nb/l -> ../a\nc -> a/top/a/f", "a/f=1 b/l/f=1 c=1", "link_loop a/top"},
	} {
		got, skips, err := read(disk(tt.has), ".", Limits{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := line(contents(got)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if got := codes(skips); got != tt.codes {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.codes)
		}
	}
}

// VF-8: with the place of the folder known, an absolute path into it lies inside, and so
// does one that goes out and comes back; one that only begins like it does not.
func TestLinksByPlace(t *testing.T) {
	from := disk(`a/f = 1
		in -> /real/srv/skills/a
		named -> /srv/skills/./a/f
		back -> ../../srv/skills/a/f
		high -> ../../../../../../real/srv/skills/a/f
		around -> /real/x/../srv/skills/a
		top -> /srv/skills
		more -> /srv/skills2/a
		less -> /srv
		other -> /other/srv/skills/a`)
	got, skips, err := Folder{From: from, Dir: ".", Places: []string{"/real/srv/skills", "/srv/skills"}}.Read()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := line(contents(got)), "a/f=1 around/f=1 back=1 high=1 in/f=1 named=1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := codes(skips), "link_leaves_root less, link_leaves_root more, link_leaves_root other, link_loop top"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	top, skips, err := Folder{From: disk("a = 1\nl -> /a\nm -> ../../a"), Dir: ".", Places: []string{"/"}}.Read()
	if got := line(contents(top)); err != nil || got != "a=1 l=1 m=1" || len(skips) > 0 {
		t.Errorf("got %q, %v, %v, want all of the disk's top", got, skips, err)
	}
}

// VF-8: both paths are told, in letters that do nothing to a terminal.
func TestLinksAreTold(t *testing.T) {
	_, skips, err := read(disk("a/l -> ../../\x1b[2Jsecret\nb -> a/l\nc -> no\np |\nq -> p\nr -> .\ns/t -> ../"+strings.Repeat("é", 400)), ".", Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range skips[1:] {
		got = append(got, s.Message)
	}
	want := []string{
		`The link "a/l" leads to "../../\x1b[2Jsecret", which is outside of the folder that is read; it is not followed.`,
		`The link "b" leads to "a/l", and so by "a/l" to "../../\x1b[2Jsecret", which is outside of the folder that is read; it is not followed.`,
		`The link "c" leads to "no", where there is nothing; it is not followed.`,
		`The link "q" leads to "p", which did not come along either; it is not followed.`,
		`The link "r" leads to ".", and by that to itself; it is not followed.`,
		`The link "s/t" leads to "../` + strings.Repeat(`\u00e9`, 98) + `\u2026", where there is nothing; it is not followed.`,
	}
	if got, want := strings.Join(got, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// diamond is n folders, each with two links to the next.
func diamond(n int, leaf string) fstest.MapFS {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "d%03d/x -> ../d%03d\nd%03d/y -> ../d%03d\n", i, i+1, i, i+1)
	}
	return disk(b.String() + fmt.Sprintf("d%03d/%s", n, leaf))
}

// VF-6, VF-8: what links bring counts, however little there is of it on the disk, and
// costs no other file; a link beyond is named.
func TestLinksCount(t *testing.T) {
	for _, tt := range []struct {
		name   string
		from   fstest.MapFS
		limits Limits
	}{
		{"files", diamond(200, "f = 1"), Limits{Files: 5000}},
		{"folders", diamond(200, "e/"), Limits{Files: 5000}},
		{"bytes", diamond(12, "f = "+strings.Repeat("x", 1000)), Limits{Bytes: 100_000}},
		{"no limit", diamond(200, "f = 1"), Limits{}},
	} {
		got, skips, err := read(tt.from, ".", tt.limits)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if most := tt.limits.Files; most > 0 && got.Files() > most {
			t.Errorf("%s: got %d files, want at most %d", tt.name, got.Files(), most)
		}
		if most := tt.limits.Bytes; most > 0 && got.Bytes() > most {
			t.Errorf("%s: got %d bytes, want at most %d", tt.name, got.Bytes(), most)
		}
		if len(skips) == 0 || strings.Trim(strings.Join(strings.Fields(codes(skips)), " "), " ") == "" || skips[0].Code != LinkTooMuch {
			t.Errorf("%s: got %v, want links that are too much", tt.name, skips)
		}
		again, twice, _ := read(tt.from, ".", tt.limits)
		if !got.Equal(again) || codes(skips) != codes(twice) {
			t.Errorf("%s: got another tree the second time", tt.name)
		}
		for path := range got.Walk() {
			if err := Check(path); err != nil {
				t.Errorf("%s: %v", tt.name, err)
				break
			}
		}
	}
}

// VF-3, VF-8: links make no path longer or deeper than may be.
func TestLinksDepth(t *testing.T) {
	name := strings.Repeat("n", 200)
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "%d/%s -> ../%d\n", i, name, i+1)
	}
	from := disk(b.String() + "50/f = 1")
	for _, limits := range []Limits{{}, {Depth: 5}} {
		got, skips, err := read(from, ".", limits)
		if err != nil || len(skips) == 0 || skips[0].Code != LinkTooMuch {
			t.Fatalf("got %v, %v, want links that are too much", skips, err)
		}
		for path := range got.Walk() {
			if depth := strings.Count(path, "/") + 1; Check(path) != nil || limits.Depth > 0 && depth > limits.Depth {
				t.Errorf("got a path of %d bytes and %d parts", len(path), depth)
			}
		}
	}
	if _, _, err := read(disk("a -> b\nc -> b\nb = 1"), ".", Limits{Files: 2}); codeOf(err) != "too_many_files" {
		t.Errorf("got %v, want links to count as files do", err)
	}
}

// VF-8: links strung together take no stack and little time, however many there are; one
// goes through at most as many others as on a disk.
func TestLinksMany(t *testing.T) {
	const n = 20_000
	var files, folders, through Builder
	for i := range n {
		for b, at := range map[*Builder][2]string{
			&files: {"l%d", "l%d"}, &folders: {"d%d/x", "../d%d"}, &through: {"d%d/x", "../d%d/x/x"},
		} {
			if err := b.Link(fmt.Sprintf(at[0], i), fmt.Sprintf(at[1], i+1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = files.Put(fmt.Sprintf("l%d", n), nil)
	_ = folders.Put(fmt.Sprintf("d%d/f", n), nil)
	_ = through.Put(fmt.Sprintf("d%d/x/x/x", n), nil)
	skips := files.Follow(nil, nil)
	if got := files.Tree().Files(); got != mostHops+1 || len(skips) != n-mostHops || !strings.Contains(skips[0].Message, "more links than a system follows") {
		t.Errorf("got %d files, %d skips, want %d links followed", got, len(skips), mostHops)
	}
	folders.Follow(nil, nil)
	through.Follow(nil, nil)
	_ = folders.Tree()
}

// VF-8: what becomes something else while it is read is not taken for what it was.
func TestReadSwapped(t *testing.T) {
	tr, skips, err := read(swapped{disk("a = 1\nb -> a")}, ".", Limits{})
	if err != nil || tr.Files() != 0 || codes(skips) != "link_dangling b, not_a_file a" {
		t.Errorf("got %v, %q, %v", contents(tr), codes(skips), err)
	}
	if _, skips, err = read(struct{ fs.FS }{disk("b -> a")}, ".", Limits{}); err != nil || codes(skips) != "unreadable b" {
		t.Errorf("got %q, %v, want a link that cannot be read", codes(skips), err)
	}
	if _, _, err = read(grown{disk("a = 1")}, ".", Limits{File: 1 << 20}); codeOf(err) != "file_too_big" {
		t.Errorf("got %v, want an end to a file without one", err)
	}
}

// swapped has a pipe where a file was listed.
type swapped struct{ fstest.MapFS }

func (s swapped) Open(name string) (fs.File, error) {
	if name == "a" {
		return disk("a |").Open("a")
	}
	return s.MapFS.Open(name)
}

// grown has a file that says it is small and never ends.
type grown struct{ fstest.MapFS }

func (g grown) Open(name string) (fs.File, error) {
	f, err := g.MapFS.Open(name)
	if name != "a" {
		return f, err
	}
	return endless{f}, err
}

type endless struct{ fs.File }

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// VF-3: what is put where a link is, or a link where something is, is refused.
func TestLinkTaken(t *testing.T) {
	for _, steps := range [][]string{{"l a", "p a"}, {"l a", "p a/b"}, {"l a", "d a/b"}, {"p a", "l a"}, {"p a/b", "l a"}, {"l a", "l a"}, {"p ok", "l ../x"}} {
		var b Builder
		var err error
		for _, s := range steps {
			switch at := s[2:]; s[0] {
			case 'l':
				err = b.Link(at, "x")
			case 'p':
				err = b.Put(at, nil)
			default:
				err = b.Dir(at)
			}
		}
		if p := new(PathError); !errors.As(err, &p) {
			t.Errorf("%q: got %v, want a refusal", steps, err)
		}
	}
}

package archive

import (
	"slices"
	"strings"
	"testing"

	"lily/core/tree"
)

func linkTo(name, target string) forged {
	return forged{name: name, data: []byte(target), attributes: (modeLink | 0o777) << 16}
}

// VF-8: in an archive a link to what is in it is read as that; every other one is named
// and not followed, and the rest comes along. Without anybody to tell, a link refuses all.
func TestLinks(t *testing.T) {
	packed := linkTo("a/packed", "f")
	packed.method = deflate
	for _, tt := range []struct {
		name    string
		entries []forged
		want    string // files, then links that are not followed
	}{
		{"a file", []forged{linkTo("a/l", "f"), text("a/f", "1")}, "a/f a/l |"},
		{"packed", []forged{packed, text("a/f", "1")}, "a/f a/packed |"},
		{"a folder", []forged{text("s/f", "1"), linkTo("a/l", "../s")}, "a/l/f s/f |"},
		{"outside", []forged{text("a/f", "1"), linkTo("a/l", "../../x"), linkTo("a/m", "/etc/passwd")}, "a/f | link_leaves_root a/l link_leaves_root a/m"},
		{"dangling", []forged{text("a/f", "1"), linkTo("a/l", "x"), linkTo("e", "")}, "a/f | link_dangling a/l link_dangling e"},
		{"loops", []forged{text("a/f", "1"), linkTo("a/l", "."), linkTo("b", "c"), linkTo("c", "b")}, "a/f | link_loop a/l link_loop b link_loop c"},
		{"long", []forged{linkTo("l", strings.Repeat("x/../", 2000)+"f"), text("f", "")}, "f | link_dangling l"},
		{"something in a link", []forged{linkTo("a", "b"), text("a/f", "1"), text("b/g", "")}, "name_twice a/f"},
		{"a link in the place of a folder", []forged{text("a/f", "1"), linkTo("a", "b")}, "name_twice a"},
		{"a link that says it is a folder", []forged{linkTo("a/", "")}, "zip_differs a/"},
		{"something that is left out", []forged{text(".git/x", "1"), linkTo("l", ".git/x")}, " | link_dangling l"},
	} {
		var links []string
		o := Options{Limits: limits, Links: func(s tree.Skip) { links = append(links, s.Code+" "+s.Path) }, Skip: func(name string) bool { return strings.HasPrefix(name, ".git") }}
		got, err := Read(zipped(tt.entries...), o)
		said := strings.TrimRight(strings.Join(list(nil, got, ""), " ")+" | "+strings.Join(links, " "), " ")
		if e, ok := err.(*Error); ok {
			said = e.Code + " " + e.Name
		} else if err != nil {
			said = err.Error()
		}
		if said != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, said, tt.want)
		}
		refused := verdict(zipped(tt.entries...))
		if i := slices.IndexFunc(tt.entries, func(f forged) bool { return f.attributes != 0 }); !strings.HasPrefix(refused, "link "+tt.entries[i].name) && !strings.HasPrefix(refused, "name_twice") {
			t.Errorf("%s: got %q, want a refusal where nobody is told", tt.name, refused)
		}
	}
}

// VF-6, VF-8: what links bring counts against the limits.
func TestLinksCount(t *testing.T) {
	entries := []forged{text("d8/f", strings.Repeat("x", 1<<20))}
	for i := range 8 {
		entries = append(entries, linkTo(string(rune('a'+i))+"/l", "../d8"), linkTo("d"+string(rune('0'+i))+"/x", "../d"+string(rune('1'+i))), linkTo("d"+string(rune('0'+i))+"/y", "../d"+string(rune('1'+i))))
	}
	links := 0
	got, err := Read(zipped(entries...), Options{Limits: limits, Links: func(s tree.Skip) {
		if s.Code == tree.LinkTooMuch {
			links++
		}
	}})
	if err != nil || links == 0 || got.Bytes() > limits.Bytes || got.Files() > limits.Files {
		t.Errorf("got %d files, %d bytes, %d links left, %v", got.Files(), got.Bytes(), links, err)
	}
}

// VF-7: names that differ in case alone are taken from what Lily wrote, where asked for.
func TestCased(t *testing.T) {
	data := zipped(text("a/README", "1"), text("a/readme", "2"), text("A/x", "3"))
	if got := verdict(data); !strings.HasPrefix(got, "name_case ") {
		t.Errorf("got %q, want a refusal", got)
	}
	if got, err := Read(data, Options{Cased: true}); err != nil || got.Files() != 3 {
		t.Errorf("got %d files, %v, want 3", got.Files(), err)
	}
	if _, err := Read(zipped(text("a", "1"), text("a", "2")), Options{Cased: true}); err == nil {
		t.Error("got two files of one name")
	}
}

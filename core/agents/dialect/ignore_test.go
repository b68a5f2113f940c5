package dialect

import "testing"

func TestIgnore(t *testing.T) {
	g := Ignore{}
	g.Add(".", "# aside\n\n*.log\r\n/top\nfolder/\na/**/z\n!keep.log\n\\#odd\n")
	g.Add("sub", "/own\nany\n")
	for _, tt := range []struct {
		at     string
		folder bool
		want   bool
	}{
		{"x.log", false, true},
		{"a/x.log", false, true},
		{"keep.log", false, false},
		{"top", true, true},
		{"a/top", true, false},
		{"folder", false, false},
		{"folder", true, true},
		{"b/folder", true, true},
		{"a/z", false, true},
		{"a/b/c/z", false, true},
		{"a/b/c", false, false},
		{"#odd", false, true},
		{"# aside", false, false},
		{"sub/own", false, true},
		{"sub/x/own", false, false},
		{"own", false, false},
		{"sub/x/any", false, true},
		{"any", false, false},
	} {
		if got := g.Ignores(tt.at, tt.folder); got != tt.want {
			t.Errorf("%s, folder %t: got %t, want %t", tt.at, tt.folder, got, tt.want)
		}
	}
}

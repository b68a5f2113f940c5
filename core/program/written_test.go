package program

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"lily/core/tree"
)

// TS-5, VF-6: exactly the bound is kept; one more file, byte or folder is not, and
// the error says which bound it was.
func TestFits(t *testing.T) {
	big := make([]byte, Written.File)
	deep := func(n int) string { return "workspace" + strings.Repeat("/d", n-1) }
	for _, tt := range []struct {
		name  string
		files func(put func(path string, data []byte))
		want  string
	}{
		{"nothing", func(func(string, []byte)) {}, ""},
		{"files", func(put func(string, []byte)) { many(put, Written.Files) }, ""},
		{"a file more", func(put func(string, []byte)) { many(put, Written.Files+1) }, "too_many_files"},
		{"a file", func(put func(string, []byte)) { put("workspace/a", big) }, ""},
		{"a byte more in it", func(put func(string, []byte)) { put("workspace/a", append(big, 1)) }, "file_too_big"},
		{"bytes", func(put func(string, []byte)) { fill(put, big, 0) }, ""},
		{"a byte more in all", func(put func(string, []byte)) { fill(put, big, 1) }, "too_many_bytes"},
		{"folders", func(put func(string, []byte)) { put(deep(Written.Depth), nil) }, ""},
		{"a folder more", func(put func(string, []byte)) { put(deep(Written.Depth+1), nil) }, "too_deep"},
	} {
		var b tree.Builder
		tt.files(func(path string, data []byte) {
			if err := b.Put(path, data); err != nil {
				t.Fatal(err)
			}
		})
		err := Fits(b.Tree(), tree.Diff(tree.Tree{}, b.Tree()))
		var limit *tree.LimitError
		if code := ""; errors.As(err, &limit) {
			if code = limit.Code; code != tt.want || limit.Got != limit.Most+1 {
				t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
			}
		} else if tt.want != "" {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
		if err := Fits(tree.Tree{}, tree.Diff(b.Tree(), tree.Tree{})); err != nil {
			t.Errorf("%s, removed: got %v", tt.name, err)
		}
	}
}

func many(put func(string, []byte), n int) {
	for i := range n {
		put(fmt.Sprintf("workspace/f%d", i), nil)
	}
}

// fill puts as many bytes as may be kept in all, and some more.
func fill(put func(string, []byte), big []byte, more int) {
	for i := range Written.Bytes / Written.File {
		put(fmt.Sprintf("workspace/f%d", i), big)
	}
	put("workspace/g", make([]byte, more))
}

// Command module gives the module another path: in go.mod, in imports, and wherever a text
// of the tree names a package by its path, such as a document or a table of a test.
//
// It promises that nothing else changes, and that nothing changes at all where the path is
// none. It does not look into what git would not keep: bin and static/dist.
//
//	go run ./web/module example.com/x/lily
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "module: want the new path, such as example.com/x/lily")
		os.Exit(2)
	}
	if err := rename(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "module:", err)
		os.Exit(1)
	}
}

var (
	// good is a path that go can fetch (Go Modules Reference, Module paths).
	good    = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9]([A-Za-z0-9._~-]*[A-Za-z0-9])?)+$`)
	current = regexp.MustCompile(`(?m)^module (\S+)$`)
)

func rename(dir, to string) error {
	if !good.MatchString(to) {
		return fmt.Errorf("%q is no path that go can fetch; want one such as example.com/x/lily", to)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	found := current.FindSubmatch(mod)
	if found == nil {
		return fmt.Errorf("go.mod: got no line with module and a path")
	}
	named, err := packages(dir, string(found[1]))
	if err != nil {
		return err
	}
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == ".git" || e.Name() == "bin" || e.Name() == "dist"):
			return fs.SkipDir
		case !e.Type().IsRegular():
			return nil
		}
		return rewrite(path, func(text []byte) []byte {
			if e.Name() == "go.mod" {
				text = current.ReplaceAll(text, []byte("module "+to))
			}
			return named.ReplaceAll(text, []byte("${1}"+to+"/${2}"))
		})
	})
}

// packages finds the path of a package of the module: before a folder of the module, or as a
// beginning in quotes, and not as a part of another path.
func packages(dir, path string) (*regexp.Regexp, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() && e.Name()[0] != '.' {
			folders = append(folders, regexp.QuoteMeta(e.Name()))
		}
	}
	within := `/((?:` + strings.Join(folders, "|") + `)\b|")`
	return regexp.Compile(`(^|[^A-Za-z0-9_./~-])` + regexp.QuoteMeta(path) + within)
}

func rewrite(path string, change func([]byte) []byte) error {
	data, err := os.ReadFile(path)
	if err != nil || !utf8.Valid(data) {
		return err
	}
	text := change(data)
	if bytes.Equal(text, data) {
		return nil
	}
	return os.WriteFile(path, text, 0o644) // which keeps the permissions of a file that is there
}

package agentstest

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

var (
	named   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	escaped = regexp.MustCompile(`\\x[0-9a-f]{2}`)
)

// Cases are all of the archives *.txtar of a folder. A file of an archive is CASE/PATH, a line of its comment is
// "CASE: what it tells apart". PATH begins with "skills/", "project/" or "home/", or is one of:
//
//   - cwd: the folder that the agent is started in, such as project/sub.
//   - windows: context windows in tokens, separated by spaces.
//   - gen: skills that are made and not written down, see [Generate].
//
// A file whose name ends with ".bytes" has \xNN for a byte; its name loses that ending, and its text the last line end.
func Cases(fsys fs.FS) ([]Case, error) {
	archives, err := fs.Glob(fsys, "*.txtar")
	if err != nil {
		return nil, err
	}
	all := map[string]*Case{}
	for _, name := range archives {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		if err := read(all, txtar.Parse(data)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	list := make([]Case, 0, len(all))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		list = append(list, *all[key])
	}
	return list, nil
}

// read adds the cases of one archive, none of which may be in another one.
func read(all map[string]*Case, a *txtar.Archive) error {
	own := map[string]bool{}
	for line := range strings.Lines(string(a.Comment)) {
		name, why, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || !named.MatchString(name) {
			continue
		}
		if all[name] != nil {
			return fmt.Errorf("the case %s is there twice", name)
		}
		own[name] = true
		all[name] = &Case{Name: "case/" + name, Why: why, Cwd: "project", Files: map[string][]byte{}}
	}
	for _, f := range a.Files {
		name, p, _ := strings.Cut(f.Name, "/")
		if !own[name] {
			return fmt.Errorf("%s: the comment has no line %q", f.Name, name+": why")
		}
		if err := all[name].take(p, f.Data); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	for name := range own {
		if len(all[name].Files) == 0 {
			return fmt.Errorf("the case %s has no file", name)
		}
	}
	return nil
}

// take adds one file of an archive.
func (c *Case) take(p string, data []byte) (err error) {
	switch p {
	case "cwd":
		c.Cwd = strings.TrimSpace(string(data))
		return placed(c.Cwd + "/")
	case "windows":
		for word := range strings.FieldsSeq(string(data)) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return err
			}
			c.Windows = append(c.Windows, n)
		}
		return nil
	case "gen":
		made, err := Generate(string(data))
		maps.Copy(c.Files, made)
		return err
	}
	if rest, ok := strings.CutSuffix(p, ".bytes"); ok {
		p, data = rest, unescape(data)
	}
	if c.Files[p] != nil {
		return fmt.Errorf("got %s twice, want it once", p)
	}
	c.Files[p] = append([]byte{}, data...)
	return placed(p)
}

// placed tells of a path that leads out of an installation.
func placed(p string) error {
	top, rest, _ := strings.Cut(p, "/")
	if path.Clean("/"+p) != "/"+strings.TrimSuffix(p, "/") || top != "skills" && top != "project" && top != "home" {
		return fmt.Errorf("got the path %q, want one below skills, project or home", p)
	}
	if rest == "" && top != "project" {
		return fmt.Errorf("got the path %q, want a file", p)
	}
	return nil
}

func unescape(data []byte) []byte {
	data = []byte(strings.TrimSuffix(string(data), "\n"))
	return escaped.ReplaceAllFunc(data, func(b []byte) []byte {
		n, _ := strconv.ParseUint(string(b[2:]), 16, 8)
		return []byte{byte(n)}
	})
}

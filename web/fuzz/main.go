// Command fuzz runs the fuzz targets that a change may have broken, for a bounded time.
//
// It promises that the targets of packages whose files have changed come first, then those of the packages that
// import them, that all of it ends soon after the time that it has, and that it says which targets had no turn. What
// has changed is what git tells between a commit and the files as they are.
//
//	go run ./web/fuzz -since main -each 10s -total 5m
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	since := flag.String("since", "main", "fuzz what has changed since this commit")
	each := flag.Duration("each", 10*time.Second, "how long each target is fuzzed")
	total := flag.Duration("total", 5*time.Minute, "how long all of them are, at most")
	list := flag.Bool("list", false, "print the targets, and fuzz none")
	flag.Parse()
	if err := run(*since, *each, *total, *list); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

func run(since string, each, total time.Duration, list bool) error {
	changed, err := changes(since)
	if err != nil {
		return err
	}
	packages, err := packages()
	if err != nil {
		return err
	}
	targets := choose(changed, packages)
	fmt.Printf("fuzz: %d targets of what has changed since %s\n", len(targets), since)
	if list {
		for _, t := range targets {
			fmt.Println(t)
		}
		return nil
	}
	turns := share(len(targets), each, total)
	for i, t := range targets[:turns] {
		fmt.Printf("fuzz: %d of %d: %s\n", i+1, turns, t)
		if err := t.fuzz(each); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	for _, t := range targets[turns:] {
		fmt.Println("fuzz: no turn:", t)
	}
	return nil
}

// share is how many targets have a turn in the time that there is; the first one always has.
func share(targets int, each, total time.Duration) int {
	return min(targets, max(1, int(total/max(each, 1))))
}

// target is one function to be fuzzed.
type target struct{ dir, name string }

func (t target) String() string { return "./" + t.dir + " " + t.name }

// fuzz runs a target. What it takes to build one and to end it is not of its time, but has an end too.
func (t target) fuzz(each time.Duration) error {
	ctx, stop := context.WithTimeout(context.Background(), each+5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", each.String(), "-fuzzminimizetime", "100x", "./"+t.dir)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// changes are the files that differ from a commit, new ones that git does not know too.
func changes(since string) (files []string, err error) {
	for _, args := range [][]string{
		{"diff", "--name-only", "--merge-base", since},
		{"ls-files", "--others", "--exclude-standard"},
	} {
		out, err := exec.Command("git", args...).Output()
		if err != nil {
			return nil, fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
		}
		files = append(files, strings.Fields(string(out))...)
	}
	return files, nil
}

// source is a package of the module: its folder, what it and its tests import of the module, and what it can fuzz.
type source struct {
	dir     string
	imports []string // folders
	fuzz    []string
}

func packages() (list []source, err error) {
	cmd := exec.Command("go", "list", "-test=false", "-json=Dir,ImportPath,Module,Deps,TestImports,XTestImports,TestGoFiles,XTestGoFiles", "./...")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		s, err := p.source()
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
}

// listed is a package as go list tells of it.
type listed struct {
	Dir, ImportPath                 string
	Module                          struct{ Path string }
	Deps, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles       []string
}

var fuzzes = regexp.MustCompile(`(?m)^func (Fuzz[A-Za-z0-9_]*)\(`)

func (p listed) source() (source, error) {
	folder := func(path string) (string, bool) {
		rest, ours := strings.CutPrefix(path+"/", p.Module.Path+"/")
		return strings.TrimSuffix(rest, "/"), ours
	}
	s := source{}
	s.dir, _ = folder(p.ImportPath)
	for _, imported := range slices.Concat(p.Deps, p.TestImports, p.XTestImports) {
		if dir, ours := folder(imported); ours {
			s.imports = append(s.imports, dir)
		}
	}
	for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return s, err
		}
		for _, found := range fuzzes.FindAllSubmatch(text, -1) {
			s.fuzz = append(s.fuzz, string(found[1]))
		}
	}
	slices.Sort(s.fuzz)
	return s, nil
}

// choose gives the targets of the packages in which a file has changed, a text of testdata too, and after them those of
// the packages that import one of them.
func choose(changed []string, packages []source) (list []target) {
	touched := map[string]bool{}
	for _, s := range packages {
		touched[s.dir] = slices.ContainsFunc(changed, func(file string) bool { return owner(file, packages) == s.dir })
	}
	near := func(s source) bool {
		return slices.ContainsFunc(s.imports, func(dir string) bool { return touched[dir] })
	}
	for _, direct := range []bool{true, false} {
		for _, s := range packages {
			for _, name := range s.fuzz {
				if touched[s.dir] == direct && (direct || near(s)) {
					list = append(list, target{s.dir, name})
				}
			}
		}
	}
	return list
}

// owner is the folder of the package that a file belongs to: the nearest one around it.
func owner(file string, packages []source) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if dir == "." {
			dir = ""
		}
		if dir == "" || slices.ContainsFunc(packages, func(s source) bool { return s.dir == dir }) {
			return dir
		}
	}
}

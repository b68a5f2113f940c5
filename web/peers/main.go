// Command peers runs other agents' real programs over the cases and the corpus, and writes what they made of them as
// golden files.
//
// It promises that each program is of the version in its table, is installed without its scripts into a cache below
// bin/agents, and runs with folders, an environment and a network of its own: fresh files for each run, nothing of the
// person's, nothing but loopback. Equal programs write equal files. What cannot be installed or run is named, the
// others go on, and the exit code says so. It is for who keeps the emulations true: nothing imports it.
//
//	go run ./web/peers -only codex,pi -missing
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"lily/core/agents/agentstest"
)

// options are what the flags say.
type options struct {
	only         []string
	match        *regexp.Regexp
	missing      bool
	cache, to    string
	cases, apart string // folders of the cases and of the corpus
	times        bool
	scripts      string // the folder of what times other loaders
}

func main() {
	var o options
	only := flag.String("only", "", "run these agents alone, such as codex,pi")
	match := flag.String("run", "", "run the cases alone whose name this expression matches, and keep the others")
	flag.BoolVar(&o.missing, "missing", false, "run what the golden files do not have yet")
	flag.BoolVar(&o.times, "time", false, "print how long they take to load 1,000 skills, and write nothing")
	flag.StringVar(&o.scripts, "scripts", "../shared/peers", "where the scripts are that time them")
	flag.StringVar(&o.cache, "cache", "bin/agents", "where the programs are installed")
	flag.StringVar(&o.to, "to", "core/agents/testdata/golden", "where the golden files are")
	flag.StringVar(&o.cases, "cases", "core/agents/testdata/cases", "where the cases are")
	flag.StringVar(&o.apart, "corpus", "../shared/corpus", "where the collections of real skills are")
	flag.Parse()
	o.only = strings.FieldsFunc(*only, func(r rune) bool { return r == ',' })
	o.match = regexp.MustCompile(*match)
	if err := alone(func() error { return run(o) }); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(o options) (err error) {
	if o.cache, err = filepath.Abs(o.cache); err != nil {
		return err
	}
	if o.scripts, err = filepath.Abs(o.scripts); err != nil {
		return err
	}
	if o.times {
		return o.time()
	}
	cases, err := agentstest.Cases(os.DirFS(o.cases))
	if err != nil {
		return err
	}
	corpus, err := agentstest.Corpus(os.DirFS(o.apart))
	if err != nil {
		fmt.Println("peers: without the corpus:", err)
	}
	cases = append(cases, corpus...)
	var failed []error
	for _, p := range peers {
		if len(o.only) > 0 && !slices.Contains(o.only, p.name) {
			continue
		}
		began := time.Now()
		n, err := o.peer(p, cases)
		fmt.Printf("peers: %s %s: %d runs in %s\n", p.name, p.version, n, time.Since(began).Round(time.Second))
		if err != nil {
			fmt.Printf("peers: %s %s: %v\n", p.name, p.version, err)
			failed = append(failed, fmt.Errorf("%s %s: %w", p.name, p.version, err))
		}
	}
	return errors.Join(failed...)
}

// peer installs one agent, runs it over all cases and writes its golden file, with as many runs as there are.
func (o options) peer(p peer, cases []agentstest.Case) (int, error) {
	if err := p.install(o.cache); err != nil {
		return 0, fmt.Errorf("could not be installed: %w", err)
	}
	g := p.golden()
	before, err := agentstest.Read(os.DirFS(o.to), p.name)
	if err == nil && (o.missing || o.match.String() != "") && before.Version == p.version {
		g.Runs = kept(before.Runs, cases)
	}
	delete(g.Runs, p.chance)
	cases = slices.DeleteFunc(slices.Clone(cases), func(c agentstest.Case) bool {
		_, have := g.Runs[c.Name]
		return o.missing && have || !o.match.MatchString(c.Name) || c.Name == p.chance
	})
	cases = append(cases, agentstest.Case{Name: "bundled", Cwd: "project"})
	saved := func() error { return save(filepath.Join(o.to, p.name+".json"), g) }
	err = p.over(o.cache, cases, g.Runs, saved)
	if len(g.Runs) == 0 {
		return 0, err
	}
	return len(cases), errors.Join(err, saved())
}

// kept are the runs of cases that are still there.
func kept(runs map[string]agentstest.Run, cases []agentstest.Case) map[string]agentstest.Run {
	is := map[string]bool{"bundled": true}
	for _, c := range cases {
		is[c.Name] = true
	}
	list := map[string]agentstest.Run{}
	for name, run := range runs {
		if base, _, _ := strings.Cut(name, "@"); is[base] {
			list[name] = run
		}
	}
	return list
}

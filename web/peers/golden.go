package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lily/core/agents/agentstest"
)

// long is how many bytes a case may have before digests stand for its texts.
const long = 20_000

// short has digests for the texts of a run that are not the project's, or are long.
func short(c agentstest.Case, r agentstest.Run) agentstest.Run {
	size := 0
	for _, data := range c.Files {
		size += len(data)
	}
	if strings.HasPrefix(c.Name, "case/") && size < long {
		return r
	}
	for i, s := range r.Skills {
		r.Skills[i].Digest, r.Skills[i].Description = agentstest.Digest(s.Description), ""
	}
	for i, e := range r.Errors {
		r.Errors[i].Text = agentstest.Digest(e.Text)
	}
	if r.Catalog != "" {
		r.Catalog = agentstest.Digest(r.Catalog)
	}
	return r
}

// save writes a golden file with one run a line, in order, so that a difference can be read.
func save(file string, g agentstest.Golden) error {
	runs := g.Runs
	g.Runs = nil
	head, err := text(g)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(head, []byte("null}")))
	b.WriteString("{\n")
	for i, name := range slices.Sorted(maps.Keys(runs)) {
		run := runs[name]
		if strings.Contains(name, "@") {
			run.Skills, run.Errors = nil, nil // as in the run without a window
		}
		line, err := text(run)
		if err != nil {
			return err
		}
		key, _ := text(name)
		if i > 0 {
			b.WriteString(",\n")
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(line)
	}
	b.WriteString("\n}}\n")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// text is JSON that leaves < and > as they are, without a line end.
func text(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

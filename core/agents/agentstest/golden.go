package agentstest

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// Golden is what one agent made of all installations.
type Golden struct {
	Agent   string `json:"agent"`
	Version string `json:"version"`
	How     string `json:"how"`              // one sentence on how the program was driven
	Usual   string `json:"usual"`            // the folder of the project that a case's "skills/" was put into
	Window  int    `json:"window,omitempty"` // the context window of a run that names none, where the agent knows it
	// Races tells that the agent lists skills as its reads end, in another order each time: here they are by path, and of
	// those of one name any may have won.
	Races bool           `json:"races,omitempty"`
	Runs  map[string]Run `json:"runs"`
}

// Run is what the agent made of one: its name is the case's, with "@32000" at its end where it was run with that
// window. Such a run has the skills and errors of the run without. The run "bundled" is an installation with no files,
// where the program brings skills of its own: all other runs are without these.
type Run struct {
	Skills  []Skill `json:"skills,omitempty"` // in the agent's own order
	Errors  []Error `json:"errors,omitempty"` // where the agent tells any
	Catalog string  `json:"catalog,omitempty"`
}

// Skill is one that was loaded. Of the corpus, and of what was generated, a digest stands for the description.
type Skill struct {
	Path        string `json:"path"` // as in the case
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Digest      string `json:"digest,omitempty"`
}

// Error is what the agent says of a file.
type Error struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// Read is the golden file of an agent, NAME.json.
func Read(fsys fs.FS, agent string) (Golden, error) {
	var g Golden
	data, err := fs.ReadFile(fsys, agent+".json")
	if err != nil {
		return g, err
	}
	if err := json.Unmarshal(data, &g); err != nil {
		return g, fmt.Errorf("%s.json: %w", agent, err)
	}
	if g.Agent != agent || g.Version == "" || g.How == "" || len(g.Runs) == 0 {
		return g, fmt.Errorf("%s.json: got the agent %q, version %q, how %q, %d runs; want all of them", agent, g.Agent, g.Version, g.How, len(g.Runs))
	}
	for name, run := range g.Runs {
		if base, _, ok := strings.Cut(name, "@"); ok {
			run.Skills, run.Errors = g.Runs[base].Skills, g.Runs[base].Errors
			g.Runs[name] = run
		}
	}
	return g, nil
}

var digest = regexp.MustCompile(`^[0-9a-f]{16}/[0-9]+$`)

// Same reports whether a text is what a golden file has, the text itself or its digest.
func Same(golden, text string) bool {
	return golden == text || digest.MatchString(golden) && golden == Digest(text)
}

// Says reports whether a description is the one that the skill has.
func (s Skill) Says(description string) bool {
	if s.Digest != "" {
		return Same(s.Digest, description)
	}
	return s.Description == description
}

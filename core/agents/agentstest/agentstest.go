// Package agentstest reads what the emulations of other agents are held to: small cases, the corpus as installations,
// and the golden files that the real programs wrote.
//
// It promises that equal files give equal cases, in order of their names, and that a case or a golden file that breaks
// the format is an error and never a case less. It writes nothing and runs nothing: `make agents` does. Only tests
// import it, and the program behind `make agents`.
package agentstest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Case is an installation: what lies in the folders of a person who starts an agent.
type Case struct {
	Name    string            // as in "case/bom" or "corpus/obra_superpowers", which is a run's name too
	Why     string            // what it tells apart
	Cwd     string            // where the agent is started: "project", or a folder below it
	Windows []int             // the context windows, in tokens, that it is run with beside the agent's own
	Files   map[string][]byte // paths begin with "skills/" (as dropped), "project/" or "home/"
}

// Paths are those of the case's files, sorted.
func (c Case) Paths() []string { return slices.Sorted(maps.Keys(c.Files)) }

// Put are the case's files with those that were dropped put into an agent's usual folder of the project, such as
// ".agents/skills".
func (c Case) Put(usual string) map[string][]byte {
	files := make(map[string][]byte, len(c.Files))
	for p, data := range c.Files {
		if rest, ok := strings.CutPrefix(p, "skills/"); ok {
			p = "project/" + usual + "/" + rest
		}
		files[p] = data
	}
	return files
}

// Digest stands for a text: the first 16 hex digits of its SHA-256, and its length in bytes.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%s/%d", hex.EncodeToString(sum[:8]), len(text))
}

// String is the case with its files, for a test that failed.
func (c Case) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s; in %s, windows %v)", c.Name, c.Why, c.Cwd, c.Windows)
	for _, p := range c.Paths() {
		fmt.Fprintf(&b, "\n  %s: %q", p, c.Files[p])
	}
	return b.String()
}

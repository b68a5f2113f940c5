package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lily/core/agents/dialect"
	"lily/core/tree"
)

// ParseOther reads the skills-lock.json of the command skills (vercel-labs/skills, src/local-lock.ts, version 1): by name
// a source, its type, and a sum of the files. It says nothing of single files.
func ParseOther(name string, data []byte) (Lock, error) {
	var read struct {
		Version int `json:"version"`
		Skills  map[string]struct {
			Source       string `json:"source"`
			Ref          string `json:"ref"`
			SourceType   string `json:"sourceType"`
			SkillPath    string `json:"skillPath"`
			ComputedHash string `json:"computedHash"`
		} `json:"skills"`
	}
	if len(data) > MaxBytes {
		return Lock{}, fmt.Errorf("%s: got %d bytes, want at most %d", name, len(data), MaxBytes)
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return Lock{}, fmt.Errorf("%s: %w", name, err)
	}
	if read.Version < 1 {
		return Lock{}, fmt.Errorf("%s: got the version %d, want 1 or more", name, read.Version)
	}
	var l Lock
	for name, s := range read.Skills {
		if err := tree.Check(name); err != nil || strings.Contains(name, "/") {
			return Lock{}, fmt.Errorf("%s: %q is no name of a skill", Other, name)
		}
		one := Skill{Name: name, Got: got(s.SourceType), Source: s.Source, Sum: s.ComputedHash}
		if s.Ref != "" && one.Got == "git" {
			one.Source += "@" + s.Ref
		}
		l.Skills = append(l.Skills, one)
	}
	slices.SortFunc(l.Skills, func(a, b Skill) int { return strings.Compare(a.Name, b.Name) })
	return l, nil
}

// got is how a skill was got, by the word that the command skills has for it.
func got(kind string) string {
	switch kind {
	case "github", "gitlab", "git":
		return "git"
	case "well-known":
		return "index"
	case "local":
		return "folder"
	}
	return Here
}

// Sum is that of the command skills: of the paths and the bytes of all files, sorted as JavaScript's localeCompare does.
func Sum(folder tree.Tree) string {
	var paths []string
	for at := range folder.Walk() {
		paths = append(paths, at)
	}
	slices.SortStableFunc(paths, dialect.Collate)
	h := sha256.New()
	for _, at := range paths {
		data, _ := folder.ReadFile(at) // what cannot be read has another sum
		h.Write([]byte(at))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

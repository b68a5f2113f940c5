package lint

import (
	"fmt"

	"lily/core/skill"
	"lily/web/disk"
)

// Home is the project that a folder is in: the folder of the lily.yaml that holds there, and where that says that skills
// are added. Without one it is the folder itself.
func Home(dir string) (at, skills string, err error) {
	full, err := disk.Resolve(dir)
	if err != nil {
		return "", "", err
	}
	l := projects{terms: Terms{Codes: Codes()}}
	p := l.at(full)
	if p == nil {
		return dir, "", nil
	}
	for _, f := range p.file.Findings {
		if f.Severity == skill.Error {
			return "", "", fmt.Errorf("%s:%d:%d: %s", p.file.Path, f.Line, f.Column, f.Message)
		}
	}
	return p.dir, p.Skills, nil
}

package lint

import (
	"fmt"

	"lily/core/project"
	"lily/core/skill"
	"lily/web/disk"
)

// Home is the project that a folder is in: the folder of the lily.yaml that holds there, and where that says that skills
// are added. Without one it is the folder itself.
func Home(dir string) (at, skills string, err error) {
	at, p, err := Holding(dir)
	if at == "" && err == nil {
		at = dir
	}
	return at, p.Skills, err
}

// Holding is the lily.yaml that holds in a folder, and the folder that it is of; empty for none.
func Holding(dir string) (at string, holds project.Project, err error) {
	full, err := disk.Resolve(dir)
	if err != nil {
		return "", holds, err
	}
	l := projects{terms: Terms{Codes: Codes()}}
	p := l.at(full)
	if p == nil {
		return "", holds, nil
	}
	for _, f := range p.file.Findings {
		if f.Severity == skill.Error {
			return "", holds, fmt.Errorf("%s:%d:%d: %s", p.file.Path, f.Line, f.Column, f.Message)
		}
	}
	return p.dir, p.Project, nil
}

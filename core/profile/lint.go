package profile

import (
	"fmt"
	"slices"

	"lily/core/conf"
	"lily/core/near"
	"lily/core/skill"
)

// Asked are the programs and the variables that skills ask for.
type Asked struct{ Binaries, Env []string }

// Misnamed lists what a profile declares and no skill asks for, where some skill asks for a name that is nearly the
// same and not declared: a wrong name makes no skill eligible, however it looks. Each is a warning with its place in
// the file (EN-1). known are the programs that there are, whoever asks for them.
func Misnamed(file string, data []byte, asked Asked, known []string) (list []skill.Finding) {
	d := conf.Read(file, data)
	binaries, _ := d.Items("binaries")
	env := d.Names("env")
	for _, k := range []struct {
		what     string
		declared []conf.Item
		asked    []string
		known    []string
	}{{"program", binaries, asked.Binaries, known}, {"variable", env, asked.Env, nil}} {
		for _, item := range k.declared {
			if slices.Contains(k.asked, item.Value) || slices.Contains(k.known, item.Value) {
				continue
			}
			meant := nearest(item.Value, k.asked, k.declared)
			if meant == "" {
				continue
			}
			list = append(list, skill.Finding{
				Code: "names_nothing", Severity: skill.Warning, File: file, Line: item.Line, Column: item.Column, Clause: "EN-1",
				Message: fmt.Sprintf("No skill asks for the %s %s. Is %s meant?", k.what, item.Value, meant),
			})
		}
	}
	skill.Sort(list)
	return list
}

// nearest is the name that is asked for in vain and differs by a letter or two; empty where none does.
func nearest(name string, asked []string, declared []conf.Item) (best string) {
	least := 1 + min(2, len(name)/2)
	for _, other := range asked {
		if d := near.Distance(name, other, least); len(name) > 2 && d < least && !slices.ContainsFunc(declared, func(i conf.Item) bool { return i.Value == other }) {
			best, least = other, d
		}
	}
	return best
}

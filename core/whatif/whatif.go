// Package whatif is what each skill would be under each of several profiles (EN-4): a row a skill, a column a profile.
//
// It promises the loader's own verdicts: each column is the snapshot that a session would take under that profile, and
// all list the same candidates in the same order, since a profile has no say in which there are. It changes nothing.
//
//	cols, err := whatif.Columns(in, presets, nil, nil, func(whatif.Column) {})
package whatif

import (
	"lily/core/loader"
	"lily/core/profile"
	"lily/core/tree"
)

// Column is one profile, and the snapshot under it.
type Column struct {
	profile.Preset
	Is *loader.Snapshot
}

// Columns takes the snapshots. last is one of before, which is quicker, and tick lets others go on; either may be nil.
func Columns(in loader.Input, presets []profile.Preset, last *loader.Snapshot, tick tree.Tick, each func(Column)) (list []Column, err error) {
	for _, p := range presets {
		in.Profile = p.Profile
		is, err := loader.LoadWith(in, last, nil, tick)
		if err != nil {
			return nil, err
		}
		list, last = append(list, Column{p, is}), is
		each(list[len(list)-1])
	}
	return list, nil
}

// Differs reports whether a skill is not the same under all profiles.
func Differs(cols []Column, row int) bool {
	for _, col := range cols[1:] {
		if col.Is.Candidates[row].State != cols[0].Is.Candidates[row].State {
			return true
		}
	}
	return false
}

// Package review is what a person looks at before an import: the skills of a drop as rows,
// in order, sifted, and which of them are taken.
//
// It promises that the rows do not follow the choice, so that nothing moves under a
// pointer; that each row has the verdict of the loader on the import as it is
// chosen; and that a look costs nothing for what has not changed. It decides nothing.
//
//	r := review.New(plan)
//	r.Turn("haiku")
//	next, err := r.Plan.Choose(in, r.Left(), tick)
//	r.Planned(next)
package review

import (
	"maps"
	"slices"
	"strings"

	"lily/core/intake"
	"lily/core/loader"
	"lily/core/order"
	"lily/core/skill"
)

// Show is which of the skills are shown.
type Show string

// What of a drop can be shown alone.
const (
	All      Show = "All"
	Excluded Show = "Excluded"
	Clashing Show = "Conflicts"
	Running  Show = "Run programs"
	Hidden   Show = "Hidden characters"
	Found    Show = "Findings"
	Out      Show = "Left out"
)

var shows = []Show{All, Excluded, Clashing, Running, Hidden, Found, Out}

// Row is one skill of the drop.
type Row struct {
	intake.Planned
	Taken bool
}

// Review is the choice of a person among the skills of a drop.
type Review struct {
	Plan intake.Plan // of what is taken
	At   int         // the row that is active
	Name string      // of the skill that is shown beside the rows; empty for none
	File string      // of it, that is shown; empty for none
	Lead Show        // what is shown alone
	Find string      // what was searched for
	Met  bool        // it had the focus once

	whole intake.Plan // where all is taken
	left  map[string]bool
	order []int // of the skills of the whole, as they are listed
	rows  []int // those that are shown
	fresh bool  // they are those of what is shown alone
	count map[Show]int
	some  []Show // of which the whole has any
}

// New is the choice of all.
func New(whole intake.Plan) *Review {
	r := &Review{Plan: whole, Lead: All, left: map[string]bool{}}
	if r.Whole(whole); r.Len() > 0 {
		r.Look(r.Row(0).Name)
	}
	return r
}

// Look shows a skill beside the rows, with its SKILL.md.
func (r *Review) Look(name string) { r.Name, r.File = name, loader.File }

// Whole takes the plan in which all is taken, as of another root. What is left out stays so.
func (r *Review) Whole(whole intake.Plan) {
	r.whole, r.fresh, r.count = whole, false, nil
	r.order = make([]int, len(whole.Skills))
	for i := range r.order {
		r.order[i] = i
	}
	order.StableFunc(r.order, func(a, b int) int { return rank(whole.Skills[a]) - rank(whole.Skills[b]) })
	r.some = slices.DeleteFunc(slices.Clone(shows), func(s Show) bool {
		return s != Out && !slices.ContainsFunc(whole.Skills, func(p intake.Planned) bool { return Row{Planned: p}.is(s) })
	})
}

// Shows lists what can be shown alone: of what there is any in the drop, and what is left out. It does not
// follow the choice.
func (r *Review) Shows() []Show { return r.some }

// rank puts what does not count first, and then what a person should look at.
func rank(s intake.Planned) int {
	switch {
	case s.State == loader.Shadowed:
		return 1
	case s.State != loader.Available:
		return 0
	case s.Unseen > 0:
		return 2
	case len(Clashes(s)) > 0:
		return 3
	case found(s):
		return 4
	}
	return 5
}

// Planned takes the plan of what is taken now.
func (r *Review) Planned(p intake.Plan) { r.Plan, r.count = p, nil }

// Left are the names that are left out.
func (r *Review) Left() map[string]bool { return maps.Clone(r.left) }

// Total is how many skills there are.
func (r *Review) Total() int { return len(r.whole.Skills) }

// Taken is how many skills are taken.
func (r *Review) Taken() int { return r.Total() - r.Count(Out) }

// Turn takes a skill, or leaves it out.
func (r *Review) Turn(name string) {
	r.count = nil
	if r.left[name] {
		delete(r.left, name)
	} else {
		r.left[name] = true
	}
}

// Take takes those that are shown for which it holds, and leaves the others of them out.
func (r *Review) Take(holds func(Row) bool) {
	r.count = nil
	for i := range r.Len() {
		row := r.Row(i)
		if delete(r.left, row.Name); !holds(row) {
			r.left[row.Name] = true
		}
	}
}

// Len is how many rows are shown.
func (r *Review) Len() int {
	r.sift()
	return len(r.rows)
}

// Row is one of those that are shown.
func (r *Review) Row(i int) Row {
	r.sift()
	return r.row(r.rows[i])
}

// Shown is the skill that is shown beside the rows.
func (r *Review) Shown() (Row, bool) {
	i, ok := index(r.whole.Skills, r.Name)
	if !ok {
		return Row{}, false
	}
	return r.row(i), true
}

// row is a skill with the verdict on it as it is chosen. One that is left out has that of the whole.
func (r *Review) row(i int) Row {
	s := r.whole.Skills[i]
	row := Row{s, !r.left[s.Name]}
	if at, ok := index(r.Plan.Skills, s.Name); ok && row.Taken {
		row.Planned = r.Plan.Skills[at]
	}
	return row
}

func index(sorted []intake.Planned, name string) (int, bool) {
	return slices.BinarySearchFunc(sorted, name, func(s intake.Planned, name string) int { return strings.Compare(s.Name, name) })
}

// Sift shows other rows.
func (r *Review) Sift(lead Show, find string) {
	r.Lead, r.Find, r.fresh = lead, strings.ToLower(find), false
}

func (r *Review) sift() {
	if r.fresh {
		return
	}
	r.rows, r.fresh = r.rows[:0], true
	for _, i := range r.order {
		if row := r.row(i); row.is(r.Lead) && (r.Find == "" || strings.Contains(strings.ToLower(row.Name), r.Find)) {
			r.rows = append(r.rows, i)
		}
	}
}

// Count is how many skills there are of those that can be shown alone.
func (r *Review) Count(of Show) int {
	if r.count == nil {
		r.count = map[Show]int{}
		for i := range r.whole.Skills {
			row := r.row(i)
			for _, s := range shows {
				if row.is(s) {
					r.count[s]++
				}
			}
		}
	}
	return r.count[of]
}

func (row Row) is(s Show) bool {
	switch s {
	case Excluded:
		return row.State != loader.Available
	case Clashing:
		return len(Clashes(row.Planned)) > 0
	case Running:
		return len(row.Programs)+len(row.Scripts) > 0
	case Hidden:
		return row.Unseen > 0
	case Found:
		return found(row.Planned)
	case Out:
		return !row.Taken
	}
	return true
}

// found reports whether anything was found that is more than a note.
func found(s intake.Planned) bool {
	return slices.ContainsFunc(s.Findings, func(f skill.Finding) bool { return f.Severity != skill.Info })
}

// Clashes name what a skill is in conflict with, each in a few words.
func Clashes(s intake.Planned) (list []string) {
	if s.Replaces {
		list = append(list, "replaces")
	}
	if len(s.Shadows) > 0 {
		list = append(list, "shadows")
	}
	if s.ShadowedBy != "" {
		list = append(list, "shadowed")
	}
	for _, f := range s.Findings {
		if f.Code == "alias_conflict" {
			list = append(list, "alias")
		} else if f.Code == "case_clash" {
			list = append(list, "name")
		}
	}
	return slices.Compact(list)
}

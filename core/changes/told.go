package changes

import (
	"cmp"
	"fmt"
	"strings"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/answer"
	"lily/core/skill"
	"lily/core/tree"
)

// Part is one thing that differs of a skill, in lines that are gone or new.
type Part struct {
	Title string
	Lines []Line
}

// Parts are what differs of a skill but for its files, in the order in which they are read.
func (s Skill) Parts() (list []Part) {
	for _, p := range []Part{
		{"State", either(s.Renamed, s.Name, s.State)},
		{"Reasons", lines(s.Reasons.Gone, s.Reasons.New)},
		{"Place", pair(s.Path, s.Op)},
		{"What a model is told", pair(s.Catalog, "")},
		{"Tools that it may use", s.Tools.lines()},
		{"Programs that it runs", s.Programs.lines()},
		{"Findings", lines(told(s.Findings.Gone), told(s.Findings.New))},
		{"Tokens, about", s.Tokens.lines()},
		{"Other agents", seen(s.Agents)},
	} {
		if len(p.Lines) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// either is the state, with the name where that is another one.
func either(was, is string, state Pair) []Line {
	if was == "" {
		return pair(state, "")
	}
	return lines([]string{was + ", " + state.Was}, []string{is + ", " + state.Is})
}

// pair says nothing of a place that goes with its skill.
func pair(p Pair, op tree.Op) (list []Line) {
	if !p.Differs() || op == tree.Added || op == tree.Removed {
		return nil
	}
	if p.Was != "" {
		list = lines([]string{p.Was}, nil)
	}
	if p.Is != "" {
		list = append(list, lines(nil, []string{p.Is})...)
	}
	return list
}

func lines(gone, come []string) (list []Line) {
	for _, text := range gone {
		list = append(list, split("-", text)...)
	}
	for _, text := range come {
		list = append(list, split("+", text)...)
	}
	return list
}

// lines are the names of a set, on a line each for those that are gone and those that are new.
func (s Set) lines() []Line {
	joined := func(list []string) []string {
		if len(list) == 0 {
			return nil
		}
		return []string{strings.Join(list, ", ")}
	}
	return lines(joined(s.Gone), joined(s.New))
}

func split(sign, text string) (list []Line) {
	for line := range strings.Lines(text) {
		list = append(list, Line{sign, strings.TrimSuffix(line, "\n")})
	}
	return list
}

func told(found []skill.Finding) (list []string) {
	for _, f := range found {
		word := map[skill.Severity]string{skill.Info: "note"}[f.Severity]
		if word == "" {
			word = string(f.Severity)
		}
		list = append(list, fmt.Sprintf("%s:%d: %s: %s [%s]", f.File, f.Line, word, answer.Line(f.Message), f.Code))
	}
	return list
}

func (t Tokens) lines() []Line {
	if !t.Differs() {
		return nil
	}
	said := func(listed, used, files int) []string {
		return []string{fmt.Sprintf("%d listed, %d when used, %d in all files", listed, used, files)}
	}
	return lines(said(t.Listed.Was, t.Used.Was, t.Files.Was), said(t.Listed.Is, t.Used.Is, t.Files.Is))
}

func seen(list []glance.Eye) (all []Line) {
	for _, e := range list {
		all = append(all, lines(eye(e.Title, e.Was, e.Gone), eye(e.Title, e.Is, e.Why))...)
	}
	return all
}

func eye(title string, state agents.State, why string) []string {
	if state == "" {
		return nil
	}
	said := title + ": " + string(state)
	if why != "" {
		said += ". " + answer.Line(why)
	}
	return []string{said}
}

// Gist is the difference in a line: "malformed → available, 1 file".
func (s Skill) Gist() string {
	parts := []string{string(s.Op)}
	if s.Renamed != "" {
		parts = []string{"was " + s.Renamed}
	}
	if at := cmp.Or(s.Path.Is, s.Path.Was); s.State.Was == "shadowed" || s.State.Is == "shadowed" {
		parts = append(parts, "at "+at)
	}
	if s.Op == tree.Changed && s.State.Differs() {
		parts = append(parts, s.State.Was+" → "+s.State.Is)
	}
	if n := len(s.Files); n > 0 {
		parts = append(parts, answer.Number(n, "file"))
	}
	for _, p := range s.Parts() {
		if p.Title != "State" && p.Title != "Tokens, about" && s.Op == tree.Changed {
			parts = append(parts, strings.ToLower(p.Title))
		}
	}
	return strings.Join(parts, ", ")
}

// Gist says in a sentence how many differ.
func (r Review) Gist() string {
	if len(r.Skills) == 0 {
		return fmt.Sprintf("Nothing differs: %s the same on both sides.", counted(r.Same, "is", "are"))
	}
	return fmt.Sprintf("%s; %s the same.", counted(len(r.Skills), "differs", "differ"), counted(r.Same, "is", "are"))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 skill " + one
	}
	return answer.Number(n, "skill") + " " + many
}

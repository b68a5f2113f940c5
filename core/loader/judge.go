package loader

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// State is what a candidate is; each has exactly one (LD-8).
type State string

// The states. A candidate with several faults takes the first of them in the
// order shadowed, disabled, malformed, command_reserved, tool_missing,
// ineligible, mode_mismatch, and lists the reasons of all.
const (
	Available       State = "available"
	Shadowed        State = "shadowed"
	Disabled        State = "disabled"
	Malformed       State = "malformed"
	CommandReserved State = "command_reserved"
	ToolMissing     State = "tool_missing"
	Ineligible      State = "ineligible"
	ModeMismatch    State = "mode_mismatch"
)

// States lists every state in the order in which they are shown.
func States() []State {
	return []State{Available, Malformed, Ineligible, ToolMissing, CommandReserved, ModeMismatch, Disabled, Shadowed}
}

// Word is the state as people read it: "tool missing".
func (s State) Word() string { return strings.ReplaceAll(string(s), "_", " ") }

// Candidate is one discovered skill with its verdict. It is immutable.
type Candidate struct {
	Name       string          `json:"name"`
	Source     world.Source    `json:"source"`
	Path       string          `json:"path"` // of the folder, with a leading slash
	Digest     tree.Digest     `json:"digest"`
	State      State           `json:"state"`
	ShadowedBy string          `json:"shadowed_by,omitempty"` // the winner's path
	Untrusted  bool            `json:"untrusted,omitempty"`   // as the snapshot pins it (PO-5)
	Reasons    []skill.Reason  `json:"reasons"`
	Findings   []skill.Finding `json:"findings"`

	place *place
	seal  tree.Digest
}

// Skill returns the parsed SKILL.md as the snapshot pins it. For a shadowed
// candidate it is parsed when first asked for.
func (c *Candidate) Skill() *skill.Skill { return c.place.skill() }

// Brief returns what lists say of the skill, for which it need not be parsed where
// the verdict was kept.
func (c *Candidate) Brief() skill.Brief { return c.place.brief() }

// Folder returns the skill's folder as the snapshot pins it (SN-3).
func (c *Candidate) Folder() tree.Tree { return c.place.folder }

type judge struct {
	in    Input
	rules tree.Digest
	old   []*Candidate // of the previous snapshot, sorted; nil if its rules differ
}

// group judges all candidates of one name; the first one is the winner.
func (j *judge) group(places places) []*Candidate {
	if old := j.again(places); old != nil {
		return old
	}
	list := []*Candidate{j.winner(places[0])}
	for _, p := range places[1:] {
		list = append(list, shadowed(p, places[0]))
	}
	if clash := sameRoot(places); len(clash) > 1 {
		list[0].Findings = append(slices.Clip(list[0].Findings), duplicate(clash))
	}
	for _, c := range list {
		c.sealed()
	}
	return list
}

// again returns the old verdicts when nothing they depend on has changed.
func (j *judge) again(places places) []*Candidate {
	for len(j.old) > 0 && j.old[0].Name < places[0].name {
		j.old = j.old[1:]
	}
	n := len(places)
	if len(j.old) < n || (len(j.old) > n && j.old[n].Name == places[0].name) {
		return nil
	}
	for i, p := range places {
		if j.old[i].place != p {
			return nil
		}
	}
	return j.old[:n:n]
}

func (p *place) candidate() *Candidate {
	return &Candidate{
		Name: p.name, Source: p.source, Path: p.path, Digest: p.file.Digest(), place: p,
		Reasons: []skill.Reason{}, Findings: []skill.Finding{},
	}
}

func shadowed(p, by *place) *Candidate {
	c, clause := p.candidate(), "LD-3"
	if p.source == by.source {
		clause = "LD-5"
	}
	c.State, c.ShadowedBy = Shadowed, by.path
	c.Reasons = append(c.Reasons, skill.Reason{
		Code: "shadowed", Clause: clause,
		Message: fmt.Sprintf("The %s skill at %s has the same name and wins.", by.source, by.path),
	})
	return c
}

// winner judges in the order of LD-3; the first fault gives the state, and all
// of them are reasons.
func (j *judge) winner(p *place) *Candidate {
	if p.knows(j.rules) {
		return p.judged()
	}
	c, s := p.candidate(), p.skill()
	c.State = Available
	c.Untrusted = j.in.untrusted(c)
	c.Findings = slices.Clip(s.Findings)
	for _, s := range p.links {
		c.Findings = append(c.Findings, LinkFinding(s, p.rel))
	}
	j.proposals(c, s)
	j.disabled(c)
	c.exclude(Malformed, faults(s)...)
	j.command(c, s)
	j.tools(c, s)
	state, why := Eligible(j.in.Profile, s)
	c.exclude(state, why...)
	return c
}

// Eligible says what a profile alone makes of a skill, and why (EN-2).
func Eligible(p profile.Profile, s *skill.Skill) (state State, why []skill.Reason) {
	unmet, mode := p.Unmet(s.Eligibility), p.OutOfMode(s.Modes)
	switch {
	case len(unmet) > 0:
		state = Ineligible
	case len(mode) > 0:
		state = ModeMismatch
	default:
		state = Available
	}
	return state, append(unmet, mode...)
}

func (c *Candidate) exclude(state State, why ...skill.Reason) {
	if len(why) > 0 && c.State == Available {
		c.State = state
	}
	c.Reasons = append(c.Reasons, why...)
}

func (j *judge) disabled(c *Candidate) {
	if len(j.in.Policy.Disabled) == 0 {
		return
	}
	if d := j.in.Policy.Skill(c.Name); !d.Allowed {
		c.exclude(Disabled, skill.Reason{Code: "disabled", Message: d.Message, Clause: "PO-1"})
	}
}

func faults(s *skill.Skill) []skill.Reason {
	var list []skill.Reason
	for _, f := range s.Findings {
		if f.Severity == skill.Error {
			list = append(list, skill.Reason{Code: f.Code, Message: f.Message, Clause: f.Clause})
		}
	}
	return list
}

func (j *judge) command(c *Candidate, s *skill.Skill) {
	if slices.Contains(j.in.Reserved, s.Command) {
		c.exclude(CommandReserved, skill.Reason{
			Code: "command_reserved", Clause: "SK-4",
			Message: fmt.Sprintf("The skill's command /%s is a built-in command.", s.Command),
		})
	}
}

func (j *judge) tools(c *Candidate, s *skill.Skill) {
	if s.CommandTool != "" && !slices.Contains(j.in.Tools, s.CommandTool) {
		c.exclude(ToolMissing, missing(s.CommandTool, "SK-4", "command_tool"))
	}
	for _, name := range s.Requires {
		if !slices.Contains(j.in.Tools, name) {
			c.exclude(ToolMissing, missing(name, "PO-2", "requires_tools"))
		} else if d := j.in.Policy.Tool(name); !d.Allowed {
			c.exclude(ToolMissing, skill.Reason{
				Code: "tool_denied", Clause: "PO-2",
				Message: fmt.Sprintf("The skill requires the tool %s. %s", name, d.Message),
			})
		}
	}
}

func missing(name, clause, key string) skill.Reason {
	return skill.Reason{
		Code: "tool_unknown", Clause: clause,
		Message: fmt.Sprintf("The skill's %s names %s, which is not a registered tool.", key, name),
	}
}

// sameRoot returns the places that share the winner's root; more than one is
// possible only in a deep scan (LD-5).
func sameRoot(places places) places {
	n := 1
	for n < len(places) && places[n].source == places[0].source {
		n++
	}
	return places[:n]
}

func duplicate(places places) skill.Finding {
	paths := make([]string, len(places))
	for i, p := range places {
		paths[i] = p.path
	}
	return skill.Finding{
		Code: "duplicate_name", Severity: skill.Warning, File: File, Line: 1, Column: 1, Clause: "LD-5",
		Message: fmt.Sprintf("One root has this name %d times: %s. The first wins.", len(paths), strings.Join(paths, ", ")),
	}
}

// marked returns a copy with one finding more.
func (c *Candidate) marked(f skill.Finding) *Candidate {
	m := *c
	m.Findings = append(slices.Clip(m.Findings), f)
	m.sealed()
	return &m
}

// sealed computes the digest of everything that the verdict says.
func (c *Candidate) sealed() {
	var b []byte
	folder := c.place.folder.Digest()
	b = append(append(b, c.Digest[:]...), folder[:]...)
	for _, s := range []string{c.Name, string(c.Source), c.Path, string(c.State), c.ShadowedBy} {
		b = field(b, s)
	}
	for _, r := range c.Reasons {
		b = field(field(b, r.Code), r.Message)
	}
	for _, f := range c.Findings {
		b = field(field(b, f.Code), f.Message)
	}
	if c.Untrusted {
		b = field(b, "untrusted")
	}
	c.seal = tree.Sum(b)
}

func field(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

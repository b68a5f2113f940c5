package loader

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"lily/core/origin"
	"lily/core/policy"
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
	// Origins say where files of it came from, other than from the person, as far as that is known.
	Origins []origin.Origin `json:"origins,omitempty"`

	place *place
	seal  tree.Digest
}

// Skill returns the parsed SKILL.md as the snapshot pins it. For a shadowed
// candidate it is parsed when first asked for.
func (c *Candidate) Skill() *skill.Skill { return c.place.skill() }

// Brief returns what lists say of the skill, for which it need not be parsed where
// the verdict was kept.
func (c *Candidate) Brief() skill.Brief {
	if v := c.place.verdict; v != nil {
		return v.brief
	}
	return c.Skill().Brief
}

// Folder returns the skill's folder as the snapshot pins it (SN-3).
func (c *Candidate) Folder() tree.Tree { return c.place.folder }

// Changed reports whether a request wrote to a skill that is trusted else (PO-5).
func (c *Candidate) Changed() bool { return !c.Untrusted && len(c.Origins) > 0 }

// Whence are sentences on where the skill came from, other than from the person, and on who changed it.
func (c *Candidate) Whence() (list []string) {
	for _, o := range c.Origins {
		list = append(list, o.String())
	}
	if c.Untrusted && len(list) == 0 {
		list = append(list, origin.Marked.String())
	}
	return list
}

// Trust is how far the skill's programs are trusted (PO-5).
func (c *Candidate) Trust() policy.Trust {
	switch {
	case c.Source == world.Bundled:
		return policy.TrustBundled
	case c.Untrusted:
		return policy.TrustNone
	}
	return policy.TrustUser
}

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
	list, paths := []*Candidate{j.winner(places[0])}, []string{places[0].path}
	for _, p := range places[1:] {
		list = append(list, shadowed(p, places[0]))
		if p.source == places[0].source { // only in a deep scan
			paths = append(paths, p.path)
		}
	}
	if len(paths) > 1 {
		list[0].Findings = append(slices.Clip(list[0].Findings), warning("duplicate_name", "LD-5",
			"One root has this name %d times: %s. The first wins.", len(paths), strings.Join(paths, ", ")))
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
	if !slices.EqualFunc(j.old[:n], places, func(c *Candidate, p *place) bool { return c.place == p }) {
		return nil
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
	c.Reasons = append(c.Reasons,
		reason("shadowed", clause, "The %s skill at %s has the same name and wins.", by.source, by.path))
	return c
}

func reason(code, clause, format string, args ...any) skill.Reason {
	return skill.Reason{Code: code, Message: fmt.Sprintf(format, args...), Clause: clause}
}

// warning is a finding of what no line of the file says.
func warning(code, clause, format string, args ...any) skill.Finding {
	return skill.Finding{
		Code: code, Severity: skill.Warning, File: File, Line: 1, Column: 1, Clause: clause,
		Message: fmt.Sprintf(format, args...),
	}
}

// winner judges in the order of LD-3; the first fault gives the state, and all
// of them are reasons.
func (j *judge) winner(p *place) *Candidate {
	if p.knows(j.rules) {
		c := p.judged()
		j.origins(c)
		return c
	}
	c, s := p.candidate(), p.skill()
	j.origins(c)
	c.State = Available
	c.Findings = slices.Clip(s.Findings)
	for _, s := range p.links {
		c.Findings = append(c.Findings, LinkFinding(s, p.rel))
	}
	c.Findings = append(append(c.Findings, fileClashes(p.folder, "")...), hiddenNames(p.folder)...)
	j.proposals(c, s)
	if len(j.in.Policy.Disabled) > 0 {
		if d := j.in.Policy.Skill(c.Name); !d.Allowed {
			c.exclude(Disabled, reason("disabled", "PO-1", "%s", d.Message))
		}
	}
	for _, f := range s.Findings {
		if f.Severity == skill.Error {
			c.exclude(Malformed, skill.Reason{Code: f.Code, Message: f.Message, Clause: f.Clause})
		}
	}
	j.tools(c, s)
	state, why := Eligible(j.in.Profile, s)
	c.exclude(state, why...)
	return c
}

// origins says where a skill came from. That is of its places and not of its content: an edit
// does not wash it off.
func (j *judge) origins(c *Candidate) {
	if c.Source != world.Bundled && len(j.in.Origins) > 0 {
		all := j.in.Origins.Of(c.Path)
		c.Untrusted, c.Origins = all.AnyForeign(), all.Origins()
	}
}

// Eligible says what a profile alone makes of a skill, and why (EN-2).
func Eligible(p profile.Profile, s *skill.Skill) (state State, why []skill.Reason) {
	unmet, mode := p.Unmet(s.Eligibility), p.OutOfMode(s.Modes)
	if state = Available; len(unmet) > 0 {
		state = Ineligible
	} else if len(mode) > 0 {
		state = ModeMismatch
	}
	return state, append(unmet, mode...)
}

func (c *Candidate) exclude(state State, why ...skill.Reason) {
	if len(why) > 0 && c.State == Available {
		c.State = state
	}
	c.Reasons = append(c.Reasons, why...)
}

// tools excludes a skill whose command is taken, or whose tools are not there.
func (j *judge) tools(c *Candidate, s *skill.Skill) {
	if slices.Contains(j.in.Reserved, s.Command) {
		c.exclude(CommandReserved,
			reason("command_reserved", "SK-4", "The skill's command /%s is a built-in command.", s.Command))
	}
	if s.CommandTool != "" && !slices.Contains(j.in.Tools, s.CommandTool) {
		c.exclude(ToolMissing, missing(s.CommandTool, "SK-4", "command_tool"))
	}
	for _, name := range s.Requires {
		if !slices.Contains(j.in.Tools, name) {
			c.exclude(ToolMissing, missing(name, "PO-2", "requires_tools"))
		} else if d := j.in.Policy.Tool(name); !d.Allowed {
			c.exclude(ToolMissing, reason("tool_denied", "PO-2", "The skill requires the tool %s. %s", name, d.Message))
		}
	}
}

func missing(name, clause, key string) skill.Reason {
	return reason("tool_unknown", clause, "The skill's %s names %s, which is not a registered tool.", key, name)
}

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
	for _, o := range c.Origins {
		b = field(b, o.String())
	}
	c.seal = tree.Sum(b)
}

func field(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

package policy

// Consent is a person's answer to an approval (PO-6).
type Consent string

// The answers: not at all, this call, or every call by this digest of the skill;
// and that there was nobody to ask, which denies.
const (
	Deny   Consent = "deny"
	Once   Consent = "once"
	Digest Consent = "digest"
	Nobody Consent = "nobody"
)

// Use is a call of a tool that the policy allows, before it runs.
type Use struct {
	Tool    string
	Writes  bool     // it may change files
	ByModel bool     // a model asks for it, and not the person
	Granted bool     // the person has granted it for this digest already
	Program *Program // nil for a built-in tool
	Careful bool     // a skill that is not trusted, or is always asked about, has a part in it
}

// Ask decides whether a call may run unasked (PO-1). What a model does of its own
// accord is asked once before it changes files, even where the policy asks
// never: the person did not say it. Full auto lets run what ask: never would ask
// about, but for what it never covers (PO-9).
func (p Policy) Ask(u Use) Decision {
	d := p.ask(u)
	if !d.Allowed && p.FullAuto() && !u.Careful && (u.Program == nil || u.Program.covered()) {
		d = yes("ask: "+FullAuto, "The policy is full auto, and asks about nothing that is trusted.")
		d.Auto = true
	}
	return d
}

func (p Policy) ask(u Use) Decision {
	rule := "ask: " + p.Asks
	if u.Program != nil {
		return p.program(u, rule)
	}
	switch {
	case p.Asks == "always":
		return no(rule, "The policy asks before every call.")
	case u.Granted:
		return yes(rule, "The tool %s was approved for this skill already.", u.Tool)
	case p.Asks == "first_use":
		return no(rule, "The policy asks before the first call.")
	case u.ByModel && u.Writes:
		return no("a model's first write", "A model wants to change files for the first time.")
	}
	if p.FullAuto() {
		return yes(rule, "Such a call runs unasked even without full auto.")
	}
	return yes(rule, "The policy asks never.")
}

package policy

// FullAuto is the ask that asks about nothing that is trusted (PO-9). Only the person chooses it, editing the policy.
const FullAuto = "full_auto"

// FullAutoSaid is what is said wherever full auto holds.
const FullAutoSaid = "Full auto holds (ask: full_auto): programs of trusted skills, commands and a model's changes of files run without asking you."

// FullAuto reports whether the policy is full auto.
func (p Policy) FullAuto() bool { return p.Asks == FullAuto }

// Consent is a person's answer to an approval (PO-6).
type Consent string

// The answers: not at all, this call, every call by this digest of the skill; and that there was nobody to ask.
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

// Ask decides whether a call may run unasked (PO-1). What a model does of its own accord is asked once before it
// changes files, even where the policy asks never: the person did not say it. Full auto lets run what ask: never
// would ask about, but for what it never covers (PO-9).
func (p Policy) Ask(u Use) Decision {
	d := p.ask(u)
	covered := !u.Careful && (u.Program == nil || u.Program.Trust != TrustNone && !u.Program.AlwaysAsk && !u.Program.Foreign && !u.Program.Doubtful)
	if !d.Allowed && p.FullAuto() && covered {
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
	case p.FullAuto():
		return yes(rule, "Such a call runs unasked even without full auto.")
	}
	return yes(rule, "The policy asks never.")
}

// Trust is how far the programs of a skill are trusted, by where it came from (PO-5).
type Trust string

// The levels: shipped with Lily, made or brought in by the person, and out of an archive that nobody looked at yet.
const (
	TrustBundled Trust = "bundled"
	TrustUser    Trust = "user"
	TrustNone    Trust = "untrusted"
)

// Program is what a skill says of its programs, and how far it is trusted.
type Program struct {
	Trust     Trust
	ReadOnly  bool // read_only
	AlwaysAsk bool // always_ask
	Foreign   bool // it would run a file that is not trusted, and is not of the skill
	Doubtful  bool // a request wrote to the skill, or what is not trusted lies before a command: full auto does not cover it
	Command   bool // someone wrote its words out: a yes is for just these, and nothing else stands for one
}

// ForeignRule is the rule that asks about each program that would run a file which is not trusted.
const ForeignRule = "origin: untrusted"

// Warning is what stands over every question about a skill that is not trusted; empty for the others.
func (t Trust) Warning() string {
	if t != TrustNone {
		return ""
	}
	return "This skill is not trusted. Its programs can read and change every file of the workspace. Allow it only if you know what it does."
}

// program decides whether a skill's program may run unasked (PO-5). Trust and the policy's ask both have to let it:
// the stricter of the two counts, so that ask: never takes no question away that trust has. A yes for the digest
// answers all but what is asked always.
func (p Policy) program(u Use, rule string) Decision {
	switch k := u.Program; {
	case k.Trust == TrustNone:
		return no("trust: untrusted", "The skill is not trusted, so every call is asked about.")
	case k.Foreign:
		return no(ForeignRule, "It would run a file that is not trusted, so every call is asked about.")
	case k.AlwaysAsk:
		return no("always_ask: true", "The skill wants to be asked about always.")
	case p.Asks == "always":
		return no(rule, "The policy asks before every call.")
	case u.Granted && k.Command:
		return yes("granted", "Just these words were approved already.")
	case u.Granted:
		return yes("granted", "The tool %s was approved for this version of the skill already.", u.Tool)
	case k.Command:
		return no("a command's first run", "A command that no skill has a template for is asked about before it first runs.")
	case k.Trust == TrustUser:
		return no("trust: user", "The first call of a tool that is not Lily's own is asked about.")
	case !k.ReadOnly:
		return no("read_only: false", "The first call of a program that may change files is asked about.")
	case p.Asks == "first_use":
		return no(rule, "The policy asks before the first call.")
	}
	return yes("read_only: true", "The skill comes with Lily and only reads.")
}

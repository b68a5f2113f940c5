package policy

// Trust is how far the programs of a skill are trusted, by where it came from
// (PO-5).
type Trust string

// The levels: shipped with Lily, what the person made or brought in, and what
// came out of an archive and was not looked at yet.
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
	Command   bool // someone wrote its words out: a yes is for just these, and nothing else stands for one
}

// Warning is what stands over every question about a skill that is not trusted;
// empty for the others.
func (t Trust) Warning() string {
	if t != TrustNone {
		return ""
	}
	return "This skill came from an archive and is not trusted. Its programs can read and change every file of the workspace. Allow it only if you know what it does."
}

// program decides whether a skill's program may run unasked (PO-5). Trust and
// the policy's ask both have to let it: the stricter of the two counts, so that
// ask: never takes no question away that trust has. A yes for the digest answers
// all but what is asked always.
func (p Policy) program(u Use, rule string) Decision {
	switch k := u.Program; {
	case k.Trust == TrustNone:
		return no("trust: untrusted", "The skill is not trusted, so every call is asked about.")
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

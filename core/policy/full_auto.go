package policy

// FullAuto is the policy's ask that asks about nothing that is trusted (PO-9). Only the
// person chooses it, by editing the policy.
const FullAuto = "full_auto"

// FullAutoSaid is what is said wherever full auto holds.
const FullAutoSaid = "Full auto holds (ask: full_auto): programs of trusted skills, commands and a model's changes of files run without asking you."

// FullAuto reports whether the policy is full auto.
func (p Policy) FullAuto() bool { return p.Asks == FullAuto }

// covered reports whether full auto may let the program run: never one of a skill that
// is not trusted, or that is always asked about.
func (k Program) covered() bool { return k.Trust != TrustNone && !k.AlwaysAsk }

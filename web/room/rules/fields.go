package rules

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/policy"
	"lily/core/profile"
	"lily/core/world"
	"lily/web/html"
)

// set changes the profile, unless it would be refused.
func (p *Profile) set(change func(*profile.Profile) error) error {
	now := p.Store.Sessions.World().Profile
	next := now
	if err := change(&next); err != nil {
		return err
	}
	if _, err := profile.Parse("profile.yaml", next.YAML()); err != nil || next.Digest() == now.Digest() {
		return err
	}
	p.Store.Edits.Edit("Saved the profile.", func(w world.World) (world.World, error) {
		err := change(&w.Profile)
		return w, err
	})
	return nil
}

// fields are the profile as a form.
func (p *Profile) fields(now profile.Profile) []app.UI {
	f, set := p.form(), p.set
	declared := "none is declared"
	if n := len(now.Binaries); n > 0 {
		declared = fmt.Sprintf("%d declared", n)
	}
	return []app.UI{
		f.choice("profile-os", "System", "", now.OS, values(profile.Systems), func(v string) error {
			return set(func(p *profile.Profile) error { p.OS = v; return nil })
		}),
		f.choice("profile-mode", "Mode", "", now.Mode, values(profile.Modes), func(v string) error {
			return set(func(p *profile.Profile) error { p.Mode = v; return nil })
		}),
		f.text("profile-cwd", "Working directory", "", now.Cwd, func(v string) error {
			return set(func(p *profile.Profile) error { p.Cwd = v; return nil })
		}),
		f.list("profile-env", "Environment", "NAME=value, with commas between them, or each in a line.", settings(now.Env), func(list []string) error {
			return set(func(p *profile.Profile) (err error) { p.Env, err = variables(list); return err })
		}),
		f.list("profile-binaries", "Programs, "+declared, "Names with commas between them.", now.Binaries, func(list []string) error {
			return set(func(p *profile.Profile) error { p.Binaries = slices.Sorted(slices.Values(list)); return nil })
		}),
	}
}

func values(list []string) (all []html.Choice) {
	for _, v := range list {
		all = append(all, html.Choice{Value: v, Label: v})
	}
	return all
}

// settings are variables as they are written.
func settings(env map[string]string) (list []string) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		list = append(list, name+"="+env[name])
	}
	return list
}

func variables(list []string) (map[string]string, error) {
	env := map[string]string{}
	for _, line := range list {
		name, value, ok := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, fmt.Errorf("got %q, want NAME=value", line)
		}
		env[name] = strings.TrimSpace(value)
	}
	return env, nil
}

var asks = []html.Choice{
	{Value: "never", Label: "Only where I must be: a model's first change, a program"},
	{Value: "first_use", Label: "The first time that a skill uses a tool"},
	{Value: "always", Label: "Every time"},
	{Value: policy.FullAuto, Label: "Full auto: about nothing that is trusted"},
}

// set changes the policy, unless it would be refused.
func (p *Policy) set(change func(*policy.Policy) error) error {
	now := p.Store.Sessions.World().Policy
	next := now
	if err := change(&next); err != nil {
		return err
	}
	if _, err := policy.Parse("policy.yaml", next.YAML()); err != nil || next.Digest() == now.Digest() {
		return err
	}
	p.Store.Edits.Edit("Saved the policy.", func(w world.World) (world.World, error) {
		err := change(&w.Policy)
		return w, err
	})
	return nil
}

// fields are the policy as a form.
func (p *Policy) fields(now policy.Policy) []app.UI {
	f, set := p.form(), p.set
	names := func(id, label, hint string, at func(*policy.Policy) *[]string) app.UI {
		return f.list(id, label, hint, *at(&now), func(list []string) error {
			return set(func(p *policy.Policy) error { *at(p) = slices.Sorted(slices.Values(list)); return nil })
		})
	}
	budget := ""
	if now.Catalog != nil {
		budget = strconv.Itoa(*now.Catalog)
	}
	return []app.UI{
		f.choice("policy-ask", "Ask me", "", now.Asks, asks, func(v string) error {
			return set(func(p *policy.Policy) error { p.Asks = v; return nil })
		}),
		names("policy-allow", "Tools that are allowed", "Names with commas between them; * is every tool.", func(p *policy.Policy) *[]string { return &p.Allow }),
		names("policy-deny", "Tools that are denied", "Even where they are allowed.", func(p *policy.Policy) *[]string { return &p.Deny }),
		names("policy-commands", "Commands of the owner alone", "", func(p *policy.Policy) *[]string { return &p.OwnerOnly.Commands }),
		names("policy-tools", "Tools of the owner alone", "", func(p *policy.Policy) *[]string { return &p.OwnerOnly.Tools }),
		names("policy-disabled", "Skills that are disabled", "", func(p *policy.Policy) *[]string { return &p.Disabled }),
		f.text("policy-catalog", "Tokens for the catalog", "Nothing for a share of the model's context.", budget, func(v string) error {
			return set(func(p *policy.Policy) (err error) { p.Catalog, err = tokens(v); return err })
		}),
		f.check("policy-widen", "A skill's allowed-tools may add tools", now.Widen, func(on bool) error {
			return set(func(p *policy.Policy) error { p.Widen = on; return nil })
		}),
		f.check("policy-proposals", "Skills may propose a model, a context and defaults", now.Proposals, func(on bool) error {
			return set(func(p *policy.Policy) error { p.Proposals = on; return nil })
		}),
	}
}

func tokens(text string) (*int, error) {
	n, err := strconv.Atoi(text)
	switch {
	case text == "":
		return nil, nil // the usual one
	case err != nil || n < 0 || n > policy.MaxCatalog:
		return nil, errors.New("want a number from 0 to 1,000,000")
	}
	return &n, nil
}

package call

import (
	"cmp"
	"slices"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/session"
	"lily/core/tree"
)

// reach is what a program would run of files that its skill's version does not hold, as far as that
// can be told before: a yes that lasts is for these, too, and not for another text under their names.
type reach struct {
	files   tree.Digest // of all of them; zero where there is none
	foreign string      // the first of them that is not trusted; empty for none
	beside  string      // the first that is not trusted and lies before a command, which may find it by itself
}

// reaches finds what a program would run, and whether a yes of before holds for that.
func (c *Call) reaches(t Turn) (r reach, granted bool) {
	_, digest := c.about()
	grant := session.NewGrant(c.Tool.Name, digest, c.exact())
	any := slices.ContainsFunc(c.state.Granted, grant.Covers)
	if c.program == nil {
		return r, any
	}
	if recall, ok := t.Runner().(Recall); ok { // what lay there then is not here
		a, asked := recall.Approval()
		r.files = a.Files
		if asked {
			r.beside = "/" + workspace
		}
		if a.Rule == policy.ForeignRule {
			r.foreign = r.beside
		}
		return r, any && !asked
	}
	r = c.reached(t)
	grant.Files = r.files
	full := c.state.Policy.FullAuto() && r.foreign == "" && r.beside == "" // that asks about none of it
	return r, slices.Contains(c.state.Granted, grant) || any && full
}

func (c *Call) reached(t Turn) (r reach) {
	spec, known := c.spec(t), t.Input().Origins
	list, more := sources(spec, c.Skill)
	var all []byte
	add := func(at string, f tree.Blob) {
		d := f.Digest()
		all = append(append(append(all, at...), 0), d[:]...)
		if _, foreign := known.Foreign(at); foreign && r.foreign == "" {
			r.foreign = at
		}
	}
	for _, s := range list {
		if s.Path != "" && !s.Pinned && (s.Role == Runs || loader.IsScript(s.Path, s.Text)) {
			add(s.Path, s.Text)
		}
	}
	named := r.foreign
	if known.AnyForeign() {
		for at, f := range sub(spec.Files, workspace).Walk() {
			at = "/" + workspace + "/" + at
			if _, foreign := known.Foreign(at); foreign {
				if c.program.written {
					r.beside = cmp.Or(r.beside, at)
				}
				if loader.IsScript(at, f) {
					add(at, f)
				}
			}
		}
	}
	r.foreign = named
	if more > 0 {
		d := sub(spec.Files, workspace).Digest()
		all = append(all, d[:]...)
	}
	if len(all) > 0 {
		r.files = tree.Sum(all)
	}
	return r
}

package record

import (
	"fmt"

	"lily/core/loader"
	"lily/core/origin"
	"lily/core/plain"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// format is that of an input's blob. A later one is a problem, and no guess.
const format = 1

// input is a [loader.Input] as a blob: its tree by the digest, its rules as values, whose digests are of these bytes.
type input struct {
	Format    int                      `json:"format"`
	Tree      tree.Digest              `json:"tree"`
	Roots     []world.Root             `json:"roots"`
	Profile   profile.Profile          `json:"profile"`
	Policy    policy.Policy            `json:"policy"`
	Tools     []string                 `json:"tools"`
	Reserved  []string                 `json:"reserved"`
	Untrusted []string                 `json:"untrusted,omitempty"`
	Faults    []world.Fault            `json:"faults,omitempty"`
	Params    map[string][]skill.Param `json:"params,omitempty"`
	Origins   origin.Places            `json:"origins,omitempty"`
	Held      []tree.Digest            `json:"held,omitempty"`
}

func encodeInput(in loader.Input) []byte {
	bare, rest := in.Origins.Bare()
	f := input{
		Format: format, Tree: in.Tree.Digest(), Roots: in.Roots, Profile: in.Profile, Policy: in.Policy,
		Tools: in.Tools, Reserved: in.Reserved, Untrusted: bare, Faults: in.Faults, Params: in.Params,
		Origins: rest, Held: in.Guard.Held,
	}
	if f.Roots == nil {
		f.Roots = []world.Root{} // not null
	}
	return plain.JSON(f)
}

// decodeInput reads an input, whose tree is still to be opened.
func decodeInput(data []byte) (in *loader.Input, top tree.Digest, err error) {
	var f input
	err = decode(data, &f)
	if f.Format > format || err == nil && f.Format != format { // a later one may have other keys
		err = fmt.Errorf("it has the format %d, and this Lily reads %d", f.Format, format)
	}
	if err != nil {
		return nil, top, err
	}
	w := world.World{Roots: f.Roots, Profile: f.Profile, Policy: f.Policy, Faults: f.Faults}
	w.Guard.Held = f.Held
	w.Origins = origin.Marks(f.Untrusted...).Put(f.Origins...)
	return &loader.Input{World: w, Tools: f.Tools, Reserved: f.Reserved, Params: f.Params}, f.Tree, nil
}

// open reads the inputs and opens their trees, together.
func (r *reader) open() error {
	r.inputs = map[tree.Digest]*loader.Input{}
	var list, roots []tree.Digest
	for _, s := range r.sides {
		for _, d := range []tree.Digest{s.World, s.Input} {
			if _, known := r.inputs[d]; known || d == (tree.Digest{}) {
				continue
			}
			in, top := r.input(d)
			if r.inputs[d] = in; in != nil {
				list, roots = append(list, d), append(roots, top)
			}
		}
	}
	trees, errs := opened(roots, tree.Opener{From: r.from, Like: r.Like})
	for i, d := range list {
		if errs[i] != nil {
			r.problem(r.named[d], "world", "The files of this moment could not be read again: %s.", errs[i])
			r.inputs[d] = nil
			continue
		}
		r.inputs[d].Tree = trees[i]
	}
	return nil
}

// opened opens trees all at once, or where one is broken, one by one.
func opened(roots []tree.Digest, from tree.Opener) ([]tree.Tree, []error) {
	errs := make([]error, len(roots))
	trees, err := from.OpenAll(roots)
	if err == nil {
		return trees, errs
	}
	trees = make([]tree.Tree, len(roots))
	for i, d := range roots {
		trees[i], errs[i] = from.Open(d)
	}
	return trees, errs
}

func (r *reader) input(d tree.Digest) (in *loader.Input, top tree.Digest) {
	data, ok := r.blobs[d]
	if !ok {
		r.problem(r.named[d], "world", "The files and rules of this moment are lost: %s is missing or damaged.", d.Short())
		return nil, top
	}
	in, top, err := decodeInput(data)
	if err != nil {
		r.problem(r.named[d], "world", "The files and rules of this moment cannot be read: %s: %s.", d.Short(), err)
	}
	return in, top
}

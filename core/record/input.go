package record

import (
	"encoding/json"
	"fmt"

	"lily/core/loader"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tree"
)

// format is that of an input's blob. A later one is a problem, and no guess.
const format = 1

// input is a [loader.Input] as a blob: its tree by the digest, its rules as values,
// whose digests are counted of just these bytes.
type input struct {
	Format    int             `json:"format"`
	Tree      tree.Digest     `json:"tree"`
	Roots     []root          `json:"roots"`
	Profile   profile.Profile `json:"profile"`
	Policy    policy.Policy   `json:"policy"`
	Tools     []string        `json:"tools"`
	Reserved  []string        `json:"reserved"`
	Untrusted []string        `json:"untrusted,omitempty"`
	Faults    []fault         `json:"faults,omitempty"`

	Params map[string][]skill.Param `json:"params,omitempty"`
}

type fault struct {
	Part    string `json:"part"`
	Message string `json:"message"`
}

type root struct {
	Source   loader.Source `json:"source"`
	Path     string        `json:"path"`
	Required bool          `json:"required"`
	Scan     loader.Scan   `json:"scan"`
	Skips    []tree.Skip   `json:"skips,omitempty"`
}

func encodeInput(in loader.Input) []byte {
	f := input{
		Format: format, Tree: in.Tree.Digest(), Roots: make([]root, len(in.Roots)), Profile: in.Profile, Policy: in.Policy,
		Tools: in.Tools, Reserved: in.Reserved, Untrusted: in.Untrusted, Params: in.Params,
	}
	for i, r := range in.Roots {
		f.Roots[i] = root{r.Source, r.Path, r.Required, r.Scan, r.Skips}
	}
	for _, x := range in.Faults {
		f.Faults = append(f.Faults, fault(x))
	}
	return encode(f)
}

// decodeInput reads an input, whose tree is still to be opened.
func decodeInput(data []byte) (in loader.Input, top tree.Digest, err error) {
	var f input
	if err := decode(data, &f); err != nil {
		return in, top, later(data, err)
	}
	if f.Format != format {
		return in, top, fmt.Errorf("it has the format %d, and this Lily reads %d", f.Format, format)
	}
	in = loader.Input{
		Roots: make([]loader.Root, len(f.Roots)), Profile: f.Profile, Policy: f.Policy,
		Tools: f.Tools, Reserved: f.Reserved, Untrusted: f.Untrusted, Params: f.Params,
	}
	for i, r := range f.Roots {
		in.Roots[i] = loader.Root{Source: r.Source, Path: r.Path, Required: r.Required, Scan: r.Scan, Skips: r.Skips}
	}
	for _, x := range f.Faults {
		in.Faults = append(in.Faults, loader.Fault(x))
	}
	return in, f.Tree, nil
}

// later says of an input that cannot be read whether it is of another format.
func later(data []byte, err error) error {
	var f struct {
		Format int `json:"format"`
	}
	if json.Unmarshal(data, &f) == nil && f.Format > format {
		return fmt.Errorf("it has the format %d, and this Lily reads %d", f.Format, format)
	}
	return err
}

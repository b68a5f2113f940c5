package record

import (
	"encoding/json"
	"fmt"

	"lily/core/loader"
	"lily/core/plain"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/skill"
	"lily/core/tree"
	"lily/core/world"
)

// format is that of an input's blob. A later one is a problem, and no guess.
const format = 1

// input is a [loader.Input] as a blob: its tree by the digest, its rules as values,
// whose digests are counted of just these bytes.
type input struct {
	Format    int             `json:"format"`
	Tree      tree.Digest     `json:"tree"`
	Roots     []world.Root    `json:"roots"`
	Profile   profile.Profile `json:"profile"`
	Policy    policy.Policy   `json:"policy"`
	Tools     []string        `json:"tools"`
	Reserved  []string        `json:"reserved"`
	Untrusted []string        `json:"untrusted,omitempty"`
	Faults    []world.Fault   `json:"faults,omitempty"`

	Params map[string][]skill.Param `json:"params,omitempty"`
}

func encodeInput(in loader.Input) []byte {
	f := input{
		Format: format, Tree: in.Tree.Digest(), Roots: in.Roots, Profile: in.Profile, Policy: in.Policy,
		Tools: in.Tools, Reserved: in.Reserved, Untrusted: in.Untrusted, Faults: in.Faults, Params: in.Params,
	}
	if f.Roots == nil {
		f.Roots = []world.Root{} // not null
	}
	return plain.JSON(f)
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
	w := world.World{Roots: f.Roots, Profile: f.Profile, Policy: f.Policy, Untrusted: f.Untrusted, Faults: f.Faults}
	in = loader.Input{World: w, Tools: f.Tools, Reserved: f.Reserved, Params: f.Params}
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

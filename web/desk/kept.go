package desk

import (
	"encoding/json"
	"slices"

	"lily/core/plain"
)

// kept is a desk as a browser's tab remembers it: documents by their addresses.
type kept struct {
	Groups []keptGroup    `json:"groups"`
	At     int            `json:"at"`
	Rail   string         `json:"rail"`
	Folded bool           `json:"folded,omitempty"`
	Low    bool           `json:"low,omitempty"`
	Sizes  map[string]int `json:"sizes,omitempty"`
	Scroll map[string]int `json:"scroll,omitempty"`
}

type keptGroup struct {
	Tabs  []string `json:"tabs"`
	Front int      `json:"front"`
}

// roomy is how long a kept desk can be that [Desk.Encode] made.
const roomy = 1 << 20

// Encode is the desk as a text that [Decode] reads.
func (k *Desk) Encode() string {
	out := kept{At: k.At, Rail: k.Rail, Folded: k.Folded, Low: k.Low, Sizes: k.Sizes, Scroll: map[string]int{}}
	for _, g := range k.Groups {
		list := []string{}
		for _, d := range g.Tabs {
			list = append(list, d.String())
			if at := k.Scroll[d.String()]; at > 0 {
				out.Scroll[d.String()] = at
			}
		}
		out.Groups = append(out.Groups, keptGroup{list, g.Front})
	}
	return string(plain.JSON(out))
}

// Decode reads a desk that was kept, perhaps by another Lily, or damaged: what means nothing
// is left out. A rail that there is not is the first one.
func Decode(text string, rails ...string) *Desk {
	var in kept
	if len(text) > roomy || json.Unmarshal([]byte(text), &in) != nil {
		in = kept{}
	}
	k := New(rails[0])
	if slices.Contains(rails, in.Rail) {
		k.Rail = in.Rail
	}
	k.Folded, k.Low = in.Folded, in.Low
	for name, size := range in.Sizes {
		if len(k.Sizes) < 8 && len(name) <= 16 && size > 0 && size <= 10_000 {
			k.Sizes[name] = size
		}
	}
	k.fill(in.Groups[:min(len(in.Groups), 2)])
	for _, d := range k.All() {
		if at := in.Scroll[d.String()]; at > 0 {
			k.Scroll[d.String()] = at
		}
	}
	if len(k.Groups) == 2 && in.At == 1 {
		k.At = 1
	}
	return k
}

// fill opens what was open, each once, and sessions in one group.
func (k *Desk) fill(groups []keptGroup) {
	var fronts []Doc
	for _, g := range groups {
		if len(k.Groups[0].Tabs) > 0 {
			k.Groups = append(k.Groups, Group{})
		}
		at, front := len(k.Groups)-1, Doc{}
		for i, address := range g.Tabs {
			d, err := Parse(address)
			if k.At = at; err == nil && (k.Has(d) || k.Open(d) == nil) && i == g.Front {
				front = d
			}
		}
		fronts = append(fronts, front)
	}
	for at := range k.Groups {
		g := &k.Groups[at]
		g.Front = max(0, slices.IndexFunc(g.Tabs, func(d Doc) bool { return slices.Contains(fronts, d) }))
	}
	k.At = 0
	k.tidy()
}

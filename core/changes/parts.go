package changes

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"lily/core/intake"
	"lily/core/loader"
	"lily/core/prompt"
	"lily/core/review"
	"lily/core/skill"
	"lily/core/tree"
)

// Found is what was found on one side and not on the other, wherever it stands.
type Found struct {
	Gone []skill.Finding `json:"gone"`
	New  []skill.Finding `json:"new"`
}

// Differs reports whether there is any.
func (f Found) Differs() bool { return len(f.Gone)+len(f.New) > 0 }

// found takes a finding that moved to another line for the same.
func found(was, is []skill.Finding) Found { return Found{without(was, is), without(is, was)} }

func (d Side) findings(c *loader.Candidate) []skill.Finding {
	switch {
	case c == nil:
		return nil
	case d.Advice == nil:
		return c.AllFindings()
	}
	return d.Advice(c)
}

// without are those of a list that another one has not, each as often as it has more of them.
func without(list, those []skill.Finding) []skill.Finding {
	left := map[[4]string]int{}
	for _, f := range those {
		left[says(f)]++
	}
	rest := []skill.Finding{}
	for _, f := range list {
		if left[says(f)]--; left[says(f)] < 0 {
			rest = append(rest, f)
		}
	}
	return rest
}

func says(f skill.Finding) [4]string {
	return [4]string{f.Code, string(f.Severity), f.File, f.Message}
}

// entry is what a model is told of a skill where nothing of the catalog is cut.
func entry(c *loader.Candidate) string {
	if c == nil || c.State != loader.Available {
		return ""
	}
	return prompt.Told(c)
}

func (d Side) tools(c *loader.Candidate) []string {
	if c == nil || c.State != loader.Available {
		return nil
	}
	list := d.Policy.Effective(c.Skill(), d.Tools)
	for _, t := range c.Skill().Tools {
		list = append(list, c.Name+"."+t.Name)
	}
	slices.Sort(list)
	return list
}

func programs(c *loader.Candidate) []string {
	if c == nil || c.State == loader.Shadowed {
		return nil
	}
	return intake.Programs(c.Skill())
}

func sets(was, is []string) Set {
	s := Set{[]string{}, []string{}}
	for _, one := range was {
		if !slices.Contains(is, one) {
			s.Gone = append(s.Gone, one)
		}
	}
	for _, one := range is {
		if !slices.Contains(was, one) {
			s.New = append(s.New, one)
		}
	}
	return s
}

func tokens(was, is *loader.Candidate) (t Tokens) {
	t.Listed.Was, t.Used.Was, t.Files.Was = cost(was)
	t.Listed.Is, t.Used.Is, t.Files.Is = cost(is)
	return t
}

func cost(c *loader.Candidate) (listed, used, files int) {
	if c == nil {
		return 0, 0, 0
	}
	if c.State == loader.Available {
		listed, used = prompt.Cost(c)
	}
	for _, f := range c.Folder().Walk() {
		if text, ok := Text(f); ok {
			files += (len(text) + 3) / 4
		}
	}
	return listed, used, files
}

// mostText is the longest file that is compared by lines.
const mostText = 1 << 20

// Text is a file as text, and whether it is one that can be shown.
func Text(f tree.Blob) (string, bool) {
	if f.Size() > mostText {
		return "", false
	}
	data, err := f.Bytes()
	return string(data), err == nil && utf8.Valid(data) && bytes.IndexByte(data, 0) < 0
}

func folder(c *loader.Candidate) tree.Tree {
	if c == nil {
		return tree.Tree{}
	}
	return c.Folder()
}

// renamed makes one of a skill that is gone and one that is new with the same instructions. Where each side has one skill
// alone, the two are one.
func renamed(list []review.Skill, lone bool) []review.Skill {
	var gone, rest []review.Skill
	for _, s := range list {
		if s.Is == nil {
			gone = append(gone, s)
		}
	}
	for _, s := range list {
		switch at := slices.IndexFunc(gone, func(g review.Skill) bool { return s.Was == nil && s.Is != nil && (lone || alike(g.Was, s.Is)) }); {
		case s.Is == nil:
		case at >= 0:
			s.Was = gone[at].Was
			s.Files = tree.Diff(folder(s.Was), folder(s.Is))
			gone = slices.Delete(gone, at, at+1)
			rest = append(rest, s)
		default:
			rest = append(rest, s)
		}
	}
	return append(rest, gone...)
}

// alike reports whether two skills have the same instructions, which are more than nothing.
func alike(a, b *loader.Candidate) bool {
	body := a.Skill().Body
	return body != "" && body == b.Skill().Body
}

package intake

import (
	"fmt"
	"path"
	"strings"

	"lily/core/answer"
)

const (
	maxNames = 100 // places outside of its folder that are kept of a skill
	maxNeeds = 5   // of them that are said to be missing
)

// outside finds what a text names beyond its skill's folder, as in ../lib/common.sh or
// /workspace/skills/other/run.sh. Of one that is relative both are tried: to the file's folder and to the skill's.
func outside(at, text string, named map[string]bool) {
	for name := range words(text, "../") {
		for _, from := range []string{path.Dir(at), "."} {
			if to := path.Join(from, name); !path.IsAbs(name) && strings.HasPrefix(to, "../") && len(named) < maxNames {
				named[to] = true
			}
		}
	}
	for name := range words(text, "/skills/") {
		for _, root := range []string{"/workspace/skills/", "/user/skills/"} {
			if rest, ok := strings.CutPrefix(name, root); ok && rest != "" && len(named) < maxNames {
				named["../"+rest] = true // beside it, once it is imported
			}
		}
	}
}

// words yields each word of a text that has a mark in it.
func words(text, mark string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := strings.Index(text, mark); i >= 0; i = strings.Index(text, mark) {
			from, end := strings.LastIndexFunc(text[:i], endsPath)+1, strings.IndexFunc(text[i:], endsPath)+i
			if end < i {
				end = len(text)
			}
			if !yield(strings.TrimRight(text[from:end], "./,:")) {
				return
			}
			text = text[end:]
		}
	}
}

func endsPath(r rune) bool { return r <= ' ' || strings.ContainsRune("\"'`()[]{}<>|;&*?$\\=#!,", r) }

// needs says of each skill that is taken what it names of the drop and does not come along: files of
// skills that are left out, and files that belong to none.
func (p *Plan) needs() {
	left := map[string]string{} // the names of skills that are left out, by their place
	for _, s := range p.Left {
		left[s.Archive+"\x00"+s.at] = s.Name
	}
	for i := range p.Skills {
		s := &p.Skills[i]
		var list []string
		for _, name := range s.names {
			if why := p.missing(s, path.Join(s.at, name), left); why != "" {
				list = append(list, "It names "+name+", "+why)
			}
		}
		if more := len(list) - maxNeeds; more > 0 {
			list = append(list[:maxNeeds], "It names "+answer.Number(more, "more file")+" that stay out.")
		}
		s.Needs = list
	}
}

func (p *Plan) missing(s *Planned, place string, left map[string]string) string {
	for at := place; at != "." && at != ".." && at != "/"; at = path.Dir(at) {
		if name, ok := left[s.Archive+"\x00"+at]; ok {
			_, err := p.World.Tree.At(p.path(name))
			if err == nil {
				return fmt.Sprintf("of the skill %s, which is left out; what is here of it stays.", name)
			}
			return fmt.Sprintf("of the skill %s, which is left out.", name)
		}
	}
	rest := p.drop.rests[s.Archive]
	_, file := rest.File(place)
	_, err := rest.At(place)
	if file || err == nil && place != "." {
		return "which belongs to no skill and stays out."
	}
	return ""
}

package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"lily/core/answer"
	"lily/core/order"
	"lily/core/skill"
)

// empty are words that tell nothing apart.
var empty = map[string]bool{
	"a": true, "an": true, "the": true, "and": true, "or": true, "of": true, "to": true, "for": true, "in": true, "on": true, "with": true, "by": true,
	"from": true, "as": true, "is": true, "are": true, "be": true, "it": true, "this": true, "that": true, "use": true, "when": true, "skill": true, "user": true,
}

// alikeAt is how many of a hundred words two descriptions must share.
const alikeAt = 80

// Alike finds skills whose descriptions can hardly be told apart, by the names of the skills. A model that has both selects
// by chance. Descriptions that differ in a word of either's name are told apart by it.
func Alike(list []*skill.Skill) map[string]skill.Finding {
	found, all, count := map[string]skill.Finding{}, []worded{}, map[string]int{}
	for _, s := range list {
		if w := significant(s.Description); len(w) >= 4 && !s.PersonOnly {
			all = append(all, worded{s, w})
			for _, word := range w {
				count[word]++
			}
		}
	}
	order.StableFunc(all, func(a, b worded) int { return strings.Compare(a.Name, b.Name) })
	having := map[string][]worded{}
	for _, w := range all {
		// Who shares so many words shares one of the rarest.
		order.StableFunc(w.words, func(a, b string) int { return cmp.Or(count[a]-count[b], strings.Compare(a, b)) })
		rare := w.words[:len(w.words)-len(w.words)*alikeAt/100+1]
		tried := map[string]bool{}
		for _, word := range rare {
			for _, other := range having[word][:min(len(having[word]), mostTwins)] {
				if tried[other.Name] || other.Name == w.Name || !w.alike(other) {
					tried[other.Name] = true
					continue
				}
				keep(found, w.Skill, other.Skill)
				keep(found, other.Skill, w.Skill)
				tried[other.Name] = true
			}
			having[word] = append(having[word], w)
		}
	}
	return found
}

// mostTwins bounds with how many skills one is compared for each of its rare words: more that share one are a series.
const mostTwins = 50

func keep(found map[string]skill.Finding, s, twin *skill.Skill) {
	if _, ok := found[s.Name]; !ok {
		found[s.Name] = told(s, twin)
	}
}

// worded is a skill with the words of its description.
type worded struct {
	*skill.Skill
	words []string
}

// alike reports whether two descriptions share nearly all words, and no other word is one by which the names differ.
func (w worded) alike(o worded) bool {
	if len(w.words)*alikeAt > 100*len(o.words) || len(o.words)*alikeAt > 100*len(w.words) {
		return false
	}
	own := append(significant(w.Name), significant(o.Name)...)
	shared := 0
	for _, word := range w.words {
		if slices.Contains(o.words, word) {
			shared++
		} else if slices.Contains(own, word) {
			return false
		}
	}
	for _, word := range o.words {
		if !slices.Contains(w.words, word) && slices.Contains(own, word) {
			return false
		}
	}
	return 100*shared >= alikeAt*(len(w.words)+len(o.words)-shared)
}

func told(s, twin *skill.Skill) skill.Finding {
	line, about := 1, info("alike")
	for _, f := range s.Fields {
		if f.Key == "description" {
			line = f.Line
		}
	}
	return skill.Finding{
		Code: about.Code, Severity: about.Severity, Clause: about.Clause, File: main, Line: line, Column: 1,
		Message: fmt.Sprintf("The description can hardly be told from that of %s: a model that has both selects one by chance.", answer.Short(twin.Name)),
	}
}

// significant are the words of a text that tell it from others, each once, without their endings.
func significant(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return empty[w] })
	for i, w := range words {
		for _, end := range []string{"ing", "ed", "es", "s"} {
			if stem := strings.TrimSuffix(w, end); stem != w && len(stem) > 3 {
				words[i] = stem
				break
			}
		}
		words[i] = strings.TrimSuffix(words[i], "e")
	}
	slices.Sort(words)
	return slices.Compact(words)
}

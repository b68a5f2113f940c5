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
	found, all := map[string]skill.Finding{}, ranked(list)
	having, tried := map[int][]int{}, make([]int, len(all)) // by word, and with whom a skill was compared last
	for i, w := range all {
		// Who shares so many words shares one of the rarest.
		for _, word := range w.words[:len(w.words)-len(w.words)*alikeAt/100+1] {
			for _, at := range having[word][:min(len(having[word]), mostTwins)] {
				other := all[at]
				if tried[at] != i && other.Name != w.Name && w.alike(other) {
					keep(found, w.Skill, other.Skill)
					keep(found, other.Skill, w.Skill)
				}
				tried[at] = i
			}
			having[word] = append(having[word], i)
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

// worded is a skill with the words of its description and of its name, by how rare they are: the rarest is 0.
type worded struct {
	*skill.Skill
	words, name []int
}

// ranked are the skills by their names, without those that say too little to be compared.
func ranked(list []*skill.Skill) (all []worded) {
	list = slices.Clone(list)
	order.StableFunc(list, func(a, b *skill.Skill) int { return strings.Compare(a.Name, b.Name) })
	number, words, count := map[string]int{}, []string{}, []int{}
	for _, s := range list {
		if s.PersonOnly {
			continue
		}
		w := worded{Skill: s}
		for _, word := range significant(s.Description) {
			n, known := number[word]
			if !known {
				n = len(words)
				number[word], words, count = n, append(words, word), append(count, 0)
			}
			w.words = append(w.words, n)
		}
		if len(w.words) < 4 {
			continue
		}
		for _, n := range w.words {
			count[n]++
		}
		all = append(all, w)
	}
	rank := ranks(words, count)
	for _, w := range all {
		for i, n := range w.words {
			w.words[i] = rank[n]
		}
		slices.Sort(w.words)
	}
	for i := range all {
		for _, word := range significant(all[i].Name) {
			if n, known := number[word]; known {
				all[i].name = append(all[i].name, rank[n])
			}
		}
	}
	return all
}

// ranks are the places of words, the rarest first.
func ranks(words []string, count []int) []int {
	sorted, rank := make([]int, len(words)), make([]int, len(words))
	for n := range sorted {
		sorted[n] = n
	}
	slices.SortFunc(sorted, func(a, b int) int { return cmp.Or(count[a]-count[b], strings.Compare(words[a], words[b])) })
	for at, n := range sorted {
		rank[n] = at
	}
	return rank
}

// alike reports whether two descriptions share nearly all words, and no other word is one by which the names differ.
func (w worded) alike(o worded) bool {
	if len(w.words)*alikeAt > 100*len(o.words) || len(o.words)*alikeAt > 100*len(w.words) {
		return false
	}
	var apart []int
	most := len(w.words) + len(o.words)
	for a, b := w.words, o.words; len(a)+len(b) > 0; {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			apart, a = append(apart, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			apart, b = append(apart, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
		if shared := (most - len(apart)) / 2; 100*shared < alikeAt*(most-shared) {
			return false
		}
	}
	return !slices.ContainsFunc(apart, func(n int) bool { return slices.Contains(w.name, n) || slices.Contains(o.name, n) })
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

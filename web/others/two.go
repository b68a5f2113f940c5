package others

import (
	"errors"
	"slices"
	"strings"

	"lily/core/agents"
	"lily/core/agents/glance"
	"lily/core/tree"
	"lily/web/port"
)

// Two are the skills of a folder on two sides, and to which agents each is something else.
type Two struct {
	Eyes   [][]glance.Eye // of each skill that was asked about; empty until they are there
	Making bool
	Err    error

	of    tree.Digest
	pairs []glance.Pair
	stage port.Stage
	stop  func()
}

// Between has agents look at both sides of a folder, which lie below [glance.Was] and [glance.Is] of a tree, and returns
// what is known of it now.
func (o *Others) Between(folder string, files tree.Tree, skills []glance.Pair) *Two {
	if t := o.two[folder]; t != nil {
		if t.of == files.Digest() && slices.Equal(t.pairs, skills) {
			return t
		}
		t.stop()
	}
	t := &Two{Making: true, of: files.Digest(), pairs: skills}
	o.two[folder] = t
	q := port.Question{Of: "eyes", Name: "compare " + folder, Files: files, Reads: func(at string) bool {
		_, at, _ = strings.Cut(at, "/")
		return at != "" && agents.IsRead(at)
	}}
	t.stop = o.ask(q, glance.Between{Window: Window, Skills: skills}, &t.stage, func(answer []byte, err error) {
		var list [][]glance.Eye
		if err == nil {
			list, err = glance.UnpackEyes(answer)
		}
		if err == nil && len(list) != len(skills) {
			err = errors.New("it told of other skills")
		}
		if t.Making, t.Err = false, err; err == nil {
			t.Eyes = list
		}
	})
	return t
}

// Said is why there is nothing to see yet, in a sentence.
func (t *Two) Said() string {
	return said("What judges for other agents", "The agents are looking at the skills.", t.stage, t.Err)
}

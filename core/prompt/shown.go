package prompt

import (
	"slices"

	"lily/core/model"
	"lily/core/sight"
)

// Shown is a conversation as a person sees it: what is hidden in a text tells a model nothing of its own (PO-6). It
// remembers what it has looked at, so that each request of a session looks only at what is new: else a long session
// costs as much as the square of its length. The zero Shown has seen nothing, and a nil one remembers nothing.
type Shown struct {
	said, shown []model.Message
	own         bool // shown is a list of its own, since something was hidden
}

// of returns the messages of a conversation that goes on. Where nothing is hidden, as mostly, they are the list itself:
// each request would keep one of its own.
func (s *Shown) of(list []model.Message) []model.Message {
	if s == nil {
		s = new(Shown)
	}
	if !grown(list, s.said) {
		*s = Shown{}
	}
	for i := len(s.said); i < len(list); i++ {
		s.add(list, i)
	}
	if s.said = list; !s.own {
		s.shown = list
	}
	return slices.Clip(s.shown)
}

func (s *Shown) add(list []model.Message, i int) {
	m := list[i]
	text, sent, context := sight.Show(m.Text), sight.Show(m.Sent), sight.Show(m.Context)
	if !s.own && (text != m.Text || sent != m.Sent || context != m.Context) {
		s.shown, s.own = slices.Clone(list[:i]), true
	}
	if s.own {
		m.Text, m.Sent, m.Context = text, sent, context
		s.shown = append(s.shown, m)
	}
}

// grown reports whether a list is the same one that was looked at, grown in place: what a state refers to is never
// written again.
func grown(list, with []model.Message) bool {
	return len(with) > 0 && len(list) >= len(with) && &list[0] == &with[0]
}

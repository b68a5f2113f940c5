package ui

import (
	"strconv"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/model"
)

// turnView is one turn of the conversation, gathered from its events.
type turnView struct {
	Seq    int // of its first event
	Input  string
	Skill  string // the declared skill
	By     string
	Tools  []toolView
	Blocks answer.Answer
	Reply  string
	Model  string
	Error  *event.Error
	Open   bool // nothing has ended it yet
}

type toolView struct {
	Call   event.ToolCall
	Result *event.ToolResult
}

// key names the turn among those of all sessions.
func (t turnView) key(s *Store) string { return s.Session + "/" + strconv.Itoa(t.Seq) }

// turns folds a session's events into what the conversation shows.
func turns(events []event.Event) []turnView {
	var list []turnView
	for _, e := range events {
		if input, ok := begins(e.Body, list); ok {
			list = append(list, turnView{Seq: e.Seq, Input: input, Open: true})
		}
		if n := len(list); n > 0 {
			list[n-1].take(e.Body)
		}
	}
	return list
}

// begins reports whether an event is a person's line: a command, or a message
// that no command stands before.
func begins(b event.Body, list []turnView) (string, bool) {
	switch b := b.(type) {
	case event.Command:
		return b.Input, true
	case event.Message:
		open := len(list) > 0 && list[len(list)-1].Open
		return b.Text, b.Role == model.User && !open
	}
	return "", false
}

func (t *turnView) take(b event.Body) {
	switch b := b.(type) {
	case event.SkillSelected:
		t.Skill, t.By = b.Name, b.By
	case event.ToolCall:
		t.Tools = append(t.Tools, toolView{Call: b})
	case event.ToolResult:
		if n := len(t.Tools); n > 0 {
			t.Tools[n-1].Result = &b
		}
	case event.Answer:
		t.Blocks, t.Open = b.Blocks, false
	case event.ModelResponse:
		t.Reply, t.Model, t.Open = b.Text, b.Model, false
	case event.Error:
		t.Error, t.Open = &b, false
	}
}

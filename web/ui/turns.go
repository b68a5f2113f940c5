package ui

import (
	"lily/core/answer"
	"lily/core/event"
	"lily/core/model"
	"lily/core/world"
)

// turnView is one turn of the conversation, gathered from its events; or, with
// a Note, something that happened between two of them.
type turnView struct {
	Seq      int // of its first event
	Rev      int // of its last one
	Input    string
	Note     string
	Steps    []*step
	Asks     bool        // a model was asked, so that it can be asked again
	Open     bool        // nothing has ended it yet
	Replaced []*turnView // what it was branched off from, oldest first
}

// step is one thing that happened in a turn, in its place: exactly one of the
// fields is there.
type step struct {
	Seq      int // of the event that began it
	Reply    *replyStep
	Tool     *toolStep
	Skill    *skillStep
	Proposal *event.Proposal
	Blocks   answer.Answer
	Error    *event.Error
}

// replyStep is one question to a model, and what it answered.
type replyStep struct {
	Model    string
	Response *event.ModelResponse // nil while it is asked
}

// toolStep is one call of a tool, a model's or the person's.
type toolStep struct {
	ID, Name string
	Approval *event.Approval
	Call     *event.ToolCall
	Result   *event.ToolResult
	Refused  *event.CallRefused

	seq, called, ended int  // its first event, its call and its result
	foreign            bool // its files are those of a recording
}

// skillStep is the request's one skill (CV-4).
type skillStep struct {
	Name, By  string
	Loaded    *event.SkillLoaded
	Effective []string // the tools that it may use
}

// talk folds a session's events into what the conversation shows, and takes
// each event once.
type talk struct {
	seen int
	list []*turnView
	gone []*turnView // replaced by the turn that begins next
}

// turns is the conversation of a list of events.
func turns(events []event.Event) []*turnView {
	var k talk
	k.take(events)
	return k.list
}

func (k *talk) take(events []event.Event) {
	for _, e := range events[k.seen:] {
		k.one(e)
	}
	k.seen = len(events)
}

func (k *talk) one(e event.Event) {
	switch b := e.Body.(type) {
	case event.Branched:
		k.branch(b.From)
	case event.SessionKept:
		for _, t := range k.list {
			t.abroad()
		}
	case event.ModelSelected:
		k.list = append(k.list, &turnView{Seq: e.Seq, Note: "From here on the model is " + b.Model + "."})
	}
	if input, ok := begins(e.Body, k.last()); ok {
		k.list = append(k.list, &turnView{Seq: e.Seq, Input: input, Open: true, Replaced: k.gone})
		k.gone = nil
	}
	if t := k.last(); t != nil && t.Note == "" {
		t.take(e)
	}
}

func (k *talk) last() *turnView {
	if len(k.list) == 0 {
		return nil
	}
	return k.list[len(k.list)-1]
}

// branch puts aside the turns that begin at an event or after it. Nothing is
// lost: the turn that follows holds them.
func (k *talk) branch(from int) {
	for i, t := range k.list {
		if t.Seq < from {
			continue
		}
		for _, t := range k.list[i:] {
			k.gone = append(k.gone, t.Replaced...)
			if t.Note == "" {
				k.gone = append(k.gone, t)
			}
		}
		k.list = k.list[:i:i]
		return
	}
}

// begins reports whether an event is a person's line: a command, or a message
// that no command stands before.
func begins(b event.Body, last *turnView) (string, bool) {
	switch b := b.(type) {
	case event.Command:
		return b.Input, true
	case event.Message:
		return b.Text, b.Role == model.User && (last == nil || !last.Open)
	}
	return "", false
}

func (t *turnView) take(e event.Event) {
	t.Rev = e.Seq
	switch b := e.Body.(type) {
	case event.SkillSelected:
		t.add(step{Seq: e.Seq, Skill: &skillStep{Name: b.Name, By: b.By}})
	case event.SkillLoaded:
		t.skill(b.Name).Loaded = &b
	case event.SkillInvoked:
		t.skill(b.Name).Effective = b.Effective
	case event.Proposal:
		t.add(step{Seq: e.Seq, Proposal: &b})
	case event.ModelRequest:
		t.Asks = true
		t.add(step{Seq: e.Seq, Reply: &replyStep{Model: b.Model}})
	case event.ModelResponse:
		t.reply(e.Seq, &b)
	case event.Answer:
		t.add(step{Seq: e.Seq, Blocks: b.Blocks})
		t.Open = false
	case event.WorldFault:
		t.add(step{Seq: e.Seq, Blocks: answer.Say(world.Fault(b).String())})
	case event.Error:
		t.add(step{Seq: e.Seq, Error: &b})
		t.Open = false
	default:
		t.call(e)
	}
}

// call takes what happens to a call of a tool.
func (t *turnView) call(e event.Event) {
	switch b := e.Body.(type) {
	case event.Approval:
		t.tool(e.Seq, b.Call, b.Tool).Approval = &b
	case event.ToolCall:
		c := t.tool(e.Seq, b.Call, b.Tool)
		c.Call, c.called = &b, e.Seq
	case event.ToolResult:
		c := t.tool(e.Seq, b.Call, b.Tool)
		c.Result, c.ended = &b, e.Seq
	case event.CallRefused:
		t.tool(e.Seq, b.Call, b.Tool).Refused = &b
	}
}

func (t *turnView) add(s step) { t.Steps = append(t.Steps, &s) }

// reply ends the question that is open. A response that asks for calls goes on.
func (t *turnView) reply(seq int, b *event.ModelResponse) {
	t.Open = len(b.Calls) > 0
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Reply != nil && t.Steps[n-1].Reply.Response == nil {
		t.Steps[n-1].Reply.Response = b
		return
	}
	t.add(step{Seq: seq, Reply: &replyStep{Model: b.Model, Response: b}})
}

// tool is the call of an id that is not over yet, or a new one.
func (t *turnView) tool(seq int, id, name string) *toolStep {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		c := t.Steps[i].Tool
		if c != nil && c.ID == id && c.Name == name && c.Result == nil && c.Refused == nil {
			return c
		}
	}
	c := &toolStep{ID: id, Name: name, seq: seq}
	t.add(step{Seq: seq, Tool: c})
	return c
}

// skill is the step of the request's skill; one that no selection stands
// before is not kept.
func (t *turnView) skill(name string) *skillStep {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if k := t.Steps[i].Skill; k != nil && k.Name == name {
			return k
		}
	}
	return &skillStep{}
}

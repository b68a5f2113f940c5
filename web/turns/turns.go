// Package turns folds a session's events into the turns of a conversation, says in a line
// what an event is, and works out how to undo what a call changed.
//
// It promises pure functions: each event is taken once, in order, and equal events give
// equal turns. It shows nothing.
//
//	var talk turns.Talk
//	talk.Take(events) // talk.List: a command, its steps, what a retry replaced
package turns

import (
	"maps"
	"slices"

	"lily/core/answer"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/session"
	"lily/core/sight"
	"lily/core/world"
	"lily/web/words"
)

// Turn is one of the conversation; or, with a Note, something that happened between two of them.
type Turn struct {
	Seq      int // of its first event
	Rev      int // of its last one
	Input    string
	Note     string
	Steps    []*Step
	Asks     bool    // a model was asked, so that it can be asked again
	Open     bool    // nothing has ended it yet
	Replaced []*Turn // what it was branched off from, oldest first
}

// Step is one thing that happened in a turn, in its place: exactly one of the fields is there.
type Step struct {
	Seq      int // of the event that began it
	Reply    *Reply
	Tool     *Tool
	Skill    *Skill
	Proposal *event.Proposal
	Blocks   answer.Answer
	Error    *event.Error
}

// Reply is one question to a model, and what it answered.
type Reply struct {
	Model    string
	Response *event.ModelResponse // nil while it is asked
}

// Tool is one call of a tool, a model's or the person's.
type Tool struct {
	ID, Name string
	Approval *event.Approval
	Call     *event.ToolCall
	Result   *event.ToolResult
	Refused  *event.CallRefused
	Asks     []*Ask // of its program, over the network

	Seq, Called, ended int  // its first event, its call and its result
	Foreign            bool // its files are those of a recording
}

// Ask is a program's request, and what came of it as far as that is known.
type Ask struct {
	Request  event.NetworkRequest
	Approval *event.Approval
	Answer   *event.NetworkAnswer
}

// State is the word for how a call stands.
func (t *Tool) State() string {
	switch {
	case t.Refused != nil:
		return "refused"
	case t.Approval != nil && !t.Approval.Granted:
		return "not approved"
	case t.Result == nil:
		return "running"
	}
	return outcome(*t.Result)
}

// Skill is the request's one skill (CV-4).
type Skill struct {
	Name, By  string
	Loaded    *event.SkillLoaded
	Effective []string // the tools that it may use
}

// Talk folds a session's events into what the conversation shows, and takes each event once.
type Talk struct {
	Seen int
	List []*Turn
	open session.Open // of the last turn
	gone []*Turn      // replaced by the turn that begins next
}

// Take folds the events that it has not seen yet.
func (k *Talk) Take(events []event.Event) {
	for _, e := range events[k.Seen:] {
		k.one(e)
		k.open = k.open.Apply(e.Body)
	}
	k.Seen = len(events)
}

func (k *Talk) one(e event.Event) {
	switch b := e.Body.(type) {
	case event.Branched:
		k.branch(b.From)
	case event.SessionKept:
		for _, t := range k.List {
			for _, c := range t.calls() {
				c.Foreign = true
			}
		}
		k.note(e.Seq, "What stands above was recorded elsewhere. From here on the session is yours: your model, persona, profile, policy and skills are in force, and what was allowed above is not any more.")
	case event.ModelSelected:
		k.note(e.Seq, "From here on the model is "+sight.Show(b.Model)+".")
	case event.Command:
		k.begin(e.Seq, b.Input)
	case event.Message:
		if last := k.last(); b.Role == model.User && (last == nil || !last.Open) { // no command stands before it
			k.begin(e.Seq, b.Text)
		}
	}
	if t := k.last(); t != nil && t.Note == "" {
		t.take(e)
		if b, ok := e.Body.(event.Interrupted); ok {
			for _, e.Body = range k.open.Ends(b.Why) {
				t.take(e)
			}
		}
	}
}

// note puts a sentence between the turns.
func (k *Talk) note(seq int, said string) {
	k.List = append(k.List, &Turn{Seq: seq, Note: said})
}

func (k *Talk) begin(seq int, input string) {
	k.List = append(k.List, &Turn{Seq: seq, Input: input, Open: true, Replaced: k.gone})
	k.gone = nil
}

func (k *Talk) last() *Turn {
	if len(k.List) == 0 {
		return nil
	}
	return k.List[len(k.List)-1]
}

// branch puts aside the turns that begin at an event or after it: the turn that follows holds them.
func (k *Talk) branch(from int) {
	i := slices.IndexFunc(k.List, func(t *Turn) bool { return t.Seq >= from })
	if i < 0 {
		return
	}
	for _, t := range k.List[i:] {
		k.gone = append(k.gone, t.Replaced...)
		if t.Note == "" {
			k.gone = append(k.gone, t)
		}
	}
	k.List = k.List[:i:i]
}

func (t *Turn) take(e event.Event) {
	t.Rev = e.Seq
	switch b := e.Body.(type) {
	case event.SkillSelected:
		t.add(Step{Seq: e.Seq, Skill: &Skill{Name: b.Name, By: b.By}})
	case event.SkillLoaded:
		t.skill(b.Name).Loaded = &b
	case event.SkillInvoked:
		t.skill(b.Name).Effective = b.Effective
	case event.Proposal:
		t.add(Step{Seq: e.Seq, Proposal: &b})
	case event.ModelRequest:
		t.Asks = true
		t.add(Step{Seq: e.Seq, Reply: &Reply{Model: b.Model}})
	case event.ModelResponse:
		t.reply(e.Seq, &b)
	case event.Answer:
		t.add(Step{Seq: e.Seq, Blocks: b.Blocks})
		t.Open = false
	case event.WorldFault:
		t.add(Step{Seq: e.Seq, Blocks: answer.Say(world.Fault(b).String())})
	case event.Error:
		t.add(Step{Seq: e.Seq, Error: &b})
		t.Open = false
	default:
		t.call(e)
	}
}

func (t *Turn) call(e event.Event) {
	switch b := e.Body.(type) {
	case event.Approval:
		if b.Origin != "" {
			t.asked(b.Call).Approval = &b
			return
		}
		t.tool(e.Seq, b.Call, b.Tool).Approval = &b
	case event.NetworkRequest:
		if c := t.running(b.Call); c != nil {
			c.Asks = append(c.Asks, &Ask{Request: b})
		}
	case event.NetworkAnswer:
		t.asked(b.Call).Answer = &b
	case event.ToolCall:
		c := t.tool(e.Seq, b.Call, b.Tool)
		c.Call, c.Called = &b, e.Seq
	case event.ToolResult:
		c := t.tool(e.Seq, b.Call, b.Tool)
		c.Result, c.ended = &b, e.Seq
	case event.CallRefused:
		t.tool(e.Seq, b.Call, b.Tool).Refused = &b
	}
}

// running is the call of an id that has begun and is not over.
func (t *Turn) running(id string) *Tool {
	for _, s := range slices.Backward(t.Steps) {
		if c := s.Tool; c != nil && c.ID == id && c.Call != nil && c.Result == nil {
			return c
		}
	}
	return nil
}

// asked is the last request of a call; one that no request stands before is not kept.
func (t *Turn) asked(id string) *Ask {
	if c := t.running(id); c != nil && len(c.Asks) > 0 {
		return c.Asks[len(c.Asks)-1]
	}
	return &Ask{}
}

func (t *Turn) add(s Step) { t.Steps = append(t.Steps, &s) }

// reply ends the question that is open. A response that asks for calls goes on.
func (t *Turn) reply(seq int, b *event.ModelResponse) {
	t.Open = len(b.Calls) > 0
	if n := len(t.Steps); n > 0 && t.Steps[n-1].Reply != nil && t.Steps[n-1].Reply.Response == nil {
		t.Steps[n-1].Reply.Response = b
		return
	}
	t.add(Step{Seq: seq, Reply: &Reply{Model: b.Model, Response: b}})
}

// tool is the call of an id that is not over yet, or a new one.
func (t *Turn) tool(seq int, id, name string) *Tool {
	for _, s := range slices.Backward(t.Steps) {
		if c := s.Tool; c != nil && c.ID == id && c.Name == name && c.Result == nil && c.Refused == nil {
			return c
		}
	}
	c := &Tool{ID: id, Name: name, Seq: seq}
	t.add(Step{Seq: seq, Tool: c})
	return c
}

// skill is that of the request; one that no selection stands before is not kept.
func (t *Turn) skill(name string) *Skill {
	for _, s := range slices.Backward(t.Steps) {
		if k := s.Skill; k != nil && k.Name == name {
			return k
		}
	}
	return &Skill{}
}

// SnapshotAt is the one in force at an event.
func SnapshotAt(events []event.Event, seq int) (s *loader.Snapshot) {
	for _, e := range events {
		if b, ok := e.Body.(event.SkillCatalogUpdated); ok && e.Seq < seq {
			s = b.Snapshot
		}
	}
	return s
}

// UsedIn says of the skills of a request's turn who chose them, and whether the text was read.
func UsedIn(list []*Turn, seq int) map[string]string {
	used := map[string]string{}
	for _, t := range list {
		if !slices.ContainsFunc(t.Steps, func(s *Step) bool { return s.Reply != nil && s.Seq == seq }) {
			maps.Copy(used, UsedIn(t.Replaced, seq))
			continue
		}
		for _, s := range t.Steps {
			if k := s.Skill; k != nil {
				used[k.Name] = "chosen by " + k.By + words.Either(k.Loaded != nil, ", read", "")
			}
		}
	}
	return used
}

// Before is the conversation of fewer events. It shares the turns that are the same in it and
// do not change any more, so that they are not shown anew.
func (k Talk) Before(events []event.Event, now Talk) Talk {
	var next Talk
	next.Take(events)
	same := map[[2]int]*Turn{}
	for _, list := range [][]*Turn{now.List, k.List} {
		for _, t := range list[:max(0, len(list)-1)] {
			same[[2]int{t.Seq, t.Rev}] = t
		}
	}
	for i, t := range next.List[:max(0, len(next.List)-1)] {
		if old := same[[2]int{t.Seq, t.Rev}]; old != nil {
			next.List[i] = old
		}
	}
	return next
}

package turns

import (
	"fmt"
	"strings"
	"testing"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/event"
	"lily/core/model"
	"lily/core/tool"
)

// numbered are events of one session, a millisecond apart.
func numbered(bodies ...event.Body) (list []event.Event) {
	for i, b := range bodies {
		list = append(list, event.Event{Seq: i + 1, Session: "s1", At: int64(1000 + i), Body: b})
	}
	return list
}

func outline(list []*Span, depth int) (text string) {
	for _, s := range list {
		text += fmt.Sprintf("%s%s %s %d %s\n", strings.Repeat("  ", depth), s.Of, s.Type(), len(s.Events), s.State) + outline(s.Below, depth+1)
	}
	return text
}

var asked = numbered(
	event.SessionCreated{Agent: "lily"}, event.SkillCatalogUpdated{Version: 1},
	event.Command{Input: "/skills"}, event.Answer{Blocks: answer.Say("Two.")},
	event.Message{Message: model.Message{Role: model.User, Text: "Hi"}},
	event.ModelRequest{Model: "m", Parts: []model.Size{{Tokens: 7}, {Tokens: 5}}},
	event.ModelResponse{Model: "m", Finish: "calls", Calls: []model.Call{{ID: "a"}, {ID: "b"}}, Usage: model.Usage{Out: 3}},
	event.Approval{Call: "a", Tool: "write", Granted: true}, event.ToolCall{Call: "a", Tool: "write"},
	event.ToolResult{Call: "a", Tool: "write", Result: tool.Envelope{Success: true}},
	event.CallRefused{Call: "b", Tool: "grep"},
	event.ModelRequest{Model: "m"}, event.ModelResponse{Model: "m", Finish: "stop", Text: "Done."},
	event.Branched{From: 5}, event.Message{Message: model.Message{Role: model.User, Text: "Hi again"}},
	event.ModelRequest{Model: "m"}, event.Interrupted{Why: event.Closed},
	event.ModelSelected{Model: "n"},
	event.ToolCall{Tool: "list"}, event.ToolResult{Tool: "list"},
	says, event.ModelRequest{Model: "n"}, broken, event.Error{Code: command.ModelFailed},
	says, event.ModelRequest{Model: "n"}, broken, event.Error{Code: command.Cancelled},
	says, event.ModelRequest{Model: "n"},
)

var (
	says   = event.Message{Message: model.Message{Role: model.User, Text: "Go on."}}
	broken = event.ModelResponse{Model: "n", Finish: model.Interrupted, Error: "cut off"}
)

// UI.md, Trace: a session is turns, in them requests, and in those the calls that they asked for.
func TestTrace(t *testing.T) {
	var all Trace
	all.Take(asked)
	text := outline(all.List, 0)
	want := `turn session_created 1 
  event skill_catalog_updated 1 
turn command 1 
  event answer 1 
turn message 1 
  request model_request 2 asked for 2 calls
    call approval 3 succeeded
    call call_refused 1 refused
  request model_request 2 answered
turn branched 1 
  event message 1 
  request model_request 1 stopped
  event interrupted 1 
turn model_selected 1 
  call tool_call 2 failed
turn message 1 
  request model_request 2 failed
  event error 1 
turn message 1 
  request model_request 2 stopped
  event error 1 
turn message 1 
  request model_request 1 under way
`
	if text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	turn := all.List[2]
	begun, ended := turn.Time()
	sent, got := turn.Tokens()
	if begun != 1004 || ended != 1012 || sent != 12 || got != 3 || turn.Holds() != "2 requests, 2 calls, 9 events" {
		t.Errorf("got %d to %d, %d and %d tokens, %s", begun, ended, sent, got, turn.Holds())
	}
}

// Whatever happens in whatever order, every event belongs to one span, and taking them one by one comes to the same.
func TestTraceLosesNothing(t *testing.T) {
	for turn := range asked {
		list := append(append([]event.Event{}, asked[turn:]...), asked[:turn]...)
		for i := range list {
			list[i].Seq = i + 1
		}
		var whole, each Trace
		whole.Take(list)
		var seqs strings.Builder
		for _, s := range whole.List {
			for _, e := range s.All() {
				fmt.Fprint(&seqs, e.Seq, " ")
			}
		}
		var want strings.Builder
		for i := range list {
			fmt.Fprint(&want, i+1, " ")
			each.Take(list[:i+1])
		}
		a, b := outline(whole.List, 0), outline(each.List, 0)
		if seqs.String() != want.String() || a != b {
			t.Errorf("from %d on: got %s, want %s, and one by one\n%s, at once\n%s", turn, seqs.String(), want.String(), b, a)
		}
	}
}

package core_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/model/modeltest"
	"lily/core/policy"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// said is a model that gives replies in their order, and keeps what it was
// asked.
type said struct {
	replies []model.Reply
	fails   map[int]error // by the number of the request, from 0
	before  func(n int)   // is called with it
	asked   []model.Request
}

func (*said) Name() string { return "up/m" }

func (s *said) Reply(ctx context.Context, r model.Request, on func(model.Delta)) (model.Reply, error) {
	n := len(s.asked)
	s.asked = append(s.asked, r)
	if s.before != nil {
		s.before(n)
	}
	if err := ctx.Err(); err != nil {
		return model.Reply{Finish: model.Interrupted}, err
	}
	if n >= len(s.replies) {
		return model.Reply{}, fmt.Errorf("request %d was not expected", n+1)
	}
	on(model.Delta{Text: s.replies[n].Text})
	return s.replies[n], s.fails[n]
}

// says is a reply without calls, calls one that asks for some: each a name
// and its arguments.
func says(text string) model.Reply { return model.Reply{Text: text, Finish: model.Stop} }

func calls(list ...string) model.Reply {
	r := model.Reply{Finish: model.ToolCalls}
	for i := 0; i < len(list); i += 2 {
		r.Calls = append(r.Calls, model.Call{ID: fmt.Sprintf("c%d_%s", i/2, list[i]), Name: list[i], Args: list[i+1]})
	}
	return r
}

// talk is an engine over some skills and workspace files, with a model of
// given replies.
type talk struct {
	*core.Engine
	id    string
	model *said
}

func newTalk(t *testing.T, files map[string]string, rules string, consent policy.Consent, replies ...model.Reply) *talk {
	t.Helper()
	bundled := fstest.MapFS{}
	for name, text := range map[string]string{
		"guide":  "---\nsummary: Guides.\n---\nRead references/steps.md and follow it.\n",
		"second": "---\nsummary: Another.\n---\nSecond body.\n",
		"narrow": "---\nsummary: Narrow.\nallowed-tools: Read\n---\nNarrow body.\n",
		"tally":  tally,
		"mine":   "---\nsummary: Mine alone.\ndisable-model-invocation: true\n---\nMine.\n",
	} {
		bundled[name+"/SKILL.md"] = &fstest.MapFile{Data: []byte(text)}
	}
	bundled["guide/references/steps.md"] = &fstest.MapFile{Data: []byte("1. Write.\n")}
	w, err := world.New(bundled, fstest.MapFS{"SOUL.md": {Data: []byte("Soul.")}})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range files {
		if w.Tree, err = w.Tree.Put(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if w.Policy, err = policy.Parse("policy.yaml", []byte(rules)); err != nil {
		t.Fatal(err)
	}
	k := &talk{model: &said{replies: replies}}
	t.Cleanup(func() { // whatever happened must come again, also after it was written down and read (EV-4)
		_, events := k.State(k.id)
		replays(t, events)
	})
	ports := core.Ports{Model: k.model}
	if consent != "" {
		ports.Person = coretest.Person(func(context.Context, call.Question) policy.Consent { return consent })
	}
	k.Engine = core.New(w, tool.Builtin(), ports)
	if k.id, err = k.Open(true); err != nil {
		t.Fatal(err)
	}
	return k
}

// line sends a message. The session is replayed at the end of the test: once for all lines,
// since it holds what each has brought.
func (k *talk) line(t *testing.T, text string) core.Result {
	t.Helper()
	return k.Turn(context.Background(), k.id, text)
}

func (k *talk) replayed(t *testing.T) {
	t.Helper()
	_, want := k.State(k.id)
	comesAgain(t, want)
}

func (k *talk) types() string {
	_, events := k.State(k.id)
	var list []string
	for _, e := range events[2:] {
		list = append(list, e.Body.Type())
	}
	return strings.Join(list, " ")
}

// bodies are the events of one kind.
func bodies[B event.Body](k *talk) (list []B) {
	_, events := k.State(k.id)
	for _, e := range events {
		if b, ok := e.Body.(B); ok {
			list = append(list, b)
		}
	}
	return list
}

func (k *talk) lastResult() string {
	r := k.model.asked[len(k.model.asked)-1]
	return r.Messages[len(r.Messages)-1].Content()
}

// CV-3, CV-5, CV-8, PO-6: a model selects a skill, reads what it refers to,
// writes a file after an approval, and answers.
func TestTalkWhole(t *testing.T) {
	k := newTalk(t, nil, "", policy.Once,
		calls("select_skill", `{"name":"guide"}`),
		calls("read", `{"path":"/bundled/skills/guide/references/steps.md"}`),
		calls("write", `{"path":"out.txt","content":"done\n"}`),
		says("It is written."),
	)
	r := k.line(t, "Guide me.")
	if r.Code() != "" || r.Output() != "It is written." {
		t.Fatalf("got %s %q", r.Code(), r.Output())
	}
	want := "message model_request model_response skill_selected skill_loaded skill_invoked " +
		"model_request model_response tool_call tool_result model_request model_response approval tool_call tool_result model_request model_response"
	if got := k.types(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if data, _ := k.World().Tree.ReadFile("workspace/out.txt"); string(data) != "done\n" {
		t.Errorf("got the file %q", data)
	}
	if m := k.model.asked[1].Messages[2]; m.Role != model.Tool || !strings.Contains(m.Content(), "<skill_content name=\"guide\">") || !strings.Contains(m.Content(), "references/steps.md") {
		t.Errorf("got %+v, want the wrapped body with its files", m)
	}
	if got := k.model.asked[2].Messages[4].Content(); got != "1. Write.\n" {
		t.Errorf("got %q of the reference", got)
	}
	if s := bodies[event.SkillInvoked](k); len(s) != 1 || s[0].Mode != "auto" {
		t.Errorf("got %+v", s)
	}
}

// CV-3, CV-4, CV-6, PO-3: what a request offers before and after its skill is
// there: select_skill with the catalog's names, then never again.
func TestTalkOffers(t *testing.T) {
	k := newTalk(t, nil, "deny: [grep]", "", calls("select_skill", `{"name":"narrow"}`), says("ok"), says("forced"))
	k.line(t, "hello")
	k.line(t, "/skill guide go")
	for i, want := range []string{
		"select_skill check_skills compile_plan edit find list read shell word_count write", "read",
		"check_skills compile_plan edit find list read shell word_count write",
	} {
		var names []string
		for _, s := range k.model.asked[i].Tools {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("request %d: got %q, want %q", i, got, want)
		}
	}
	if got := string(k.model.asked[0].Tools[0].Schema); !strings.Contains(got, `"enum":["guide","narrow","second"]`) {
		t.Errorf("got the schema %s", got)
	}
}

// CV-4, CV-8, PO-4, PO-7: calls that are refused are recorded with the rule,
// answered, and leave the request going.
func TestTalkRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, rules, line string
		consent           policy.Consent
		call              model.Reply
		code              command.Code
		rule, want        string
	}{
		{"second skill", "", "/skill guide x", "", calls("select_skill", `{"name":"second"}`), command.SkillRefused, "one skill a request", "guide"},
		{"unknown skill", "", "hi", "", calls("select_skill", `{"name":"nope\u001b"}`), command.SkillRefused, "catalog", "nope"},
		{"a dispatching skill", "", "hi", "", calls("select_skill", `{"name":"tally"}`), command.SkillRefused, "catalog", "tally"},
		{"a person's skill", "", "hi", "", calls("select_skill", `{"name":"mine"}`), command.SkillRefused, "catalog", "mine"},
		{"selecting denied", "deny: [select_skill]", "hi", "", calls("select_skill", `{"name":"guide"}`), command.ToolDenied, "deny: select_skill", "select"},
		{"no name", "", "hi", "", calls("select_skill", `{}`), command.InvalidArguments, "", "name is missing"},
		{"no such tool", "", "hi", "", calls("rm -rf", `{}`), command.ToolDenied, "registered", "rm -rf"},
		{"denied tool", "deny: [write]", "hi", "", calls("write", `{"path":"a","content":"b"}`), command.ToolDenied, "deny: write", "denies"},
		{"not hinted", "", "/skill narrow x", "", calls("write", `{"path":"a","content":"b"}`), command.ToolDenied, "allowed-tools", "narrow"},
		{"owner's tool", "owner_only: {tools: [read]}", "hi", "", calls("read", `{"path":"a"}`), command.OwnerOnly, "owner_only.tools: read", "owner"},
		{"bad arguments", "", "hi", "", calls("read", `path=a`), command.InvalidArguments, "", "JSON object"},
		{"other arguments", "", "hi", "", calls("read", `{"path":"a","upstream":"evil"}`), command.InvalidArguments, "", "upstream"},
		{"nobody to ask", "", "hi", "", calls("write", `{"path":"a","content":"b"}`), command.ApprovalDenied, "a model's first write", "nobody"},
		{"not approved", "", "hi", policy.Deny, calls("write", `{"path":"a","content":"b"}`), command.ApprovalDenied, "a model's first write", "not approved"},
		{"not approved to read", "ask: always", "hi", policy.Deny, calls("read", `{"path":"a"}`), command.ApprovalDenied, "ask: always", "not approved"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newTalk(t, nil, tt.rules, tt.consent, tt.call, says("went on"))
			if tt.code == command.OwnerOnly {
				k.id, _ = k.Open(false)
			}
			before := k.World().Tree.Digest()
			if r := k.line(t, tt.line); r.Output() != "went on" {
				t.Fatalf("got %s %q", r.Code(), r.Output())
			}
			refused := bodies[event.CallRefused](k)
			if len(refused) != 1 || refused[0].Code != tt.code || refused[0].Rule != tt.rule || !strings.Contains(refused[0].Message, tt.want) {
				t.Fatalf("got %+v, want %s by %q with %q", refused, tt.code, tt.rule, tt.want)
			}
			if got := k.lastResult(); got != refused[0].Message {
				t.Errorf("the model got %q, want %q", got, refused[0].Message)
			}
			if n := len(bodies[event.ToolCall](k)); n != 0 || k.World().Tree.Digest() != before {
				t.Errorf("got %d calls, and another tree %v", n, k.World().Tree.Digest() != before)
			}
		})
	}
}

// PO-1, PO-6: how often a person is asked, by the policy and by the answer.
func TestTalkAsks(t *testing.T) {
	write := calls("write", `{"path":"a","content":"b"}`)
	read := calls("read", `{"path":"a"}`)
	for _, tt := range []struct {
		rules   string
		consent policy.Consent
		calls   []model.Reply
		want    int
	}{
		{"", policy.Once, []model.Reply{write, read, write}, 2},
		{"", policy.Digest, []model.Reply{write, read, write}, 1},
		{"ask: first_use", policy.Digest, []model.Reply{write, read, write, read}, 2},
		{"ask: first_use", policy.Once, []model.Reply{write, write}, 2},
		{"ask: always", policy.Digest, []model.Reply{write, write, read}, 3},
	} {
		k := newTalk(t, nil, tt.rules, tt.consent, append(tt.calls, says("done"))...)
		k.line(t, "go")
		if got := len(bodies[event.Approval](k)); got != tt.want {
			t.Errorf("%s, %s: got %d approvals, want %d", tt.rules, tt.consent, got, tt.want)
		}
	}
}

// PO-6: a question shows what would change, and a yes holds for just that.
func TestTalkApprovalOvertaken(t *testing.T) {
	var k *talk
	var asked []call.Question
	k = newTalk(t, map[string]string{"workspace/a.txt": "one two\n"}, "", "", calls("edit", `{"path":"a.txt","old":"two","new":"three"}`), says("done"))
	ports := core.Ports{Model: k.model, Person: coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
		asked = append(asked, q)
		put(t, k.Engine, "workspace/a.txt", "one two three\n")
		return policy.Once
	})}
	k.Engine = core.New(k.World(), tool.Builtin(), ports)
	k.id, _ = k.Open(true)
	k.line(t, "edit it")
	want := call.Touch{Path: "/workspace/a.txt", Op: tree.Changed, Before: "one two\n", After: "one three\n"}
	if len(asked) != 1 || len(asked[0].Touches) != 1 || asked[0].Touches[0] != want || asked[0].Skill != "" || asked[0].Call == "" {
		t.Fatalf("got %+v, want to be asked about %+v", asked, want)
	}
	result := bodies[event.ToolResult](k)
	if data, _ := k.World().Tree.ReadFile("workspace/a.txt"); len(result) != 1 || result[0].Result.Success || string(data) != "one two three\n" {
		t.Errorf("got %+v and the file %q, want a failure and the person's file", result, data)
	}
}

// VF-1, CV-5, SN-3: a model's calls see the workspace and its skill's folder as
// the snapshot has it, and write under /workspace only.
func TestTalkView(t *testing.T) {
	for _, tt := range []struct{ tool, args, want string }{
		{"read", `{"path":"/workspace/a.txt"}`, "a"},
		{"read", `{"path":"/bundled/skills/guide/SKILL.md"}`, "---\nsummary: Guides."},
		{"read", `{"path":"/bundled/skills/second/SKILL.md"}`, "Error: there is no file"},
		{"read", `{"path":"/persona/SOUL.md"}`, "Error: there is no file"},
		{"read", `{"path":"/user/skills/u/SKILL.md"}`, "Error: there is no file"},
		{"read", `{"path":"../persona/SOUL.md"}`, "Error: "},
		{"list", `{"path":"/"}`, "bundled/\nworkspace/\n"},
		{"find", `{"pattern":"SOUL*","path":"/"}`, ""},
		{"grep", `{"pattern":"Soul","path":"/"}`, ""},
		{"write", `{"path":"/persona/SOUL.md","content":"x"}`, "Error: tools write only under /workspace"},
		{"write", `{"path":"/bundled/skills/guide/SKILL.md","content":"x"}`, "Error: tools write only under /workspace"},
		{"write", `{"path":"/workspace/../persona/SOUL.md","content":"x"}`, "Error: "},
		{"edit", `{"path":"/bundled/skills/guide/SKILL.md","old":"Guides","new":"x"}`, "Error: tools write only under /workspace"},
	} {
		files := map[string]string{"workspace/a.txt": "a", "user/skills/u/SKILL.md": "u"}
		k := newTalk(t, files, "", policy.Once, calls(tt.tool, tt.args), says("done"))
		k.line(t, "/skill guide x")
		if got := k.lastResult(); !strings.HasPrefix(got, tt.want) || (tt.want == "" && got != "") {
			t.Errorf("%s %s: got %q, want %q", tt.tool, tt.args, got, tt.want)
		}
	}
}

// SN-3: the active skill's files are read as the snapshot pins them.
func TestTalkPins(t *testing.T) {
	k := newTalk(t, map[string]string{"workspace/skills/w/SKILL.md": "W.", "workspace/skills/w/ref.md": "old"}, "", "",
		calls("read", `{"path":"/workspace/skills/w/ref.md"}`), says("done"), calls("read", `{"path":"/workspace/skills/w/ref.md"}`), says("done"))
	put(t, k.Engine, "workspace/skills/w/ref.md", "new")
	k.line(t, "/skill w x")
	if got := k.lastResult(); got != "old" {
		t.Errorf("active: got %q, want old", got)
	}
	k.line(t, "without it")
	if got := k.lastResult(); got != "new" {
		t.Errorf("not active: got %q, want new", got)
	}
}

// CV-8: rounds and calls are bounded, and a bound reached is said.
func TestTalkBounds(t *testing.T) {
	var endless []model.Reply
	for range core.MaxRounds {
		endless = append(endless, calls("list", `{}`))
	}
	k := newTalk(t, nil, "", "", endless...)
	if r := k.line(t, "go"); r.Code() != command.LimitReached || !strings.Contains(r.Output(), "24 times") || len(k.model.asked) != core.MaxRounds {
		t.Errorf("got %s %q after %d requests", r.Code(), r.Output(), len(k.model.asked))
	}
	var many []string
	for range core.MaxCalls + 2 {
		many = append(many, "list", `{}`)
	}
	k = newTalk(t, nil, "", "", calls(many...), says("done"))
	k.line(t, "go")
	if refused := bodies[event.CallRefused](k); len(refused) != 2 || refused[0].Code != command.LimitReached || len(bodies[event.ToolResult](k)) != core.MaxCalls {
		t.Errorf("got %+v", refused)
	}
	for finish, want := range map[string]string{model.Length: "limit of tokens", model.Filtered: "withheld"} {
		k = newTalk(t, nil, "", "", model.Reply{Text: "Half", Finish: finish})
		if r := k.line(t, "go"); !strings.HasPrefix(r.Output(), "Half") || !strings.Contains(r.Output(), want) {
			t.Errorf("%s: got %q", finish, r.Output())
		}
	}
}

// CV-7: what arrived stays, marked, and the session goes on.
func TestTalkInterrupted(t *testing.T) {
	k := newTalk(t, nil, "", "", model.Reply{Text: "Half a sen", Calls: []model.Call{{ID: "x", Name: "read"}}}, says("again"))
	k.model.fails = map[int]error{0: errors.New("the stream ended before the reply did")}
	if r := k.line(t, "go"); r.Code() != command.ModelFailed {
		t.Fatalf("got %s", r.Code())
	}
	reply := bodies[event.ModelResponse](k)
	if len(reply) != 1 || reply[0].Finish != model.Interrupted || reply[0].Text != "Half a sen" || reply[0].Calls != nil || reply[0].Error == "" {
		t.Errorf("got %+v", reply)
	}
	if r := k.line(t, "and?"); r.Output() != "again" {
		t.Errorf("got %q", r.Output())
	}
	if m := k.model.asked[1].Messages[1]; m.Text != "Half a sen\n\n[This reply was interrupted.]" {
		t.Errorf("got %q", m.Text)
	}
}

// CV-7, CM-8: a stop ends the request wherever it is; every call of the model has
// an answer, and the session goes on.
func TestTalkStops(t *testing.T) {
	for name, at := range map[string]int{"before the first reply": 0, "before the second": 1} {
		t.Run(name, func(t *testing.T) {
			k := newTalk(t, nil, "", "", calls("list", `{}`), says("never"), says("again"))
			ctx, stop := context.WithCancel(context.Background())
			k.model.before = func(n int) {
				if n == at {
					stop()
				}
			}
			if r := k.Turn(ctx, k.id, "go"); r.Code() != command.Cancelled {
				t.Fatalf("got %s %q", r.Code(), r.Output())
			}
			k.replayed(t)
		})
	}
	k := newTalk(t, nil, "ask: always", "", calls("list", `{}`, "list", `{}`), says("again"))
	ctx, stop := context.WithCancel(context.Background())
	ports := core.Ports{Model: k.model, Person: coretest.Person(func(context.Context, call.Question) policy.Consent { stop(); return policy.Deny })}
	k.Engine = core.New(k.World(), tool.Builtin(), ports)
	k.id, _ = k.Open(true)
	if r := k.Turn(ctx, k.id, "go"); r.Code() != command.Cancelled || len(bodies[event.CallRefused](k)) != 2 {
		t.Errorf("got %s and %+v", r.Code(), bodies[event.CallRefused](k))
	}
	k.replayed(t)
	if r := k.line(t, "and?"); r.Output() != "again" {
		t.Errorf("got %q", r.Output())
	}
}

// A retry and an edited message are branches: nothing that was recorded goes.
func TestTalkAgain(t *testing.T) {
	k := newTalk(t, nil, "", "", says("first"), says("second"), says("third"), says("fourth"))
	k.line(t, "one")
	_, events := k.State(k.id)
	seq := events[2].Seq
	k.line(t, "two")
	r := k.Again(context.Background(), k.id, seq, "one, edited")
	k.replayed(t)
	if r.Output() != "third" || len(k.model.asked[2].Messages) != 1 || k.model.asked[2].Messages[0].Text != "one, edited" {
		t.Errorf("got %q after %+v", r.Output(), k.model.asked[2].Messages)
	}
	k.line(t, "more")
	if got := len(k.model.asked[3].Messages); got != 3 {
		t.Errorf("got %d messages on the branch, want 3", got)
	}
	if got, want := k.types(), "message model_request model_response message model_request model_response branched message model_request model_response message model_request model_response"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if r := k.Again(context.Background(), k.id, 1, "x"); r.Code() != command.InvalidArguments {
		t.Errorf("got %s", r.Code())
	}
}

// MD-1: the session's model is the person's choice, recorded.
func TestTalkChoose(t *testing.T) {
	k := newTalk(t, nil, "", "")
	ports := core.Ports{Model: fake(echo), Models: modeltest.Finder(modeltest.Finder(func(name string) (model.Model, error) {
		if name == "up/m" {
			return k.model, nil
		}
		return nil, errors.New("nobody has it")
	}))}
	k.Engine = core.New(k.World(), tool.Builtin(), ports)
	k.id, _ = k.Open(true)
	k.model.replies = []model.Reply{says("by up/m")}
	if err := k.Choose(k.id, "up/nope"); err == nil || !strings.Contains(err.Error(), "nobody has it") {
		t.Errorf("got %v", err)
	}
	if err := k.Choose(k.id, "up/m"); err != nil {
		t.Fatal(err)
	}
	if r := k.line(t, "hi"); r.Output() != "by up/m" {
		t.Errorf("got %q", r.Output())
	}
	r := k.line(t, "/new")
	if s, _ := k.State(r.Session); s.Model != "up/m" {
		t.Errorf("/new: got the model %s", s.Model)
	}
}

// CV-3: a skill that the conversation holds already is not put into it twice.
func TestTalkOnce(t *testing.T) {
	k := newTalk(t, nil, "", "", calls("select_skill", `{"name":"guide"}`), says("a"), calls("select_skill", `{"name":"guide"}`), says("b"))
	k.line(t, "one")
	k.line(t, "two")
	if got := k.lastResult(); !strings.Contains(got, "in this conversation already") {
		t.Errorf("got %q", got)
	}
}

// EV-4: a replay of commands that changed the world in between, and a log with
// one changed event, whose place is named.
func TestReplay(t *testing.T) {
	k := newTalk(t, nil, "", "", says("one"), says("two"))
	k.line(t, "/agent nobody")
	put(t, k.Engine, "persona/agents/nobody/SOUL.md", "Here now.")
	put(t, k.Engine, "workspace/skills/w/SKILL.md", "W.")
	for _, line := range []string{"/agent nobody", "/reload_skills", "/skill w hello", "/tally a b", "/help w", "/skills", "/nope", "/new", "hi"} {
		k.line(t, line)
	}
	_, events := k.State(k.id)
	for i := range events {
		if _, ok := events[i].Body.(event.ModelRequest); ok {
			continue // is worked out, so that a change of it is found below
		}
		forged := append([]event.Event{}, events...)
		forged[i].Seq = 999
		got, err := replay.Run(context.Background(), tool.Builtin(), forged, nil)
		if err != nil {
			continue
		}
		if d := replay.Compare(got, forged); d == nil || d.Seq != i+1 {
			t.Errorf("event %d changed: got the difference %+v", i+1, d)
		}
	}
	if _, err := replay.Run(context.Background(), tool.Builtin(), events[1:], nil); err == nil {
		t.Error("half a session: got no error")
	}
}

// over opens a session on an engine that finds other models too.
func (k *talk) over(models map[string]model.Model) {
	k.Engine = core.New(k.World(), tool.Builtin(), core.Ports{Model: k.model, Models: modeltest.Finder(modeltest.Finder(func(name string) (model.Model, error) {
		if m := models[name]; m != nil {
			return m, nil
		}
		return nil, fmt.Errorf("there is no model %q", name)
	}))})
	k.id, _ = k.Open(true)
}

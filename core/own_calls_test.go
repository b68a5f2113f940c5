package core_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"lily/core"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/tool"
	"lily/core/world"
)

// kits are two skills with tools, one that only a person may call, and one of
// another mode.
func kits() map[string]string {
	return map[string]string{
		"bundled/skills/kit/SKILL.md":   kit("kit", "read_only: true\n", say, []string{"show", "cat -- {{file}}", "file"}),
		"bundled/skills/more/SKILL.md":  kit("more", "read_only: true\n", say),
		"bundled/skills/apart/SKILL.md": kit("apart", "disable-model-invocation: true\n", say),
		"bundled/skills/dev/SKILL.md":   kit("dev", "modes: [Dev]\n", say),
		"user/skills/ours/SKILL.md":     kit("ours", "", say),
		"workspace/a.txt":               "one\n",
	}
}

func offers(r model.Request) string {
	var names []string
	for _, s := range r.Tools {
		if strings.Contains(s.Name, "__") {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, " ")
}

// TS-8, CV-4: a model calls a skill's tool like any tool. That selects the skill,
// which is recorded first; then only its tools are offered beside Lily's.
func TestOwnCalls(t *testing.T) {
	k := running(t, kits(), core.Ports{}, calls("kit__show", `{"file":"a.txt"}`), calls("kit__say", `{"text":"b"}`, "kit__show", `{"file":"nowhere"}`), says("done"), says("again"))
	if r := k.line(t, "Show me."); r.Output() != "done" {
		t.Fatalf("got %s %q", r.Code(), r.Output())
	}
	want := "message model_request model_response skill_selected skill_invoked tool_call tool_result " +
		"model_request model_response tool_call tool_result tool_call tool_result model_request model_response"
	if got := k.types(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	k.line(t, "And now?")
	all := "kit__say kit__show more__say ours__say"
	for i, want := range []string{all, "kit__say kit__show", "kit__say kit__show", all} {
		if got := offers(k.model.asked[i]); got != want {
			t.Errorf("request %d: got %s, want %s", i, got, want)
		}
	}
	if s := bodies[event.SkillSelected](k); len(s) != 1 || s[0].Name != "kit" || s[0].By != "model" {
		t.Errorf("got %+v", s)
	}
	sent := k.model.asked[2].Messages
	if got, want := sent[2].Content(), `{"success":true,"exit_code":0,"output":"one\n","truncated":false,"duration_ms":0}`; got != want {
		t.Errorf("the model got %s, want the envelope %s", got, want)
	}
	if got := sent[5].Content(); !strings.Contains(got, `"exit_code":1`) || !strings.Contains(got, "No such file") || !strings.Contains(got, `"error":"Command failed with exit code 1."`) {
		t.Errorf("the model got %s", got)
	}
}

// CV-4, PO-1 to PO-5, TS-2, TS-5, TS-7: what is refused, and what fails.
func TestOwnCallsRefused(t *testing.T) {
	for _, tt := range []struct {
		name, rules string
		consent     policy.Consent
		call        model.Reply
		code        command.Code
		rule, want  string
	}{
		{"second skill", "", "", calls("kit__say", `{"text":"a"}`, "more__say", `{"text":"a"}`), command.SkillRefused, "one skill a request", "kit"},
		{"a skill beside it", "", "", calls("kit__say", `{"text":"a"}`, "select_skill", `{"name":"guide"}`), command.SkillRefused, "one skill a request", "kit"},
		{"a tool beside a skill", "", "", calls("select_skill", `{"name":"guide"}`, "kit__say", `{"text":"a"}`), command.SkillRefused, "one skill a request", "guide"},
		{"denied", "deny: [kit__say]", "", calls("kit__say", `{"text":"a"}`), command.ToolDenied, "deny: kit__say", "denies"},
		{"denied by its short name", "deny: [say]", "", calls("kit__say", `{"text":"a"}`), command.ToolDenied, "deny: say", "denies"},
		{"selecting denied", "deny: [select_skill]", "", calls("kit__say", `{"text":"a"}`), command.ToolDenied, "deny: select_skill", "select"},
		{"owner's", "owner_only: {tools: [kit__say]}", "", calls("kit__say", `{"text":"a"}`), command.OwnerOnly, "owner_only.tools: kit__say", "owner"},
		{"a person's skill", "", "", calls("apart__say", `{"text":"a"}`), command.ToolDenied, "registered", "no tool"},
		{"another mode", "", "", calls("dev__say", `{"text":"a"}`), command.ToolDenied, "registered", "no tool"},
		{"a short name", "", "", calls("say", `{"text":"a"}`), command.ToolDenied, "registered", "no tool"},
		{"nobody to ask", "", policy.Nobody, calls("ours__say", `{"text":"a"}`), command.ApprovalDenied, "trust: user", "nobody"},
		{"not approved", "", policy.Deny, calls("ours__say", `{"text":"a"}`), command.ApprovalDenied, "trust: user", "not approved"},
		{"no argument", "", "", calls("kit__say", `{}`), command.InvalidArguments, "", "text is missing"},
		{"an option", "", "", calls("kit__say", `{"text":"-e"}`), command.InvalidArguments, "", "begins with -"},
		{"a NUL", "", "", calls("kit__say", `{"text":"a\u0000b"}`), command.InvalidArguments, "", "NUL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ports := core.Ports{Person: always(tt.consent)}
			k := running(t, kits(), ports, tt.call, says("went on"))
			rules, err := policy.Parse("p", []byte(tt.rules))
			if err != nil {
				t.Fatal(err)
			}
			_ = k.Edit(func(w world.World) (world.World, error) { w.Policy = rules; return w, nil })
			k.id, _ = k.Open(tt.code != command.OwnerOnly)
			if r := k.line(t, "go"); r.Output() != "went on" {
				t.Fatalf("got %s %q", r.Code(), r.Output())
			}
			refused := bodies[event.CallRefused](k)
			if len(refused) != 1 || refused[0].Code != tt.code || refused[0].Rule != tt.rule || !strings.Contains(refused[0].Message, tt.want) {
				t.Errorf("got %+v, want %s by %q with %q", refused, tt.code, tt.rule, tt.want)
			}
		})
	}
}

// TS-5, CV-7: a timeout is a result that the model gets; a stop ends the request.
func TestOwnCallsEnd(t *testing.T) {
	files := kits()
	files["bundled/skills/slow/SKILL.md"] = kit("slow", "read_only: true\ntimeout: 3\n", []string{"late", "sleep 9"}, []string{"never", "sleep"})
	k := running(t, files, core.Ports{}, calls("slow__late", `{}`), says("too late"))
	if r := k.line(t, "go"); r.Output() != "too late" || bodies[event.ToolResult](k)[0].Code != command.Timeout {
		t.Errorf("got %q, %+v", r.Output(), bodies[event.ToolResult](k))
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	k = running(t, files, core.Ports{Sessions: coretest.Sessions{Watches: func(e event.Event) {
		if e.Body.Type() == "tool_call" {
			stop()
		}
	}}}, calls("slow__never", `{}`, "slow__late", `{}`))
	if r := k.Turn(ctx, k.id, "go"); r.Code() != command.Cancelled {
		t.Errorf("got %s %q", r.Code(), r.Output())
	}
	if got := k.types(); !strings.HasSuffix(got, "tool_call tool_result call_refused error") {
		t.Errorf("got %s", got)
	}
	k.replayed(t)
}

// TS-7: without a runner the tools are offered all the same, so that the context
// follows from the session alone, and a call says that programs cannot run here.
func TestOwnCallsIdle(t *testing.T) {
	k := newTalk(t, kits(), "", "", calls("kit__say", `{"text":"a b"}`), says("sorry"))
	k.line(t, "go")
	if got := offers(k.model.asked[0]); got != "kit__say kit__show more__say ours__say" {
		t.Errorf("got %s", got)
	}
	refused := bodies[event.CallRefused](k)
	if len(refused) != 1 || refused[0].Code != command.ToolFailed || !strings.Contains(refused[0].Message, "Programs cannot run here; echo was not started.") || !strings.HasSuffix(refused[0].Message, "- a b") {
		t.Errorf("got %+v", refused)
	}
	k.line(t, "/skill kit say x")
}

// PO-8: a skill's proposals hold for its own tools too.
func TestOwnCallsDefaults(t *testing.T) {
	files := map[string]string{"bundled/skills/kit/SKILL.md": kit("kit", "read_only: true\nmetadata: {lily.tool_defaults: '{\"say\":{\"text\":\"by default\"}}'}\n", say)}
	k := running(t, files, core.Ports{}, calls("kit__say", `{}`), says("done"))
	_ = k.Edit(func(w world.World) (world.World, error) { w.Policy.Proposals = true; return w, nil })
	k.id, _ = k.Open(true)
	k.line(t, "go")
	if got := bodies[event.ToolCall](k); len(got) != 1 || strings.Join(got[0].Argv, "|") != "echo|by default" {
		t.Errorf("got %+v", got)
	}
}

// TS-8: names and schemas of what is offered fit what upstreams take, and no two
// are alike.
func TestOwnCallsNames(t *testing.T) {
	files := kits()
	files["user/skills/a b ü/SKILL.md"] = kit("a b ü", "", say)
	files["user/skills/kit__x/SKILL.md"] = kit("kit__x", "", say)
	files["user/skills/"+strings.Repeat("n", 100)+"/SKILL.md"] = kit(strings.Repeat("n", 100), "", say)
	k := running(t, files, core.Ports{}, says("ok"))
	k.line(t, "go")
	seen := map[string]bool{}
	for _, s := range k.model.asked[0].Tools {
		bad := strings.Trim(s.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != ""
		if bad || len(s.Name) > 64 || seen[s.Name] || !json.Valid(s.Schema) {
			t.Errorf("got %s %s", s.Name, s.Schema)
		}
		seen[s.Name] = true
	}
	for _, builtin := range tool.Builtin().Names() {
		if strings.Contains(builtin, "__") {
			t.Errorf("got the tool %s, which a skill's could be called too", builtin)
		}
	}
	if len(seen) != 1+len(tool.Builtin().Names())+7 {
		t.Errorf("got %d tools: %v", len(seen), seen)
	}
}

// toolless is a model that takes no tools.
type toolless struct{ *said }

func (toolless) Toolless() bool { return true }

// TS-8: a model that takes no tools is told of them in words, in a replay too.
func TestOwnCallsTextual(t *testing.T) {
	k := running(t, kits(), core.Ports{}, says("ok"))
	k.Engine = core.New(k.World(), tool.Builtin(), core.Ports{Model: toolless{k.model}})
	k.id, _ = k.Open(true)
	k.line(t, "go")
	r := k.model.asked[0]
	if last := r.System[len(r.System)-1]; len(r.Tools) != 0 || last.Name != "functions" || !strings.Contains(last.Text, "\n[Skills]\n- kit__say(text: string): Does say.\n") ||
		!strings.Contains(last.Text, "\n- shell(command: string, timeout?: integer): Run one program") {
		t.Errorf("got %d tools and %+v", len(r.Tools), last)
	}
}

package main

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lily/core"
	"lily/core/call"
	"lily/core/command"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/model"
	"lily/core/policy"
	"lily/core/replay"
	"lily/core/tool"
	"lily/core/world"
	"lily/persona"
	"lily/skills"
	"lily/web/proxy"
	"lily/web/proxy/upstream"
)

// talk is a session with a model behind the real proxy, over HTTP.
type talk struct {
	*core.Engine
	id       string
	upstream *upstream.Server
	log      *strings.Builder
	waited   []int
	heard    func() // is called with what arrives
}

const secret = "sk-lily-test-0123456789abcdef0123456789abcdef"

func speak(t *testing.T, format string, change func(*proxy.Config), script ...upstream.Reply) *talk {
	t.Helper()
	k := &talk{upstream: upstream.Start(t, script...), log: &strings.Builder{}, heard: func() {}}
	c := proxy.Config{Log: k.log, Upstreams: []proxy.Upstream{{ID: "up", Name: "Up", Format: format, URL: k.upstream.Base(format), Key: secret, Local: true}}}
	if change != nil {
		change(&c)
	}
	world, err := world.New(skills.Files(), persona.Files())
	if err != nil {
		t.Fatal(err)
	}
	m := model.Remote{ID: "up", Model: "m", Format: format, Upstream: proxy.NewGateway(c).To("up"), Wait: func(_ context.Context, seconds int) error {
		k.waited = append(k.waited, seconds)
		return nil
	}}
	k.Engine = core.New(world, tool.Builtin(), core.Ports{
		Model: m, Person: listening{func(context.Context, call.Question) policy.Consent { return policy.Once }, func() { k.heard() }},
	})
	if k.id, err = k.Open(true); err != nil {
		t.Fatal(err)
	}
	return k
}

// listening is a person who hears what arrives.
type listening struct {
	coretest.Person
	heard func()
}

func (l listening) Stream(string, model.Delta) { l.heard() }

// same replays the session: what was recorded must come again (EV-4).
func (k *talk) same(t *testing.T) {
	t.Helper()
	_, want := k.State(k.id)
	got, err := replay.Run(context.Background(), tool.Builtin(), want, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := replay.Compare(got, want); d != nil {
		t.Errorf("replay: event %d:\n got %s\nwant %s", d.Seq, d.Got, d.Want)
	}
	if all := string(event.Lines(want)); strings.Contains(all, secret) {
		t.Error("the key stands in an event")
	}
}

// formats runs a test in each wire format.
func formats(t *testing.T, f func(t *testing.T, format string)) {
	for _, format := range []string{model.OpenAI, model.Anthropic} {
		t.Run(format, func(t *testing.T) { f(t, format) })
	}
}

// MD-1, CV-7: whatever an upstream does ends in a clear message, keeps what
// arrived, and leaves a session that goes on.
func TestUpstreamFails(t *testing.T) {
	quick := func(c *proxy.Config) { c.Idle = 200 * time.Millisecond }
	for _, tt := range []struct {
		name   string
		change func(*proxy.Config)
		reply  upstream.Reply
		text   string // that arrived
		want   string // in the error's sentence
	}{
		{"401", nil, upstream.Error(401, "Incorrect API key: "+secret), "", "refused the key (401)"},
		{"429 and a long wait", nil, upstream.Error(429, "Slow down.").With("Retry-After", "3000"), "", "Slow down"},
		{"500", nil, upstream.Error(500, "Oh no."), "", "(500): Oh no."},
		{"404", nil, upstream.Error(404, "There is no model m."), "", "There is no model m."},
		{"dropped in mid-stream", nil, upstream.Text("Half a ", "sen").Ending(upstream.Drop), "Half a sen", "ended before the reply"},
		{"cut off without an end", nil, upstream.Text("Half a ", "sen").Ending(upstream.Cut), "Half a sen", "ended before the reply"},
		{"a malformed chunk", nil, upstream.Raw("data: {\"choices\": [{\"delta\":\n\n"), "", "JSON"},
		{"no stream at all", nil, upstream.Raw("<p>Welcome to the portal").With("Content-Type", "text/html"), "", "neither a stream nor JSON"},
		{"20 MB", nil, upstream.Big(20 << 20), strings.Repeat("x", 64), "larger than 1 MiB"},
		{"more than the proxy lets by", func(c *proxy.Config) { c.MaxAnswer = 5000 }, upstream.Big(256 << 10), "", "more than 5000 bytes"},
		{"silence", quick, upstream.Text().Ending(upstream.Hang), "", "said nothing for 200ms"},
		{"silence in mid-stream", quick, upstream.Text("Half a ", "sen").Ending(upstream.Hang), "Half a sen", "said nothing for 200ms"},
	} {
		formats(t, func(t *testing.T, format string) {
			t.Run(tt.name, func(t *testing.T) {
				k := speak(t, format, tt.change, tt.reply, upstream.Text("I am ", "still here."))
				r := k.Turn(context.Background(), k.id, "Hello")
				if r.Code() != command.ModelFailed || !strings.Contains(r.Output(), tt.want) || strings.Contains(r.Output(), secret) {
					t.Errorf("got %s %q, want %q in it", r.Code(), r.Output(), tt.want)
				}
				if got := k.replies()[0]; got.Finish != model.Interrupted || !strings.HasPrefix(got.Text, tt.text) || got.Error == "" {
					t.Errorf("got %s %.80q, want what arrived", got.Finish, got.Text)
				}
				if r := k.Turn(context.Background(), k.id, "And now?"); r.Output() != "I am still here." {
					t.Errorf("afterwards: got %s %q", r.Code(), r.Output())
				}
				k.same(t)
			})
		})
	}
}

func (k *talk) replies() (list []event.ModelResponse) {
	_, events := k.State(k.id)
	for _, e := range events {
		if b, ok := e.Body.(event.ModelResponse); ok {
			list = append(list, b)
		}
	}
	return list
}

// MD-1: a delay is no fault, and what the API says may be asked again is.
func TestUpstreamWaits(t *testing.T) {
	formats(t, func(t *testing.T, format string) {
		k := speak(t, format, nil,
			upstream.Error(429, "Slow down.").With("Retry-After", "3"), upstream.Error(503, "Full."),
			upstream.Text("It ", "took ", "a while.").Slowly(20*time.Millisecond),
		)
		r := k.Turn(context.Background(), k.id, "Hello")
		if r.Output() != "It took a while." || fmt.Sprint(k.waited) != "[3 2]" || k.replies()[0].Retries != 2 {
			t.Errorf("got %s %q after waits of %v", r.Code(), r.Output(), k.waited)
		}
		k.same(t)
	})
}

// CV-3, CV-4, PO-6, PO-7: a whole conversation over both formats: a skill, a
// reference, a file after an approval, what is refused, and the answer.
func TestUpstreamTalks(t *testing.T) {
	call := func(id, name, args string) upstream.Call { return upstream.Call{ID: id, Name: name, Args: args} }
	formats(t, func(t *testing.T, format string) {
		k := speak(t, format, nil,
			upstream.Calls(call("a", "select_skill", `{"name":"skill_author"}`)),
			upstream.Calls(call("b", "read", `{"path":"/bundled/skills/skill_author/references/format.md","lines":3}`), call("c", "select_skill", `{"name":"plan_compiler"}`)),
			upstream.Calls(call("d", "write", `{"path":"skills/new/SKILL.md","content":"---\nsummary: é\n---\n"}`), call("e", "compile_nothing", `{}`)),
			upstream.Text("The skill ", "is written."),
		)
		r := k.Turn(context.Background(), k.id, "Write me a skill.")
		if r.Output() != "The skill is written." {
			t.Fatalf("got %s %q", r.Code(), r.Output())
		}
		if data, _ := k.World().Tree.ReadFile("workspace/skills/new/SKILL.md"); string(data) != "---\nsummary: é\n---\n" {
			t.Errorf("got the file %q", data)
		}
		_, events := k.State(k.id)
		kinds := map[string]int{}
		for _, e := range events {
			kinds[e.Body.Type()]++
		}
		for kind, want := range map[string]int{"skill_selected": 1, "skill_loaded": 1, "tool_call": 2, "tool_result": 2, "approval": 1, "call_refused": 2, "model_request": 4} {
			if kinds[kind] != want {
				t.Errorf("got %d %s, want %d", kinds[kind], kind, want)
			}
		}
		if log := k.log.String(); strings.Contains(log, secret) || strings.Contains(log, "skill") || strings.Count(log, "\n") != 4 {
			t.Errorf("got the log %q", log)
		}
		k.same(t)
	})
}

// CV-7: a stop reaches the upstream.
func TestUpstreamStops(t *testing.T) {
	formats(t, func(t *testing.T, format string) {
		k := speak(t, format, nil, upstream.Text("Half ").Ending(upstream.Hang), upstream.Text("On."))
		ctx, stop := context.WithCancel(context.Background())
		k.heard = stop
		if r := k.Turn(ctx, k.id, "Hello"); r.Code() != command.Cancelled {
			t.Errorf("got %s %q", r.Code(), r.Output())
		}
		<-k.upstream.Closed()
		if got := k.replies()[0]; got.Text != "Half " || got.Finish != model.Interrupted {
			t.Errorf("got %+v", got)
		}
		if r := k.Turn(context.Background(), k.id, "Go on."); r.Output() != "On." {
			t.Errorf("afterwards: got %q", r.Output())
		}
		k.same(t)
	})
}

// The command takes its model from flags, a file or the environment.
func TestSessionModels(t *testing.T) {
	up := upstream.Start(t, upstream.Text("Hello from ", "the file."))
	dir := folder(t, map[string]string{
		"up.yaml":     "upstreams:\n- {id: mine, format: openai, url: " + up.Base(model.OpenAI) + ", local: true}\n",
		"replies":     `{"text":"Scripted."}` + "\n",
		"bad.replies": "{\n",
	})
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--model", "mine/m", "--upstreams", dir + "/up.yaml"}, 0, "Hello from the file.\n"},
		{[]string{"--replies", dir + "/replies"}, 0, "Scripted.\n"},
		{[]string{"--replies", dir + "/replies", "--model", "scripted"}, 0, "Scripted.\n"},
		{[]string{"--model", "offline"}, 0, "This is Lily's offline model."},
		{[]string{"--model", "scripted"}, 1, "--replies FILE"},
		{[]string{"--model", "nobody/m"}, 1, "--model nobody/m: want offline, scripted, or UPSTREAM/MODEL with one of the upstreams openai"},
		{[]string{"--model", "gpt"}, 1, "UPSTREAM/MODEL"},
		{[]string{"--replies", dir + "/bad.replies"}, 1, "bad.replies:1"},
		{[]string{"--replies", dir + "/none"}, 1, "none"},
		{[]string{"--model", "mine/m", "--upstreams", dir + "/replies"}, 1, "replies:1"},
	} {
		code, out, errs := lily(t, "Hello\n", append([]string{"session"}, tt.args...)...)
		if code != tt.code || !strings.Contains(out+errs, tt.want) {
			t.Errorf("%v: got %d %q %q, want %d %q", tt.args, code, out, errs, tt.code, tt.want)
		}
	}
}

package core_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"lily/core"
	"lily/core/call"
	"lily/core/coretest"
	"lily/core/event"
	"lily/core/network"
	"lily/core/network/networktest"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/program/programtest"
	"lily/core/replay"
	"lily/core/settle"
	"lily/core/tool"
	"lily/core/world"
)

// reaching is a session under a policy whose programs may ask a network in memory, and whose person answers questions
// of programs with yes and questions of requests with consent.
func reaching(t *testing.T, rules string, consent policy.Consent) (k *talk, net *networktest.Memory, asked *[]call.Question) {
	t.Helper()
	net, asked = &networktest.Memory{}, &[]call.Question{}
	person := coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
		if q.Request == nil {
			return policy.Once
		}
		*asked = append(*asked, q)
		return consent
	})
	k = running(t, scripted(""), core.Ports{Person: person, Network: net})
	err := k.Edit(func(w world.World) (_ world.World, err error) {
		w.Policy, err = policy.Parse("policy.yaml", []byte(rules))
		return w, err
	})
	if err != nil {
		t.Fatal(err)
	}
	k.id, _ = k.Open(true)
	return k, net, asked
}

// run has the model call a command, and returns what the command said.
func (k *talk) run(t *testing.T, line, command string) string {
	t.Helper()
	k.model.replies = append(slices.Clone(k.model.replies[:len(k.model.asked)]), shellCall(t, command), says("ok"))
	k.line(t, line)
	_, events := k.State(k.id)
	for _, e := range slices.Backward(events) {
		if r, ok := e.Body.(event.ToolResult); ok {
			return r.Result.Output
		}
	}
	return ""
}

// kinds are the types of a session's events from the last call on.
func kinds(k *talk) string {
	_, events := k.State(k.id)
	var list []string
	for _, e := range slices.Backward(events) {
		list = append(list, e.Body.Type())
		if _, ok := e.Body.(event.ToolCall); ok {
			break
		}
	}
	slices.Reverse(list)
	return strings.Join(list[:slices.Index(list, "tool_result")+1], " ")
}

// A program's request goes as far as the policy and the person let it, and every step is an event, which a replay
// comes to again without a network: the end of each session compares (EV-2, EV-4, PO-6, PO-7).
func TestNetwork(t *testing.T) {
	const sent, refused = "tool_call network_request approval network_answer tool_result", "tool_call network_request network_answer tool_result"
	for _, c := range []struct {
		rules   string
		consent policy.Consent
		command string
		kinds   string
		sent    int
		output  string
	}{
		{"", policy.Once, "curl https://a.com/hello", refused, 0, "network: ask in the policy"},
		{"network: deny", policy.Digest, "curl https://a.com/hello", refused, 0, "no program use the network"},
		{"{ask: full_auto}", policy.Once, "curl https://a.com/hello", refused, 0, "no program use the network"},
		{"network: ask", policy.Once, "curl https://a.com/hello", sent, 1, "hello\n"},
		{"network: ask", policy.Deny, "curl https://a.com/hello", sent, 0, "the request to https://a.com was not approved"},
		{"network: ask", policy.Nobody, "curl https://a.com/hello", sent, 0, "there is nobody to ask here"},
		{"{network: ask, ask: full_auto}", policy.Deny, "curl https://a.com/hello", sent, 0, "was not approved"},
		{"network: {hosts: [a.com]}", policy.Deny, "curl https://a.com/hello", refused, 1, "hello\n"},
		{"network: {hosts: [a.com]}", policy.Once, "curl https://b.com/hello", refused, 0, "https://b.com is none of them"},
		{"network: {hosts: [a.com], others: ask}", policy.Once, "curl https://b.com/hello", sent, 1, "hello\n"},
		{"network: {hosts: [a.com]}", policy.Deny, "curl -d 'a text' https://a.com/echo", refused, 1, "a text"},
		{"network: {hosts: [a.com]}", policy.Deny, "curl https://a.com/bytes", refused, 1, "\x00\x01"},
		{"network: {hosts: [a.com]}", policy.Deny, "curl https://a.com/missing", refused, 1, "not here\n"},
		{"network: {hosts: [a.com]}", policy.Deny, "curl https://a.com/huge", refused, 1, "more bytes than anybody takes"},
		{"network: {hosts: [a.com]}", policy.Deny, "curl ftp://a.com/", "tool_call tool_result", 0, "want http or https"},
		{"network: {hosts: [a.com]}", policy.Deny, "curl https://me:pw@a.com/", "tool_call tool_result", 0, "--credential"},
	} {
		t.Run(c.rules+" "+c.command+" "+string(c.consent), func(t *testing.T) {
			k, net, _ := reaching(t, c.rules, c.consent)
			got := k.run(t, "go", c.command)
			if kinds(k) != c.kinds || len(net.Seen) != c.sent || !strings.Contains(got, c.output) {
				t.Errorf("got %d requests, %q\n%s\nwant %d, %q\n%s", len(net.Seen), got, kinds(k), c.sent, c.output, c.kinds)
			}
		})
	}
}

// What a person is asked shows all of the request, and neither credentials nor cookies are in it, in an event or sent.
func TestNetworkQuestion(t *testing.T) {
	k, net, asked := reaching(t, "network: ask", policy.Once)
	k.run(t, "/skill kit go", "curl -d 'a text' 'https://A.com/x?q=1'")
	k.run(t, "/skill kit go", "curl https://named.example/")
	if len(*asked) != 2 || (*asked)[0].Request.Named || !(*asked)[1].Request.Named {
		t.Fatalf("got %d questions, want 2, the last with a credential", len(*asked))
	}
	q := (*asked)[0]
	r := q.Request
	if q.Skill != "kit" || q.Tool != "shell" || q.Program != nil || q.Rule != "network: ask" || r.Program != "curl" ||
		r.Method != "POST" || r.URL != "https://a.com/x?q=1" || string(r.Body) != "a text" || len(r.Left) != 1 || r.Left[0] != "cookie" {
		t.Errorf("got %+v %+v", q, r)
	}
	_, events := k.State(k.id)
	if lines := string(event.Lines(events)); strings.Contains(lines, "a=b") || !strings.Contains(lines, `"left_out":["cookie"]`) {
		t.Errorf("got %s", lines)
	}
	if len(net.Seen) != 2 || len(net.Seen[0].Header) != 1 || net.Seen[0].Header[0].Name != "accept" {
		t.Errorf("got %+v", net.Seen)
	}
	if a, _ := last[event.NetworkAnswer](events); len(a.Header) != 1 || a.Header[0].Name != "content-type" {
		t.Errorf("got %+v, want no cookie", a)
	}
}

func last[B event.Body](events []event.Event) (b B, ok bool) {
	for _, e := range slices.Backward(events) {
		if b, ok = e.Body.(B); ok {
			return b, true
		}
	}
	return b, false
}

// A yes that lasts is for one host and one version of one skill, in one session, and is no yes for a program.
func TestNetworkConsent(t *testing.T) {
	k, _, asked := reaching(t, "network: ask", policy.Digest)
	for _, step := range []struct {
		line, command string
		asks          int
	}{
		{"/skill kit go", "curl https://a.com/hello https://a.com/bytes", 1},
		{"/skill kit go", "curl https://a.com/missing", 0},
		{"/skill kit go", "curl https://b.com/hello", 1},
		{"/skill kit go", "curl http://a.com/hello", 1},
		{"/skill kit go", "curl https://a.com:8443/hello", 1},
		{"/skill other go", "curl https://a.com/hello", 1},
		{"go", "curl https://a.com/hello", 1},
		{"go", "curl https://a.com/hello", 0},
		{"edit", "", 0},
		{"/skill kit go", "curl https://a.com/hello", 1},
		{"untrusted", "", 0},
		{"/skill kit go", "curl https://a.com/hello https://a.com/hello", 2},
		{"new", "", 0},
		{"go", "curl https://a.com/hello", 1},
	} {
		switch step.line {
		case "edit":
			put(t, k.Engine, "user/skills/kit/top.sh", "echo changed\n")
			k.line(t, "/reload_skills")
			continue
		case "untrusted":
			_ = k.Edit(func(w world.World) (world.World, error) { w.Origins = origin.Marks("/user/skills/kit"); return w, nil })
			k.line(t, "/reload_skills")
			continue
		case "new":
			k.id, _ = k.Open(true)
			continue
		}
		before := len(*asked)
		k.run(t, step.line, step.command)
		if got := len(*asked) - before; got != step.asks {
			t.Errorf("%s, %s: asked %d times, want %d", step.line, step.command, got, step.asks)
		}
	}
}

// A program asks no more often than it may, and sends no more.
func TestNetworkBounds(t *testing.T) {
	k, net, _ := reaching(t, "network: {hosts: [a.com]}", policy.Deny)
	if got := k.run(t, "go", "curl"+strings.Repeat(" https://a.com/missing", network.MaxRequests+5)); len(net.Seen) != network.MaxRequests || !strings.Contains(got, "64 times") {
		t.Errorf("got %d requests, %q", len(net.Seen), got)
	}
	k, net, _ = reaching(t, "network: {hosts: [a.com]}", policy.Deny)
	big := &weighty{net, make([]byte, network.MaxAnswer)}
	k.Engine = core.New(k.World(), tool.Builtin(), core.Ports{Model: k.model, Network: big, Runner: programtest.Memory{}, Person: always(policy.Once)})
	k.id, _ = k.Open(true)
	if got := k.run(t, "go", "curl"+strings.Repeat(" https://a.com/x", 20)); len(net.Seen) != network.MaxBytes/network.MaxAnswer+1 || !strings.Contains(got, "64 MiB") {
		t.Errorf("got %d requests, %q", len(net.Seen), got)
	}
}

// weighty answers everything with one body.
type weighty struct {
	*networktest.Memory
	body []byte
}

func (s *weighty) Send(ctx context.Context, r network.Request) (network.Answer, error) {
	_, _ = s.Memory.Send(ctx, r)
	return network.Answer{Status: 200, Body: s.body}, nil
}

// What a port says wrongly is no answer, and an error of its is a sentence.
func TestNetworkPort(t *testing.T) {
	for _, c := range []struct {
		port network.Port
		want string
	}{
		{nil, "there is no network here"},
		{fixed{a: network.Answer{Status: 42}}, "the status 42"},
		{fixed{a: network.Answer{Status: 200, Body: make([]byte, network.MaxAnswer+1)}}, "more than"},
		{fixed{a: network.Answer{Status: 200, Header: []network.Field{{Name: "a", Value: "b\r\nc: d"}}}}, "no header can have"},
		{fixed{err: errors.New("the name was not found")}, "curl: the name was not found"},
	} {
		k, _, _ := reaching(t, "network: {hosts: [a.com]}", policy.Deny)
		k.Engine = core.New(k.World(), tool.Builtin(), core.Ports{Model: k.model, Network: c.port, Runner: programtest.Memory{}, Person: always(policy.Once)})
		k.id, _ = k.Open(true)
		if got := k.run(t, "go", "curl https://a.com/hello"); !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

type fixed struct {
	a   network.Answer
	err error
}

func (fixed) Named(context.Context, string) bool { return false }

func (p fixed) Send(context.Context, network.Request) (network.Answer, error) { return p.a, p.err }

// A session that ends amid a request, wherever, is settled and replays; so does one that is stopped while it asks.
func TestNetworkInterrupted(t *testing.T) {
	k, _, _ := reaching(t, "network: ask", policy.Once)
	k.run(t, "go", "curl https://a.com/hello https://b.com/bytes")
	_, events := k.State(k.id)
	for n := 2; n < len(events); n++ {
		replays(t, settle.Whole(events[:n]))
	}
	ctx, stop := context.WithCancel(t.Context())
	person := coretest.Person(func(_ context.Context, q call.Question) policy.Consent {
		if q.Request == nil {
			return policy.Once
		}
		stop()
		return policy.Nobody
	})
	k.Engine = core.New(k.World(), tool.Builtin(), core.Ports{Model: k.model, Network: &networktest.Memory{}, Runner: programtest.Memory{}, Person: person})
	k.id, _ = k.Open(true)
	k.model.replies = append(k.model.replies, shellCall(t, "curl https://a.com/hello"), says("ok"))
	k.Turn(ctx, k.id, "go")
	if !strings.Contains(kinds(k), "network_request approval network_answer") {
		t.Errorf("got %s", kinds(k))
	}
}

// A recording may hold anything: what no program can have asked for is no request, and a request that the policy
// refuses is refused again.
func TestNetworkTampered(t *testing.T) {
	k, _, _ := reaching(t, "network: ask", policy.Once)
	k.run(t, "go", "curl https://a.com/hello")
	_, events := k.State(k.id)
	for _, address := range []string{"", "x", "file:///etc/passwd", "https://evil.com/", "https://a:b@c/"} {
		list := slices.Clone(events)
		for i, e := range list {
			if b, ok := e.Body.(event.NetworkRequest); ok {
				b.URL = address
				list[i].Body = b
			}
			if b, ok := e.Body.(event.Approval); ok && b.Origin != "" {
				b.Granted, b.Consent = false, policy.Deny
				list[i].Body = b
			}
		}
		got, err := replay.Run(t.Context(), tool.Builtin(), list, nil)
		if d := replay.Compare(got, list); err != nil || d == nil {
			t.Errorf("%s: got %v %v, want a difference", address, d, err)
		}
	}
}

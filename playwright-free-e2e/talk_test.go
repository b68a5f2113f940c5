package e2e

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"lily/core/model"
	"lily/static"
	"lily/web/door"
	"lily/web/proxy"
	"lily/web/proxy/upstream"
	"lily/web/server"
)

// secret is the key of the upstream, which no page may ever see.
const secret = "sk-lily-e2e-0123456789abcdef0123456789abcdef"

// speak opens the page as lily's printed address does, before a server that calls
// a scripted upstream, and chooses its model.
func speak(t *testing.T, format string, script ...upstream.Reply) (*person, *upstream.Server) {
	t.Helper()
	up := upstream.Start(t, script...)
	d := someone(visit(t, proxied(t, up, format)))
	d.engine("started")
	d.must(d.Model("up/m"))
	return d, up
}

// doors are those of the servers that were started, by the address of the page.
var doors sync.Map

// fresh is an address with another code, as lily prints it: each works once.
func fresh(url string) string {
	base, _, coded := strings.Cut(url, "#code=")
	if d, ok := doors.Load(base); ok && coded {
		return base + "#code=" + d.(*door.Door).New(nil)
	}
	return url
}

// proxied is the address of a server with one upstream, and a code for its token.
func proxied(t *testing.T, up *upstream.Server, format string) string {
	t.Helper()
	ln, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := server.Config{Addr: ln.Addr().String(), Page: static.Dist(), Proxy: proxy.Config{
		Token: proxy.NewToken(), NoProbe: true, Log: t.Output(),
		Upstreams: []proxy.Upstream{{ID: "up", Name: "Up", Format: format, URL: up.Base(format), Key: secret, Local: true, Models: []string{"m"}}},
	}}
	c.Door = door.New(c.Addr, c.Proxy.Token, nil)
	doors.Store("http://"+c.Addr+"/", c.Door)
	srv := &http.Server{Handler: server.New(c), ReadHeaderTimeout: patience}
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { _ = srv.Close() })
	return "http://" + c.Addr + "/#code=" + c.Door.New(nil)
}

// begin sends a line and does not wait for its answer.
func (d *person) begin(line string) {
	d.Helper()
	d.boxed()
	n := d.turns()
	d.fill("Message", line)
	d.press("Escape", "Enter")
	d.until("a turn for "+line, func() (bool, error) { return d.turns() == n+1, nil })
}

func wants(id, name, args string) upstream.Call { return upstream.Call{ID: id, Name: name, Args: args} }

// CV-3, CV-4, CV-5, PO-6: a model selects a skill, reads a reference, writes a file
// after an approval, and answers; a second selection and a denied tool are
// refused. The session is then replayed in the page (EV-4).
func TestAModelWorks(t *testing.T) {
	for _, format := range []string{model.OpenAI, model.Anthropic} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			d, up := speak(t, format,
				upstream.Calls(wants("a", "select_skill", `{"name":"skill_author"}`)),
				upstream.Calls(wants("b", "read", `{"path":"/bundled/skills/skill_author/references/format.md","lines":3}`), wants("c", "select_skill", `{"name":"plan_compiler"}`)),
				upstream.Calls(wants("d", "write", `{"path":"skills/greeter/SKILL.md","content":"---\nsummary: Greet.\n---\nSay <hello>.\n"}`), wants("e", "browse", `{"url":"x"}`)),
				upstream.Text("The skill **greeter** ", "is written."),
			)
			d.begin("Write me a skill that greets.")
			d.wait("region", "Approval needed")
			card := d.text("region", "Approval needed")
			for _, want := range []string{"write will create skills/greeter/SKILL.md", "skill_author", "skills/greeter/SKILL.md", "Say <hello>.", "/workspace/skills/greeter/SKILL.md"} {
				if !strings.Contains(card, want) {
					t.Errorf("got no %q in the card:\n%s", want, card)
				}
			}
			d.click("button", "Allow once…")
			d.see("The skill greeter is written.")
			d.see("Skill skill_author, chosen by model")
			d.see("This request has its one skill, skill_author; no other is used.")
			d.see("There is no tool \"browse\".")
			d.wait("button", "Send")
			d.quiet()
			d.replays()
			if n := len(up.Requests()); n != 4 {
				t.Errorf("got %d requests, want 4", n)
			}
			d.keepsSecret()
			d.Type("/reload_skills")
			d.wait("option", "greeter…")
		})
	}
}

// quiet waits until no turn is under way.
func (d *person) quiet() {
	d.Helper()
	d.gone("button", "Stop…")
}

// replays runs the session again in the page.
func (d *person) replays() {
	d.Helper()
	d.pane("Trace")
	d.click("button", "Replay…")
	d.see("byte for byte the same")
	d.dismiss()
}

// keepsSecret looks for the upstream's key, and the launch's token, in everything
// that the page shows and recorded.
func (d *person) keepsSecret() {
	d.Helper()
	token, err := eval[string](d.tab, `localStorage.getItem("lily-token")`)
	if err != nil || len(token) != 64 {
		d.Fatalf("got the token %q, %v", token, err)
	}
	html, err := eval[string](d.tab, "document.documentElement.outerHTML + location.href")
	d.must(err)
	for what, text := range map[string]string{"the page": html, "the events": d.raw()} {
		if strings.Contains(text, secret) || strings.Contains(text, token) {
			d.Errorf("%s shows the key or the token", what)
		}
	}
}

// CV-7, MD-4: a stop ends the upstream's call at once and keeps what arrived; the
// session goes on. Not parallel: it is about 200 ms.
func TestAStopReachesTheUpstream(t *testing.T) {
	for name, stop := range map[string]func(*person){
		"button": func(d *person) { d.click("button", "Stop") },
		"Escape": func(d *person) { d.press("Escape") },
	} {
		t.Run(name, func(t *testing.T) {
			d, up := speak(t, model.OpenAI, upstream.Text("Half a ", "sentence").Ending(upstream.Hang), upstream.Text("I go on."))
			d.begin("Tell me a story.")
			d.see("Half a sentence")
			stop(d)
			began := time.Now()
			if took := (<-up.Closed()).Sub(began); took > 200*time.Millisecond {
				t.Errorf("the upstream saw the close after %s, want 200 ms", took)
			}
			d.see("The request was cancelled.")
			d.see("Half a sentence")
			d.wait("button", "Send")
			d.replays()
			if said, _, err := d.Type("And?"); err != nil || said != "I go on." {
				t.Errorf("got %q, %v", said, err)
			}
		})
	}
}

// EV-4, EV-6: what is exported amid a turn replays, by the tab that it is in and by another one.
func TestAnExportAmidATurn(t *testing.T) {
	t.Parallel()
	a, _ := speak(t, model.OpenAI, upstream.Text("Half a ", "sentence").Ending(upstream.Hang))
	a.tell("/skills")
	b := a.another(t)
	a.front()
	a.begin("Tell me a story.")
	a.see("Half a sentence")
	if a.exported() == 0 {
		t.Error("got no session exported")
	}
	b.front()
	if b.exported() == 0 {
		t.Error("got no session exported by the other tab")
	}
	a.front()
	a.press("Escape")
	a.see("The request was cancelled.")
}

// A reload in the middle of a stream ends the upstream's call, and the page opens
// as usual, its token with it.
func TestAReloadInMidStream(t *testing.T) {
	t.Parallel()
	d, up := speak(t, model.Anthropic, upstream.Text("Half a ", "sentence").Ending(upstream.Hang), upstream.Text("Anew."))
	d.begin("Tell me a story.")
	d.see("Half a sentence")
	d.reload()
	<-up.Closed()
	d.heard = map[string]int{}
	d.must(d.Model("up/m"))
	if said, _, err := d.Type("Hello?"); err != nil || said != "Anew." {
		t.Errorf("got %q, %v", said, err)
	}
}

// CV-7: what goes wrong on the way is said where it happened, with what to do.
func TestAModelFails(t *testing.T) {
	t.Parallel()
	drop, rest := make(chan struct{}), make(chan struct{})
	d, _ := speak(t, model.OpenAI,
		upstream.Error(401, "Incorrect API key provided: "+secret),
		upstream.Error(500, "Something broke."),
		upstream.Text("Half a ", "sentence", "").After(2, drop).Ending(upstream.Drop),
		upstream.Raw("data: {nonsense\n\n"),
		upstream.Big(2<<20).After(1, rest),
		upstream.Error(429, "Slow down.").With("Retry-After", "1"), upstream.Text("Here I am."),
	)
	d.expect("Failed to load resource: the server responded with a status of 502", "Failed to load resource: the server responded with a status of 500",
		"ERR_INCOMPLETE_CHUNKED_ENCODING", "Failed to load resource: the server responded with a status of 429")
	for i, want := range []string{"refused the key (401)", "Something broke", "ended before the reply did", "want a JSON object", "larger than 1 MiB"} {
		d.begin("Hello")
		switch i {
		case 2:
			d.see("Half a sentence")
			close(drop)
		case 4:
			d.see(strings.Repeat("x", 64))
			close(rest)
		}
		d.see(want)
		d.wait("button", "Send")
	}
	if said, _, err := d.Type("Hello"); err != nil || said != "Here I am." {
		t.Errorf("got %q, %v", said, err)
	}
	d.see("Half a sentence")
	d.see("786,432 more bytes are not shown.")
	d.replays()
	d.keepsSecret()
}

// MD-4: a page that was opened without the token, or with an old one, says so.
func TestWithoutTheToken(t *testing.T) {
	t.Parallel()
	up := upstream.Start(t)
	url := proxied(t, up, model.OpenAI)
	d := someone(visit(t, url[:strings.Index(url, "#")]))
	d.engine("started")
	d.models()
	d.see("Run lily again in a terminal, and open the address that it prints")
	if n := len(up.Requests()) + len(up.Lists()); n != 0 {
		t.Errorf("got %d requests at the upstream", n)
	}
}

// A retry, and an edited message, answer anew; what was there is kept.
func TestRetryAndEdit(t *testing.T) {
	t.Parallel()
	d, up := speak(t, model.OpenAI, upstream.Text("First."), upstream.Text("Second."), upstream.Text("Third."))
	d.Type("Hello")
	d.click("button", "Retry…")
	d.see("Second.")
	d.quiet()
	d.click("button", "Edit…")
	d.fill("Message", "Hello, you")
	d.press("Enter")
	d.see("Third.")
	d.quiet()
	d.see("Replaced")
	requests := up.Requests()
	if body := string(requests[2].Body); !strings.Contains(body, "Hello, you") || strings.Contains(body, "Second.") || strings.Contains(body, "First.") {
		t.Errorf("got the request %s", body)
	}
	d.replays()
}

// A conversation by keyboard alone: the model, the message, the approval, the stop;
// and axe finds nothing in any of its states.
func TestTalkByKeyboard(t *testing.T) {
	t.Parallel()
	up := upstream.Start(t,
		upstream.Calls(wants("a", "write", `{"path":"a.txt","content":"a\n"}`)), upstream.Text("Written."),
		upstream.Text("Half a ", "sentence").Ending(upstream.Hang),
	)
	d := someone(visit(t, proxied(t, up, model.OpenAI)))
	d.engine("started")
	d.press("Mod+k")
	d.onFocus("combobox", "Find a command, skill, document or session")
	d.write("Choose the model")
	d.gone("option", "plan_compiler…")
	d.wait("option", "Choose the model…")
	d.press("Enter")
	d.wait("dialog", "Model")
	d.wait("region", "Up")
	d.axeEverywhere("model dialog")
	d.tabTo("button", "m")
	d.press("Enter")
	d.gone("dialog", "Model")
	d.press("Alt+2")
	d.onFocus("textbox", "Message")
	d.write("Write it.")
	d.press("Enter")
	d.wait("region", "Approval needed")
	d.onFocus("textbox", "Message")
	d.axeEverywhere("approval of a model's call")
	d.press("Alt+4")
	d.onFocus("region", "Approval needed")
	d.tabTo("button", "Allow once…")
	d.press("Enter")
	d.see("Written.")
	d.quiet()
	d.press("Alt+2")
	d.onFocus("textbox", "Message")
	d.write("Tell me a story.")
	d.press("Enter")
	d.see("Half a sentence")
	d.axeEverywhere("a reply that arrives")
	d.press("Escape")
	<-up.Closed()
	d.see("The request was cancelled.")
	d.axeEverywhere("a stopped reply")
}

// UI.md: a key has an answer. Enter in a turn sends what was typed once that has ended, unless Escape or a stop holds it back.
func TestEnterInATurnWaitsForItsEnd(t *testing.T) {
	t.Parallel()
	const waits = "Sent after this turn; Esc holds it back"
	asks := func() upstream.Reply { return upstream.Calls(wants("a", "write", `{"path":"a.txt","content":"a\n"}`)) }
	up := upstream.Start(t, asks(), upstream.Text("One."), upstream.Text("Two."), asks(), upstream.Text("Three."), asks())
	d := someone(visit(t, proxied(t, up, model.OpenAI)))
	d.must(d.Model("up/m"))
	begins := func(line, then string) {
		d.press("Alt+2")
		d.onFocus("textbox", "Message")
		d.write(line)
		d.press("Enter")
		d.wait("region", "Approval needed")
		d.write(then)
		d.press("Enter")
		d.see(waits)
		d.holds("Message", then)
	}
	begins("First.", "Second.")
	d.click("button", "Allow once…")
	d.see("Two.")
	d.holds("Message", "")
	begins("Third.", "Fourth.")
	d.press("Escape")
	d.until("the hint to go", func() (bool, error) { return !strings.Contains(d.all(), waits), nil })
	d.click("button", "Allow once…")
	d.see("Three.")
	d.quiet()
	d.holds("Message", "Fourth.")
	d.fill("Message", "")
	begins("Fifth.", "Sixth.")
	d.click("button", "Stop…")
	d.see("The request was cancelled.")
	d.quiet()
	d.holds("Message", "Sixth.")
	if d.there("article", "Turn: Sixth.") || d.there("article", "Turn: Fourth.") {
		t.Error("what was held back was sent")
	}
}

// A key that comes while a dialog goes is not overtaken by the dialog's own way to give the focus back.
func TestAKeyAfterADialogKeepsTheFocus(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	for range 3 {
		d.press("Mod+k")
		d.onFocus("combobox", "Find a command, skill, document or session")
		d.write("Choose the model")
		d.wait("option", "Choose the model…")
		d.press("Enter")
		d.wait("dialog", "Model")
		_, err := eval[any](d.tab, `new MutationObserver((_, all) => {
			if (document.querySelector("dialog")) return;
			all.disconnect();
			document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "2", code: "Digit2", altKey: true, bubbles: true, cancelable: true }));
		}).observe(document.body, { subtree: true, childList: true }); 0`)
		d.must(err)
		d.press("Escape")
		d.gone("dialog", "Model")
		d.onFocus("textbox", "Message")
	}
}

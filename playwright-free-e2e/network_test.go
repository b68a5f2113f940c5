package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"lily/static"
	"lily/web/door"
	"lily/web/proxy"
	"lily/web/server"
)

const netSecret = "tok-distinctive-9Zy8Xw7Vu6Ts"

// canary is a host that tells what it was asked, and says again what it was told.
type canary struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func newCanary(t *testing.T) *canary {
	c := &canary{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c.mu.Lock()
		c.asked = append(c.asked, fmt.Sprintf("%s %s %s %s", r.Method, r.URL, r.Header.Get("Authorization"), body))
		c.mu.Unlock()
		switch r.URL.Path {
		case "/away":
			http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
		case "/missing":
			http.Error(w, "not here", http.StatusNotFound)
		default:
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"path":%q,"sent":%q,"known":%q}`+"\n", r.URL.Path, body, r.Header.Get("Authorization"))
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *canary) heard() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string{}, c.asked...)
}

// reaching opens the page of a lily whose programs may reach this machine, where the canary is, and which knows a
// credential of the canary's.
func reaching(t *testing.T, c *canary) *person {
	t.Helper()
	return reachingAt(t, c.URL)
}

func reachingAt(t *testing.T, url string) *person {
	t.Helper()
	ln, err := server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := ln.Addr().String()
	conf := server.Config{Addr: addr, Page: static.Dist(), Proxy: proxy.Config{
		Token: proxy.NewToken(), NoProbe: true, Reach: netip.Addr.IsLoopback,
		Credentials: []proxy.Credential{{Origin: url, Field: "Authorization", Value: "Bearer " + netSecret}},
	}}
	conf.Door = door.New(addr, conf.Proxy.Token, nil)
	srv := &http.Server{Handler: server.New(conf), ReadHeaderTimeout: patience}
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { _ = srv.Close() })
	p := visit(t, "http://"+addr+"/#code="+conf.Door.New(nil))
	p.wait("textbox", "Message")
	return someone(p)
}

// commands are a skill of one tool that runs a script of its own.
func commands(script, name string) map[string]string {
	return map[string]string{
		"SKILL.md":              "---\nname: asks\nversion: 1.0.0\ndescription: Asks.\n---\n### go\n\nAsks.\n\n#### Command\n\n```\n" + name + "\n```\n",
		strings.Fields(name)[1]: script,
	}
}

func (d *person) skill(name string, files map[string]string) {
	d.Helper()
	for path, text := range files {
		d.must(d.Put("/workspace/skills/"+name+"/"+path, []byte(text)))
	}
}

// A program's request is refused by default; where the policy asks it waits for the person, shows what it would send,
// and goes on with the answer; a yes holds for the host and the version; and the record has it all, so that a replay
// needs no network. The credential of the host goes there, and is nowhere in the page.
func TestNetworkOnAYes(t *testing.T) {
	t.Parallel()
	c := newCanary(t)
	d := reaching(t, c)
	d.skill("asks", commands("curl -sS --json '{\"n\":1}' "+c.URL+"/items\ncurl -s -o /dev/null -w '%{http_code}\\n' "+c.URL+"/missing\n", "bash scripts/go.sh"))
	d.Type("/reload_skills")
	d.reply = "Allow once…"
	got, _, err := d.Type("/skill asks go")
	d.must(err)
	d.has(got, "The policy lets no program use the network")
	if got := c.heard(); len(got) > 0 {
		t.Fatalf("the host heard %q", got)
	}
	d.must(d.Policy([]byte("network: ask\n")))
	d.Type("/reload_skills")
	d.begin("/skill asks go")
	d.wait("heading", "asks__go will run bash…")
	d.click("button", "Allow once…")
	d.wait("heading", "bash will ask "+c.URL)
	card := d.text("region", "Approval needed")
	for _, want := range []string{"POST", "/items", `{"n":1}`, "lily adds the one that you named for this host"} {
		if !strings.Contains(card, want) {
			t.Errorf("got no %s in\n%s", want, card)
		}
	}
	d.axeStates("a request", "Conversation")
	if got := c.heard(); len(got) > 0 {
		t.Fatalf("the host heard %q before the yes", got)
	}
	d.click("button", "Allow "+c.URL+" for this version of the skill…")
	d.see(`"path":"/items"`)
	d.see("404")
	d.quiet()
	want := []string{"POST /items Bearer " + netSecret + ` {"n":1}`, "GET /missing Bearer " + netSecret + " "}
	if got := c.heard(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the host heard %q, want %q", got, want)
	}
	events, err := d.Events()
	d.must(err)
	for _, want := range []string{`"type":"network_request"`, `"type":"network_answer"`, `"origin":"` + c.URL + `"`, `[redacted]`} {
		if !strings.Contains(events, want) {
			t.Errorf("got no %s in the events", want)
		}
	}
	if strings.Contains(events, netSecret) {
		t.Error("the events hold the credential")
	}
	c.Close()
	d.replays()
}

// A no is a no: the program hears it, and nothing leaves. A redirect to another host is asked about anew, and gets no
// credential of the first.
func TestNetworkOnANo(t *testing.T) {
	t.Parallel()
	c, other := newCanary(t), newCanary(t)
	d := reaching(t, c)
	d.skill("asks", commands("curl -sSL "+c.URL+"/away?to="+other.URL+"/x || echo code $?\n", "bash scripts/go.sh"))
	d.must(d.Policy([]byte("network: ask\n")))
	d.Type("/reload_skills")
	d.begin("/skill asks go")
	d.wait("heading", "asks__go will run bash…")
	d.click("button", "Allow once…")
	d.wait("heading", "bash will ask "+c.URL)
	d.click("button", "Allow once…")
	d.wait("heading", "bash will ask "+other.URL)
	d.click("button", "Deny…")
	d.see("the request to " + other.URL + " was not approved")
	d.see("code 7")
	d.quiet()
	if got := c.heard(); len(got) != 1 || len(other.heard()) > 0 {
		t.Errorf("the hosts heard %q and %q", got, other.heard())
	}
}

// fetch, in a program of its own and within the shell: answers, failures, several at once, and an end that waits.
func TestNetworkFetch(t *testing.T) {
	t.Parallel()
	c := newCanary(t)
	d := reaching(t, c)
	script := `const at = process.argv[2];
(async () => {
  const r = await fetch(at + "/a", { method: "POST", headers: { "content-type": "text/plain", cookie: "x=y" }, body: "text" });
  console.log(r.status, r.ok, r.statusText, r.headers.get("content-type"), JSON.stringify(await r.json()));
  const all = await Promise.all(["/b", "/missing"].map((p) => fetch(at + p)));
  console.log(all.map((r) => r.status).join(" "), (await all[1].text()).trim());
  const led = await fetch(at + "/away?to=/c");
  console.log(led.redirected, new URL(led.url).pathname);
  await fetch("https://elsewhere.example/").catch((err) => console.log(err.name, err.message));
  await fetch("nonsense").catch((err) => console.log(err.name));
  setTimeout(() => console.log("end"), 1);
})();
`
	d.skill("asks", map[string]string{
		"SKILL.md":     commands("", "node scripts/a.js "+c.URL)["SKILL.md"],
		"scripts/a.js": script,
	})
	d.skill("shells", map[string]string{
		"SKILL.md":     strings.ReplaceAll(commands("", "bash scripts/b.sh")["SKILL.md"], "asks", "shells"),
		"scripts/b.sh": "printf '%s' \"$(node \"$LILY_SKILL_DIR/../asks/scripts/a.js\" " + c.URL + ")\" | head -1\n",
	})
	d.must(d.Policy([]byte("network: {hosts: ['" + c.URL + "']}\n")))
	d.Type("/reload_skills")
	d.reply = "Allow once…"
	for _, name := range []string{"asks", "shells"} {
		got, _, err := d.Type("/skill " + name + " go")
		d.must(err)
		want := []string{`200 true OK application/json {"path":"/a","sent":"text","known":"Bearer [redacted]"}`}
		if name == "asks" {
			want = append(want, "200 404 not here", "true /c", "TypeError fetch failed: The policy lets programs ask only the hosts that it names", "TypeError\n", "end")
		}
		d.has(got, want...)
	}
	d.quiet()
}

package e2e

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"lily/core/event"
	"lily/core/model"
	"lily/core/replay"
	"lily/core/tool"
	"lily/web/proxy/upstream"
)

// VF-4: acts of a person (-killed=200 are as many), each with the page ended at a random moment of it: between
// any two of its requests to the store, and of its changes of what it shows. What it had
// said is done is there; what it had not is there whole or not at all.
func TestKilledAnywhere(t *testing.T) {
	t.Parallel()
	l := alive(t, crash)
	l.sits(visit(t, l.url))
	l.lives(*killed)
}

// The same for the whole browser, with a profile on the disk.
func TestBrowserKilledAnywhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var end func()
	l := alive(t, func(l *life) {
		l.must(l.browser().Kill())
		end()
		whole(l.T, dir)
		var p *tab
		p, end = browse(l.T, dir, l.url)
		l.sits(p)
		l.arrives()
	})
	var p *tab
	p, end = browse(t, dir, l.url)
	l.sits(p)
	l.lives(8)
}

// alive is someone who has no page yet, and a model that answers.
func alive(t *testing.T, end func(*life)) *life {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	up := upstream.Start(t)
	up.Rest(upstream.Reply{From: reply})
	l := &life{person: someone(&tab{T: t}), r: rand.New(rand.NewPCG(seed, 0)), end: end, moments: map[string]int{}, killed: map[string]int{}, titles: map[string]string{}}
	l.url = proxied(t, up, model.OpenAI)
	return l
}

// reply asks to write a file where it is told to compose, and answers else.
func reply(r upstream.Request) upstream.Reply {
	line := string(r.Body)
	line = line[max(0, strings.LastIndex(line, "Utter "), strings.LastIndex(line, "Compose ")):]
	what, n := "", 0
	_, _ = fmt.Sscan(line, &what, &n) // which is 0 for any other
	if what == "Compose" && !strings.Contains(line, "tool_call_id") {
		return upstream.Calls(wants("a", "write", fmt.Sprintf(`{"path":"w%d.txt","content":"composed %d\n"}`, n%3, n)))
	}
	return upstream.Text("Reply ", fmt.Sprintf("%d.", n))
}

// life is a person whose page is ended again and again, and what they were told is kept.
type life struct {
	*person
	r       *rand.Rand
	end     func(*life)    // ends the page, and opens it again
	n       int            // of the act
	moments map[string]int // that an act took, at most, by its kind
	killed  map[string]int // amid an act, by its kind
	telling chan string    // what the page tells of itself
	dead    chan struct{}

	shown  string // the session
	files  map[string]string
	events map[string][]byte // by session
	titles map[string]string
}

// act is one thing that a person does.
type act struct {
	kind       string
	role, name string            // of what is pressed at last
	says       map[string][]any  // the signs that are shown together, by name: "done" is that of all of it
	writes     map[string]string // files and what they hold then
	line       string            // a line that the session has from the sign "asked" on
	answer     string            // and what from the sign "done" on
	session    string            // that is deleted, or brought back
	title      string            // that a session has then
}

// lives does so many acts.
func (l *life) lives(rounds int) {
	l.Helper()
	l.must(l.Model("up/m"))
	l.speaks("Utter 0 1", "Reply 0.")
	for i := range 3 {
		l.must(l.Put(editable(i), []byte("not edited\n")))
	}
	l.remember(l.looks())
	for range rounds {
		l.round()
	}
	l.Logf("ended amid acts: %v; at most so many moments: %v", l.killed, l.moments)
}

// speaks sends a line and waits for its answer.
func (l *life) speaks(line, answer string) {
	l.Helper()
	l.boxed()
	l.fill("Message", line)
	l.press("Escape", "Enter")
	l.see(answer)
	l.quiet()
}

// begins opens another session, which is kept from its first line on.
func (l *life) begins() {
	l.Helper()
	shown := l.session()
	l.do1("New session")
	l.until("a new session", func() (bool, error) { return l.session() != shown, nil })
	l.must(l.Model("up/m"))
	l.speaks(fmt.Sprintf("Utter %d 0", l.n), fmt.Sprintf("Reply %d.", l.n))
	l.shown = l.session()
}

// remember takes what is kept as what there is.
func (l *life) remember(f *found) {
	l.files, l.events, l.titles = f.files, map[string][]byte{}, map[string]string{}
	for id, events := range f.events {
		l.events[id], l.titles[id] = event.Lines(events), f.titles[id]
	}
}

// arrives goes to the session that was shown: what a browser remembers beside the
// store may be gone with it.
func (l *life) arrives() {
	l.Helper()
	if l.session() != l.shown {
		l.goTo(l.shown)
	}
}

// round is one act, the end of the page in it or after it, and what is there then.
func (l *life) round() {
	l.Helper()
	l.n++
	l.shown = l.session()
	acts := []func() act{l.edits, l.edits, l.imports, l.talks, l.talks, l.approves, l.renames, l.reloads, l.deletes, l.restores}
	a := acts[l.r.IntN(len(acts))]()
	said := l.does(a, 1+l.r.IntN(cmp.Or(l.moments[a.kind], 30)))
	wrong, err := eval[string](l.tab, "killTest.wrong()")
	if l.must(err); wrong != "" {
		l.Errorf("round %d: the page warns: %s", l.n, wrong)
	}
	l.judge(a, said)
	l.speaks(fmt.Sprintf("Utter %d 2", l.n), fmt.Sprintf("Reply %d.", l.n)) // it goes on
	l.remember(l.looks())
	if l.n%20 == 0 {
		l.begins()
		l.remember(l.looks())
	}
}

// judge compares what is kept with what was said.
func (l *life) judge(a act, said map[string]bool) {
	l.Helper()
	f := l.looks()
	wrong := func(format string, args ...any) {
		l.Errorf("round %d, %s, after %v: "+format, append([]any{l.n, a.kind, slices.Sorted(maps.Keys(said))}, args...)...)
	}
	after := maps.Clone(l.files)
	maps.Copy(after, a.writes)
	if !maps.Equal(f.files, after) && (said["done"] || !maps.Equal(f.files, l.files)) {
		wrong("got the changes %q, want %q, or none of it before it is done", changed(f.files, l.files), changed(after, l.files))
	}
	for id, was := range l.events {
		now, deleted := event.Lines(f.events[id]), f.events[id] == nil
		switch {
		case deleted && (a.session != id || a.kind == "undo" && said["done"]):
			wrong("the session %s is gone", id)
		case !deleted && a.kind == "delete" && a.session == id && said["done"]:
			wrong("the session %s is there", id)
		case !deleted && !bytes.HasPrefix(now, was):
			wrong("session %s lost events: got\n%s\nwant first\n%s", id, now, was)
		}
		if title := f.titles[id]; !deleted && title != l.titles[id] && title != a.title || a.title != "" && said["done"] && id == a.session && title != a.title {
			wrong("got the title %q of %s, want %q or %q", title, id, l.titles[id], a.title)
		}
	}
	events := f.events[l.session()]
	lines := string(event.Lines(events))
	if said["asked"] && !strings.Contains(lines, a.line) || said["done"] && !strings.Contains(lines, a.answer) {
		wrong("got the events\n%s\nwant %q and %q in them", lines, a.line, a.answer)
	}
	again, err := replay.Run(context.Background(), tool.Builtin(), events, nil)
	if d := replay.Compare(again, events); err != nil || d != nil {
		wrong("the replay differs: %v, %v", err, d)
	}
}

var killed = flag.Int("killed", 20, "how many rounds of TestKilledAnywhere")

// changed are the files that are not as they were, each with what it holds.
func changed(now, was map[string]string) (list []string) {
	for path, text := range now {
		if old, ok := was[path]; !ok || old != text {
			list = append(list, path+": "+text)
		}
	}
	for path := range was {
		if _, ok := now[path]; !ok {
			list = append(list, path+" is gone")
		}
	}
	slices.Sort(list)
	return list
}

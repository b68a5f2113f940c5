package ui

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core"
	"lily/core/event"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/tool"
	"lily/core/world"
	"lily/web/html"
	"lily/web/html/htmltest"
	"lily/web/port"
	"lily/web/port/porttest"
	"lily/web/state/statetest"
	"lily/web/turns"
	"lily/web/words"
)

// world is a small page: two bundled skills, one of which asks for programs.
func smallPage(t *testing.T, with ...func(*port.Ports)) *Store {
	t.Helper()
	bundled := fstest.MapFS{
		"plain/SKILL.md":   {Data: []byte("---\nsummary: Say hello.\n---\nSay hello.\n")},
		"choosy/SKILL.md":  {Data: []byte("---\nsummary: Use git.\neligibility:\n  os: [linux]\n  binaries: [git]\n---\nUse git.\n")},
		"choosy/notes.txt": {Data: []byte("one\ntwo\n")},
	}
	people := fstest.MapFS{
		"SOUL.md":               {Data: []byte("You are Lily.\n")},
		"agents/otto/AGENTS.md": {Data: []byte("Otto's rules.\n")},
	}
	w, err := world.New(bundled, people)
	if err != nil {
		t.Fatal(err)
	}
	return pageOf(t, core.New(w, tool.Builtin(), core.Ports{Model: model.Offline{}}), with...)
}

// pageOf is a page over an engine, in a browser that keeps sessions in memory.
func pageOf(t testing.TB, e *core.Engine, with ...func(*port.Ports)) *Store {
	t.Helper()
	p := porttest.Ports(e)
	for _, f := range with {
		f(&p)
	}
	s, err := NewStore(e, p)
	if err != nil {
		t.Fatal(err)
	}
	s.Sessions.Relist() // in memory nothing waits
	return s
}

// say sends a line and waits for what comes of it.
func say(t *testing.T, s *Store, line string) {
	t.Helper()
	s.Sessions.GoTo(s.Engine.Turn(t.Context(), s.Sessions.Session, line).Session)
}

// write types a text into an editor and saves it.
func write(d *editor, text string) {
	d.Render()
	d.typed(text)
	d.keep(d.Drafts.Of(d.Of).Base)
}

// Every pane mounts, follows the store through its changes, and leaves.
func TestPanesMount(t *testing.T) {
	s := smallPage(t)
	s.Shown.Tab = "events"
	e := app.NewTestEngine()
	if err := e.Load(&Page{Store: s}); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"", "Hello", "/skill plain", "/nonsense", "/agent otto", "/new"} {
		say(t, s, line)
		for _, tab := range tabs {
			s.Shown.Tab, s.Shown.File = tab.ID, "persona/SOUL.md"
			s.Loop.Changed()
			if err := e.Load(&Page{Store: s}); err != nil {
				t.Fatalf("%s after %q: %v", tab.ID, line, err)
			}
			e.ConsumeAll()
		}
	}
}

func TestEventsPane(t *testing.T) {
	s := statetest.Small(t)
	p := &eventsPane{Store: s.Store, Hand: &html.Hand{}}
	htmltest.Has(t, htmltest.Seen(p), "session_created", "skill_catalog_updated", "2 of 2", "Find in events", "Event type")
	s.Say(t, "/skills")
	s.Say(t, "What is <this> & that?")
	p.choose("command")
	got := htmltest.Seen(p)
	htmltest.Has(t, got, "1 of 7", "/skills")
	htmltest.HasNot(t, got, "Show older")
	p.choose(allKinds)
	p.search("<this>")
	htmltest.Has(t, htmltest.Seen(p), "2 of 7", "model_response") // the offline model repeats it
	p.search("no such text")
	htmltest.Has(t, htmltest.Seen(p), "0 of 7", "No event matches")
}

// EV-3: the raw text is the log, to the byte, after every event and session.
func TestEventsPaneRaw(t *testing.T) {
	s := statetest.Small(t)
	p := &eventsPane{Store: s.Store, Hand: &html.Hand{}, raw: true}
	for _, line := range []string{"", "/skills", "Tell me of <b> & “quotes”", "/new", "/help plain"} {
		s.Say(t, line)
		want := string(event.Lines(s.Sessions.Events()))
		if got := p.text(); got != want {
			t.Errorf("after %q got %q, want %q", line, got, want)
		}
		htmltest.Has(t, htmltest.Seen(p), strconv.Quote(want))
	}
}

func TestEventsPaneOpens(t *testing.T) {
	s := statetest.Small(t)
	p := &eventsPane{Store: s.Store, Hand: &html.Hand{}}
	p.take()
	p.open[1] = true
	htmltest.Has(t, htmltest.Seen(p), "\"seq\": 1,\n  \"session\": \"s1\",\n  \"type\": \"session_created\"")
}

func TestEventsPaneShowsTheNewestFirst200(t *testing.T) {
	s := statetest.Small(t)
	for range 120 {
		s.Say(t, "/nonsense")
	}
	p := &eventsPane{Store: s.Store, Hand: &html.Hand{}}
	if n := strings.Count(htmltest.Seen(p), "<details"); n != eventRows {
		t.Errorf("got %d rows, want %d", n, eventRows)
	}
	htmltest.Has(t, htmltest.Seen(p), "Show older", "242 of 242")
	p.older = eventRows
	if n := strings.Count(htmltest.Seen(p), "<details"); n != 242 {
		t.Errorf("got %d rows, want all 242", n)
	}
}

func TestBriefNamesEveryEvent(t *testing.T) {
	s := smallPage(t)
	for _, line := range []string{"Hi", "/skill plain do it", "/skill choosy", "/agent otto", "/reload_persona", "/new"} {
		for _, e := range s.Sessions.Events() {
			if turns.Brief(e.Body) == "" {
				t.Errorf("%s has no gist", e.Body.Type())
			}
		}
		say(t, s, line)
	}
}

func TestContextPane(t *testing.T) {
	s := statetest.Small(t)
	p := &contextPane{Store: s.Store}
	htmltest.Has(t, htmltest.Seen(p), "Nothing was sent")
	s.Say(t, "First")
	htmltest.Has(t, htmltest.Seen(p), "the session's first request", "persona/SOUL", "You are Lily.", "message 1, user", "Total")
	s.Say(t, "/agent otto")
	s.Say(t, "Second")
	htmltest.Has(t, htmltest.Seen(p), "Otto's rules.", "message 3, user", "Added", "persona/AGENTS")
	all := requests(s.Sessions.Events())
	p.choose(strconv.Itoa(all[0].seq))
	htmltest.HasNot(t, htmltest.Seen(p), "Otto's rules.")
	c := compareRequests(all, 1)
	if got := []string{c.change("rules"), c.change("persona/AGENTS"), c.change("message 3, user")}; !slices.Equal(got, []string{"same", "added", "added"}) {
		t.Errorf("got %q", got)
	}
}

// The parts that are named are those of the event, in its order.
func TestPiecesMatchSizes(t *testing.T) {
	s := statetest.Small(t)
	s.Say(t, "/skill plain")
	s.Say(t, "And now?")
	for _, r := range requests(s.Sessions.Events()) {
		list := pieces(r.body.Request)
		if len(list) != len(r.body.Parts) {
			t.Fatalf("got %d pieces, want %d", len(list), len(r.body.Parts))
		}
		for i, part := range r.body.Parts {
			if part.Bytes != len(list[i].text) {
				t.Errorf("%s: got %d bytes, want %d", list[i].name, len(list[i].text), part.Bytes)
			}
		}
	}
}

func TestProfilePane(t *testing.T) {
	s := statetest.Small(t)
	p := &profilePane{Store: s.Store, Drafts: s.Drafts}
	htmltest.Has(t, htmltest.Seen(p), "none is declared", "1 skill asks for nothing", "choosy", "does not declare the program git", "Whether it can run in the page is another matter")
	write(p.editor(s.Engine.World().Profile), "os: plan9\nmode: Dev\ncolour: red\n")
	got := htmltest.Seen(p)
	htmltest.Has(t, got, "profile.yaml:1:5:", "profile.yaml:3:1:", "profile_invalid")
	if d := s.Drafts.Of("profile"); d == nil || !strings.Contains(d.Text, "colour: red") {
		t.Errorf("got the draft %+v, want the refused text kept", d)
	}
	if s.Engine.World().Profile.Mode != "Global" {
		t.Error("a refused profile changed the world")
	}
	write(p.editor(s.Engine.World().Profile), "os: linux\nbinaries: [git]\n")
	htmltest.Has(t, htmltest.Seen(p), "The snapshot was judged against another profile")
	htmltest.HasNot(t, htmltest.Seen(p), "profile_invalid", `class="hint">The profile does not declare`)
	htmltest.Has(t, htmltest.Seen(p), "1 declared", "Declared: 1 program<", "Can run in the page: 2 programs<", "cat, sh", "Declared, and cannot run here: git.")
	s.Loop.Notice.Undo()
	htmltest.Has(t, htmltest.Seen(p), "none is declared")
	p.apply(s.Host.Presets()[0].Profile, "")
	htmltest.Has(t, htmltest.Seen(p), "2 declared")
	htmltest.HasNot(t, htmltest.Seen(p), "cannot run here")
}

// EN-4: what-if touches neither the session nor the world.
func TestWhatIfAgreesWithTheLoader(t *testing.T) {
	s := statetest.Small(t)
	before := s.Sessions.Snapshot()
	for _, preset := range s.Host.Presets() {
		in := s.Engine.Input()
		in.Profile = preset.Profile
		snap, err := loader.Load(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range snap.Candidates {
			if state, _ := loader.Eligible(preset.Profile, c.Skill()); state != c.State {
				t.Errorf("%s, %s: got %s, want %s", preset.Name, c.Name, state, c.State)
			}
		}
	}
	if s.Sessions.Snapshot() != before {
		t.Error("the session has another snapshot")
	}
}

func TestPolicyPane(t *testing.T) {
	s := statetest.Small(t)
	p := &policyPane{Store: s.Store, Drafts: s.Drafts}
	htmltest.Has(t, htmltest.Seen(p), "Every registered tool is allowed.", "None. To switch a skill off", "Open a guest session")
	write(p.editor(s.Engine.World().Policy), "deny: [read]\ndisabled: [plain]\nowner_only:\n  commands: [new]\n")
	htmltest.Has(t, htmltest.Seen(p), "even where they are allowed: read.", "still holds another policy", "Enable plain")
	p.why = "tool:read"
	htmltest.Has(t, htmltest.Seen(p), "In this session:", "The policy allows every tool, read too.", "After a reload:", "deny: read")
	p.why = "skill:plain"
	htmltest.Has(t, htmltest.Seen(p), "The policy disables the skill plain.")
	write(p.editor(s.Engine.World().Policy), "ask: maybe\n")
	htmltest.Has(t, htmltest.Seen(p), "policy.yaml:1:6:", "policy_invalid")
	s.Edits.Disable("plain", false)
	htmltest.Has(t, htmltest.Seen(p), "No skill is disabled.")
}

// PO-4
func TestPolicyPaneGuest(t *testing.T) {
	s := statetest.Small(t)
	p := &policyPane{Store: s.Store, Drafts: s.Drafts}
	write(p.editor(s.Engine.World().Policy), "owner_only:\n  commands: [new]\n")
	s.Sessions.New(false)
	p.why = "command:new"
	htmltest.Has(t, htmltest.Seen(p), "This is a guest session", "Go back to session s1", "does not hold the owner's token", "owner_only.commands: new")
	if s.Sessions.Session != "s2" || s.Sessions.State().Owner {
		t.Errorf("got session %s, owner %t, want s2 without the token", s.Sessions.Session, s.Sessions.State().Owner)
	}
}

// PE-1, PE-2
func TestPersonaPane(t *testing.T) {
	s := statetest.Small(t)
	p := &personaPane{Store: s.Store, Drafts: s.Drafts}
	htmltest.Has(t, htmltest.Seen(p), "Switch to otto", "/persona/SOUL.md", "no file gives it", "USER.md (not there)")
	htmltest.HasNot(t, htmltest.Seen(p), "Switch to lily", "differ from what the session read")
	s.Put("persona/USER.md", "A person.\n")
	htmltest.Has(t, htmltest.Seen(p), "differ from what the session read", "Reload persona")
	s.Say(t, "/reload_persona")
	htmltest.HasNot(t, htmltest.Seen(p), "differ from what the session read")
	s.Say(t, "/agent otto")
	p.part = "AGENTS"
	htmltest.Has(t, htmltest.Seen(p), "Switch to lily", "/persona/agents/otto/AGENTS.md", "Remove AGENTS.md of otto", "Otto's rules.")
	p.part = "SOUL"
	htmltest.Has(t, htmltest.Seen(p), "takes /persona/SOUL.md")
	s.Edits.Remove("persona/agents", "Removed.")
	htmltest.Has(t, htmltest.Seen(p), "The folder of the agent otto is gone")
}

func TestPersonaPaneBuiltIn(t *testing.T) {
	s := statetest.Small(t)
	s.Edits.Remove("persona", "Removed.")
	s.Say(t, "/reload_persona")
	htmltest.Has(t, htmltest.Seen(&personaPane{Store: s.Store, Drafts: s.Drafts}), "the built-in default", "No file gives this part.")
}

func TestFilesPane(t *testing.T) {
	s := statetest.Small(t)
	p := pane(s)
	htmltest.Has(t, htmltest.Seen(p), "bundled", "read-only", "SOUL.md", "Choose a file to read it", "5 files")
	htmltest.HasNot(t, htmltest.Seen(p), "notes.txt")
	s.Shown.File = "bundled/skills/choosy/notes.txt"
	htmltest.Has(t, htmltest.Seen(p), "notes.txt", strconv.Quote("one\ntwo\n"), "as the snapshot has it", "read-only: it comes with Lily", " readonly")
	p.search("soul")
	htmltest.Has(t, htmltest.Seen(p), "/persona/SOUL.md")
	htmltest.HasNot(t, htmltest.Seen(p), "/persona/agents/otto/AGENTS.md")
	p.search("no such file")
	htmltest.Has(t, htmltest.Seen(p), "No file has “no such file” in its path.")
}

func TestFilesPaneMakesFiles(t *testing.T) {
	s := statetest.Small(t)
	p := pane(s)
	for _, c := range []struct{ path, want string }{
		{"", "Write the path"},
		{"user/../x", "goes up by “..”"},
		{"user//x", "has an empty or “.” part"},
		{"bundled/skills/x/SKILL.md", "below /user, /workspace and /persona only"},
		{"loose.txt", "below /user, /workspace and /persona only"},
		{"/persona/SOUL.md", "already"},
	} {
		p.path = c.path
		p.create()
		htmltest.Has(t, htmltest.Seen(p), c.want)
	}
	p.path = " /workspace/skills/new/SKILL.md "
	p.create()
	if p.wrong != "" || s.Shown.File != "workspace/skills/new/SKILL.md" {
		t.Fatalf("got %q open and %q wrong", s.Shown.File, p.wrong)
	}
	htmltest.Has(t, htmltest.Seen(p), "no skill of the snapshot has this file")
}

// SN-3, SN-4: the pane compares with what the snapshot pins.
func TestFilesPaneComparesWithTheSnapshot(t *testing.T) {
	s := statetest.Small(t)
	path := "workspace/skills/mine/SKILL.md"
	s.Put(path, "One.\nTwo.\nThree.\n")
	s.Say(t, "/reload_skills")
	p := pane(s)
	s.Shown.File = path
	htmltest.Has(t, htmltest.Seen(p), "as the snapshot has it")
	s.Put(path, "One.\n2.\nThree.\n")
	htmltest.Has(t, htmltest.Seen(p), "changed since the snapshot", "Since snapshot v2", "- Two.", "+ 2.")
	s.Put("workspace/skills/mine/more.md", "More.\n")
	s.Shown.File = "workspace/skills/mine/more.md"
	htmltest.Has(t, htmltest.Seen(p), "new: the snapshot's mine does not have it")
	s.Edits.Remove(path, "Deleted.")
	s.Shown.File = path
	htmltest.Has(t, htmltest.Seen(p), "There is no such file now.", "Put it back as snapshot v2 has it")
	s.Loop.Notice.Undo()
	htmltest.Has(t, htmltest.Seen(p), "+ 2.")
}

func TestFilesPaneBinary(t *testing.T) {
	s := statetest.Small(t)
	s.Put("user/data.bin", "a\x00b\xff")
	s.Shown.File = "user/data.bin"
	got := htmltest.Seen(pane(s))
	htmltest.Has(t, got, "The file is not shown", "4 bytes")
	htmltest.HasNot(t, got, "<textarea")
}

func TestFilesPaneShowsRowsInChunks(t *testing.T) {
	s := statetest.Small(t)
	_ = s.Engine.Edit(func(w world.World) (world.World, error) { // the paths are good
		for i := range 700 {
			w.Tree, _ = w.Tree.Put("user/many/f"+strconv.Itoa(i), []byte("x"))
		}
		return w, nil
	})
	p := pane(s)
	p.turn("user/many")
	if rows := strings.Count(htmltest.Seen(p), "<li"); rows != fileRows {
		t.Errorf("got %d rows, want %d", rows, fileRows)
	}
	p.more = 2 * fileRows
	htmltest.HasNot(t, htmltest.Seen(p), "Show more")
}

func TestEnds(t *testing.T) {
	for _, c := range []struct{ old, text, want, kind string }{
		{"a\nb\n", "c\n", "c\n", "LF"},
		{"a\r\nb\r\n", "c\nd\n", "c\r\nd\r\n", "CRLF"},
		{"a\r\nb\n", "c\n", "c\n", "mixed"},
		{"a\rb", "c\n", "c\n", "mixed"},
		{"", "c\n", "c\n", "LF"},
	} {
		if got := words.Ends(c.old, c.text); got != c.want || words.LineEnds(c.old) != c.kind {
			t.Errorf("%q: got %q and %s, want %q and %s", c.old, got, words.LineEnds(c.old), c.want, c.kind)
		}
	}
}

// CV-2, CV-3: how every skill stood in the catalog, which one was read, and the tools.
func TestContextPaneShowsTheCatalog(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\ndisable-model-invocation: true\n---\nDo.\n")
	say(t, s, "/reload_skills")
	say(t, s, "/skill plain go")
	got := htmltest.Seen(&contextPane{Store: s.Store})
	htmltest.Has(t, got, "Catalog of skills", "of 8,000", "How 2 available skills stood in it", "chosen by user, read", "not selectable", "only a person calls it", "Tools sent", "check_skills, compile_plan")
	s.Shown.Selected = "/workspace/skills/mine"
	htmltest.Has(t, htmltest.Seen(&skillPane{Store: s.Store}), "Only a person calls it.", "not selectable: ")
}

// PO-8
func TestSkillPaneShowsProposals(t *testing.T) {
	s := smallPage(t)
	s.put("workspace/skills/mine/SKILL.md", "---\nsummary: Mine.\nmetadata:\n  lily:\n    context: message\n---\nDo.\n")
	say(t, s, "/reload_skills")
	s.Shown.Selected = "/workspace/skills/mine"
	htmltest.Has(t, htmltest.Seen(&skillPane{Store: s.Store}), "What it proposes", "context", "message", "lets none of it hold", "proposals: false", "listed")
}

// PO-7: a model's first write is asked even where the policy asks never.
func TestPolicyPaneExplainsAsking(t *testing.T) {
	s := statetest.Small(t)
	p := &policyPane{Store: s.Store, Drafts: s.Drafts, why: "tool:write"}
	htmltest.Has(t, htmltest.Seen(p), "Unasked", "Your first call: The policy asks never.", "Asks you", "A model's first call: A model wants to change files for the first time.", "a model's first write")
	p.why = "tool:read"
	htmltest.HasNot(t, htmltest.Seen(p), "Asks you")
}

func shownFiles(s *Store) *filesPane {
	return &filesPane{Store: s.Store, Drafts: s.Drafts, Folder: s.Folder}
}

package e2e

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"lily/core/model"
	"lily/web/proxy/upstream"
)

var everyState = flag.Bool("every-look", false, "check each state of the page in all looks")

// shown is a state of the page, and how a person comes there from the one before.
type shown struct {
	name string
	come func(d *person)
	list string // that a narrow page shows, in place of the documents
}

// look is how the page is looked at.
type look struct {
	width, height int64
	dark, forced  bool
}

func (l look) String() string {
	return fmt.Sprintf("%d x %d, dark %t, forced colours %t", l.width, l.height, l.dark, l.forced)
}

// One of the first two is taken of each state, and one of the others, in turn, where -every-look does not ask for all.
var looks = []look{
	{1600, 900, false, false},
	{390, 844, true, false},
	{1024, 768, true, false},
	{320, 256, false, false},
	{1024, 768, false, true},
	{1600, 900, true, false},
	{390, 844, false, false},
	{1024, 768, false, false},
	{390, 844, true, true},
}

func (p *tab) looksLike(l look) {
	p.Helper()
	p.size(l.width, l.height)
	scheme, forced := "light", "none"
	if l.dark {
		scheme = "dark"
	}
	if l.forced {
		forced = "active"
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: forced},
	}})
}

// passes walks through states on one page, and looks at each. It gives how many there were.
func (d *person) passes(list []shown) {
	d.Helper()
	for i, s := range list {
		d.looksLike(looks[0])
		s.come(d)
		d.settle()
		taken := []look{looks[i%2], looks[2+i%(len(looks)-2)]}
		if *everyState {
			taken = looks
		}
		for _, l := range taken {
			d.looksLike(l)
			if s.list != "" && l.width <= 820 {
				d.place(s.list)
			}
			d.axe(fmt.Sprintf("%s, %s", s.name, l))
			d.fits(fmt.Sprintf("%s, %s", s.name, l))
		}
	}
	d.looksLike(looks[0])
}

// fits holds that the page is no wider than its window: nothing is read by moving it to and fro.
func (p *tab) fits(state string) {
	p.Helper()
	over, err := eval[int](p, `document.documentElement.scrollWidth - document.documentElement.clientWidth`)
	if p.must(err); over > 0 {
		p.Errorf("%s: got a page that is %d px wider than its window", state, over)
	}
}

// goes shows the document of an address, and waits for a text of it.
func to(address, text string) func(*person) {
	return func(d *person) {
		d.Helper()
		d.runs(`location.hash = "` + address + `"; 0`)
		d.opened(address)
		d.see(text)
	}
}

func clicks(role, name, text string) func(*person) {
	return func(d *person) {
		d.Helper()
		d.click(role, name)
		d.see(text)
	}
}

// presses presses keys, and waits for a dialog or what else then is there.
func presses(role, name string, keys ...string) func(*person) {
	return func(d *person) {
		d.Helper()
		d.press(keys...)
		d.wait(role, name)
	}
}

// beginning is the first minute: Start, the example and the form.
var beginning = []shown{
	{name: "a conversation of nothing", come: func(d *person) { d.wait("textbox", "Message") }},
	{name: "the menu", come: func(d *person) { d.click("button", "Menu"); d.wait("menuitem", "Help…") }},
	{name: "start", come: func(d *person) { d.press("Escape"); to("#start", "three of them broken")(d) }},
	{name: "a form for a skill", come: clicks("button", "New skill", "Small letters, digits and hyphens.")},
	{name: "a form with an error", come: clicks("button", "Create", "Give the skill a name.")},
	{name: "start with the example", come: func(d *person) {
		d.click("button", "Cancel")
		d.click("button", "Try an example")
		d.see("do not count")
	}},
	{name: "fixes that count after a reload", come: clicks("button", "Apply fix to standup", "Fixed; counts after a reload.")},
	{name: "the problems", come: presses("region", "Problems", "Mod+j")},
	{name: "a skill that counts", come: func(d *person) { d.press("Mod+j"); to("#skill/bundled/skills/text_tools", "Copy command")(d) }},
	{name: "its files", come: clicks("tab", "Files of the skill", "SKILL.md")},
	{name: "its eligibility", come: clicks("tab", "Eligibility", "under each preset")},
	{name: "its context", come: clicks("tab", "Context", "In the catalog")},
	{name: "its history", come: clicks("tab", "History", "from one snapshot of this session")},
	{name: "as others see it", come: func(d *person) {
		d.click("tab", "As others see it")
		d.see("Whole for")
	}},
	{name: "a skill that does not count", come: func(d *person) {
		d.withoutGit()
		to("#skill/bundled/skills/git_helper", "does not declare the program git")(d)
	}},
	{name: "a skill that is not there", come: to("#skill/workspace/skills/none", "The snapshot has no skill at")},
	{name: "a file", come: to("#file/workspace/skills/standup/SKILL.md", "Copy path")},
	{name: "a file that comes with Lily", come: to("#file/bundled/skills/text_tools/SKILL.md", "read-only: it comes with Lily")},
	{name: "a file that is not there", come: to("#file/workspace/none.md", "There is no such file now.")},
	{name: "a compare of skills", come: to("#compare/v1..now", "differ")},
	{name: "a compare of files", come: to("#compare/skill:/bundled/skills/text_tools..skill:/bundled/skills/git_helper", "differ")},
	{name: "a compare of texts", come: to("#compare/file:bundled/skills/text_tools/SKILL.md..file:bundled/skills/git_helper/SKILL.md", "summary:")},
	{name: "a compare of what is not alike", come: to("#compare/v1..files", "Choose two of a kind")},
	{name: "a matrix", come: to("#matrix", "Enter tells why")},
	{name: "a matrix with why", come: func(d *person) { d.click("gridcell", "…"); d.wait("button", "Back to the grid") }},
	{name: "a matrix of nothing", come: func(d *person) { d.fill("Find a skill", "zzzz"); d.see("No skill matches.") }},
	{name: "the agents", come: to("#matrix/agents", "Enter tells why")},
	{name: "the agents with why", come: func(d *person) { d.click("gridcell", "…"); d.wait("button", "Back to the grid") }},
	{name: "the snapshot", come: to("#snapshot", "Roots, highest precedence first")},
	{name: "the profile", come: to("#profile", "Can run in the page:")},
	{name: "the policy", come: to("#policy", "Every registered tool is allowed.")},
	{name: "the persona", come: to("#persona", "SOUL.md")},
	{name: "two groups", come: presses("tablist", "Open documents, second group", "Alt+7")},
	{name: "nothing that is open", come: func(d *person) {
		open := `document.querySelectorAll(".groups .tabs > [role=tab]").length`
		for n, _ := eval[int](d.tab, open); n > 0; n-- {
			d.click("button", "Close")
			d.until("a tab fewer", func() (bool, error) { left, err := eval[int](d.tab, open); return left < n, err })
		}
		d.see("No document is open.")
	}},
}

// Escape leads from the reasons of a cell back to the grid.
func TestBackToTheGrid(t *testing.T) {
	t.Parallel()
	p := someone(wide(t))
	p.bring(p.folder(common))
	for address, grid := range map[string]string{"#matrix": "Skills by profile", "#matrix/agents": "Skills by agent"} {
		to(address, "Enter tells why")(p)
		p.click("gridcell", "…")
		p.wait("button", "Back to the grid")
		p.onFocus("region", "Why")
		p.press("Escape")
		p.onFocus("grid", grid)
		if p.size(1440, 900); address == "#matrix" {
			over, err := eval[int](p.tab, `(() => { const g = document.getElementById("matrix"); return g.scrollWidth - g.clientWidth; })()`)
			if p.must(err); over > 0 {
				t.Errorf("got profiles that are cut by %d px at 1440", over)
			}
		}
		p.size(1024, 768)
		for range 15 { // more than there are columns
			p.press("ArrowRight")
			p.cellInSight(address)
		}
		for range 15 {
			p.press("ArrowLeft")
			p.cellInSight(address)
		}
		p.wide()
	}
}

// cellInSight waits until the active cell of a grid is seen whole: beside what stays in its place, and above the rest.
func (p *tab) cellInSight(address string) {
	p.Helper()
	p.until("the active cell of "+address+" in sight", func() (bool, error) {
		return eval[bool](p, `(() => {
			const cell = document.querySelector(".matrix .matrix-cell.at"), r = cell.getBoundingClientRect();
			const at = (x) => document.elementFromPoint(x, r.y + r.height / 2)?.closest(".matrix-cell") === cell;
			return cell.id === document.activeElement.getAttribute("aria-activedescendant") && at(r.left + 2) && at(r.right - 2);
		})()`)
	})
}

func TestStatesOfTheBeginning(t *testing.T) {
	t.Parallel()
	someone(wide(t)).passes(beginning)
}

// restless is an export of everything, of another browser.
var restless = map[string]string{
	"policy.yaml": "disabled: [plan_compiler]\n", "profile.yaml": "os: linux\n", "untrusted.yaml": "folders: []\n", "persona/SOUL.md": "Speak plainly.\n",
	"workspace/skills/mine/SKILL.md": "---\nsummary: Mine.\ncommand: mine\n---\nDo as I do.\n",
}

// working are the states of a page with skills that were brought, files and rules.
var working = []shown{
	{name: "a drop over the page", come: func(d *person) { d.hover(shelf); d.see("Drop into User") }},
	{name: "an import review", come: func(d *person) { d.drop(d.folder(common)); d.previewed() }},
	{name: "a file of the import beside it", come: func(d *person) {
		d.look("alpha")
		d.click("button", "run.sh")
		d.wait("group", "Text of run.sh")
	}},
	{name: "a notice, and a snapshot that is behind", come: func(d *person) {
		d.click("button", accept)
		d.see("Imported ")
		d.wait("region", "The snapshot is behind")
	}},
	{name: "the snapshot, behind", come: clicks("button", "Review", "Roots, highest precedence first")},
	{name: "answers", come: func(d *person) {
		for _, line := range []string{"/reload_skills", "/skills", "/help text_tools", "/check", "/plan Move the images", "Hello"} {
			d.tell(line)
		}
	}},
	{name: "answers that are errors", come: func(d *person) { d.tell("/skill nothing"); d.tell("/word") }},
	{name: "the slash menu", come: func(d *person) {
		d.fill("Message", "/skill ")
		d.wait("option", "git_helper…")
	}},
	{name: "a slash menu with a reason alone", come: func(d *person) {
		d.fill("Message", "")
		d.withoutGit()
		d.fill("Message", "/skill git")
		d.active("git_helper")
	}},
	{name: "a form of a tool", come: func(d *person) {
		d.press("Escape")
		d.fill("Message", "/skill text_tools count_lines ")
		d.press("Escape")
		d.click("button", "Form")
		d.wait("dialog", "text_tools: count_lines")
	}},
	{name: "a form of a tool with an error", come: clicks("button", "Run", "file")},
	{name: "a malformed skill with a fix", come: func(d *person) { d.press("Escape"); to("#skill/workspace/skills/broken", "Why it does not count")(d) }},
	{name: "a skill with findings", come: to("#skill/workspace/skills/alpha", "zero width space")},
	{name: "its files", come: clicks("tab", "Files of the skill", "run.sh")},
	{name: "a file with what shows nothing", come: to("#file/workspace/skills/alpha/SKILL.md", "Copy path")},
	{name: "a text that is not saved", come: func(d *person) {
		d.fill("Text of /workspace/skills/alpha/SKILL.md", "---\nname: [\n")
		d.see("unsaved")
	}},
	{name: "the trace, and what was sent", come: to("#trace", "persona/SOUL")},
	{name: "a turn of the trace, put in", come: func(d *person) { d.click("treeitem", "…"); d.wait("button", "Input") }},
	{name: "what came out", come: presses1("Output")},
	{name: "what it changed", come: presses1("Difference")},
	{name: "its events", come: presses1("Raw")},
	{name: "the trace, raw", come: presses1("Raw log")},
	{name: "an event", come: clicks("option", "…\"version\":1,…", "Event 2")},
	{name: "no event that is found", come: func(d *person) { d.fill("Find in events", "zzzz"); d.see("No event matches.") }},
	{name: "a trace that is folded", come: func(d *person) {
		d.fill("Find in events", "")
		d.click("button", "Raw log")
		d.click("button", "Fold all")
		d.wait("button", "Unfold all")
	}},
	{name: "a refused profile", come: func(d *person) {
		to("#profile", "Can run in the page:")(d)
		d.fill("Profile as YAML", "os: plan9\n")
		d.click("button", "Save …")
		d.see("profile.yaml:1:5")
	}},
	{name: "a refused policy", come: func(d *person) {
		to("#policy", "Every registered tool is allowed.")(d)
		d.fill("Policy as YAML", "deny: {\n")
		d.click("button", "Save …")
		d.see("policy.yaml:1")
	}},
	{name: "why a tool is allowed", come: func(d *person) { d.asksWhy("read") }},
	{name: "a guest session", come: clicks("button", "Open a guest session", "Guest: no token")},
	{name: "the policy of a guest", come: to("#policy", "This is a guest session")},
	{name: "a notice of what failed", come: func(d *person) {
		d.click("button", "Go back to session s1")
		d.reaches("s1")
		d.runs(`location.hash = "#nonsense-of-many-words-that-is-longer-than-the-place-of-a-notice"; 0`)
		d.wait("alert", "")
		d.see("names no document")
	}},
	{name: "that notice, whole", come: func(d *person) { d.tabTo("button", "Dismiss…") }},
	{name: "skills that were picked", list: "Skills", come: func(d *person) {
		d.press("Enter")
		d.gone("button", "Dismiss…")
		d.press("Alt+1")
		d.onFocus("searchbox", "Find a skill")
		d.press("ArrowDown")
		d.onFocus("listbox", "Skills")
		d.press("Home", "Space", "Shift+ArrowDown")
		d.see("2 selected")
	}},
	{name: "no skill that is found", list: "Skills", come: func(d *person) { d.fill("Find a skill", "zzzz"); d.settle() }},
	{name: "the list of sessions", list: "Sessions", come: func(d *person) { d.list("Sessions"); d.wait("searchbox", "Find a session") }},
	{name: "a session that is renamed", list: "Sessions", come: func(d *person) {
		d.click("button", "Rename session …")
		d.wait("textbox", "Title of session …")
	}},
	{name: "the list of the trace", list: "Trace", come: func(d *person) { d.list("Trace"); d.wait("button", "Snapshot") }},
	{name: "the list of the rules", list: "Rules", come: func(d *person) { d.list("Rules"); d.wait("button", "Persona") }},
	{name: "the list of the files", list: "Files", come: func(d *person) { d.list("Files"); d.wait("searchbox", "Find a file") }},
	{name: "the models", come: func(d *person) { d.models() }},
	{name: "the storage", come: func(d *person) { d.press("Escape"); d.click("button", "Saved"); d.wait("dialog", "Storage") }},
	{name: "the keys", come: presses("dialog", "Keyboard shortcuts", "Escape", "Mod+/")},
	{name: "the palette", come: presses("dialog", "Go to", "Escape", "Mod+k")},
	{name: "a palette that finds nothing", come: func(d *person) { d.write("zzzz"); d.settle() }},
	{name: "help", come: presses("dialog", "Help", "Escape", "F1")},
	{name: "what help finds", come: func(d *person) {
		d.onFocus("searchbox", "Search the manual")
		d.write("unclosed_frontmatter")
		d.wait("region", "Results for unclosed_frontmatter")
	}},
	{name: "an entry of the manual", come: func(d *person) {
		d.click("button", "unclosed_frontmatter in Findings")
		d.wait("region", "unclosed_frontmatter")
	}},
	{name: "a moment of the session", come: func(d *person) {
		d.press("Escape")
		d.gone("dialog", "Help")
		d.do1("Step through the events")
		d.wait("region", "Stepping through the session")
	}},
	{name: "a restore", come: func(d *person) {
		d.press("Alt+0")
		d.gone("region", "Stepping through the session")
		d.drop(d.zip("lily.zip", restless))
		d.wait("dialog", "Restore everything")
	}},
	{name: "skills that came in", come: func(d *person) { d.click("button", "Restore"); d.wait("dialog", "Skills that came in") }},
	{name: "what would be written to a folder", come: func(d *person) {
		d.press("Escape")
		d.runs(disk)
		d.disk("greet/SKILL.md", asItWas)
		d.list("Files")
		d.click("button", "Pick a folder")
		d.previewed()
		d.click("button", accept)
		d.see("Imported 1 skill")
		d.create("/workspace/skills/greet/new.txt", "new\n")
		d.list("Files")
		d.click("button", "Write back…")
		d.wait("dialog", "Write back")
	}},
	{name: "a folder of the machine", list: "Files", come: func(d *person) { d.press("Escape"); d.wait("button", "Look again") }},
}

func presses1(button string) func(*person) {
	return func(d *person) {
		d.Helper()
		d.click("button", button)
		d.until(button+" shown", func() (bool, error) { return d.attr("button", button, "aria-pressed") == "true", nil })
	}
}

func TestStatesOfWork(t *testing.T) {
	t.Parallel()
	someone(wide(t)).passes(working)
}

// talking are the states of a session with a model, which waits for held before it goes on.
func talking(held chan struct{}) []shown {
	return []shown{
		{name: "a turn under way", come: func(d *person) { d.begin("Tell me a story."); d.see("Half a") }},
		{name: "a turn that was stopped", come: func(d *person) {
			d.click("button", "Stop")
			d.see("The request was cancelled.")
			d.wait("button", "Send")
		}},
		{name: "a write to approve", come: func(d *person) { d.begin("Write a poem."); d.wait("region", "Approval needed") }},
		{name: "an approval elsewhere", come: func(d *person) { to("#profile", "Can run in the page:")(d); d.wait("button", "Go to the approval…") }},
		{name: "what a call changed", come: func(d *person) {
			d.press("Alt+4")
			d.click("button", "Allow once…")
			d.see("It is written.")
			d.wait("button", "Undo what it changed")
		}},
		{name: "a program to approve", come: func(d *person) { d.begin("Run it."); d.wait("region", "Approval needed"); d.see("bash") }},
		{name: "a call that was denied", come: func(d *person) { d.click("button", "Deny"); d.see("So be it."); d.wait("button", "Send") }},
		{name: "a long answer", come: func(d *person) { d.begin("Tell all."); d.see("The end."); d.wait("button", "Send") }},
		{name: "a turn that failed", come: func(d *person) { d.begin("Again."); d.see("Something broke"); d.wait("button", "Send") }},
		{name: "a trace of requests", come: to("#trace", "7 of 7")},
		{name: "two sessions at work", come: func(d *person) {
			d.press("Alt+2")
			d.begin("Wait.")
			d.see("I wait")
			d.do1("New session")
			d.wait("tab", "Tell me a story. (s1) working")
		}},
		{name: "a recording", come: func(d *person) {
			close(held)
			d.goTo("s1")
			d.wait("button", "Send")
			downloaded := d.downloads()
			d.press("Alt+5")
			d.click("button", "Export session Tell me a story. (s1)")
			d.drop(d.file("story.lily", downloaded("session-s1-tell-me-a-story.lily")))
			d.see("A recording, opened to be read.")
		}},
	}
}

func longAnswer() string {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "## Part %d\n\nSome *words* of `code`, and a [link](https://example.org/%d).\n\n- one\n- two\n\n```go\nfunc f() {}\n```\n\n| a | b |\n|---|---|\n| %d | 2 |\n\n> said\n\n", i, i, i)
	}
	return b.String() + "The end."
}

func TestStatesOfAConversation(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	d, _ := speak(t, model.OpenAI,
		upstream.Text("Half a ", "sentence").Ending(upstream.Hang),
		upstream.Calls(wants("a", "write", `{"path":"poem.txt","content":"roses are red\n"}`)), upstream.Text("It is written."),
		shells("bash -c 'echo hi > made.md'")[0], upstream.Text("So be it."),
		upstream.Text(longAnswer()), upstream.Error(500, "Something broke."),
		upstream.Text("I wait ", "for you.").After(1, held),
	)
	d.expect("Failed to load resource: the server responded with a status of 500")
	d.wide()
	d.passes(talking(held))
}

// TestStatesAreMany counts what the three tests above look at.
func TestStatesAreMany(t *testing.T) {
	got := len(beginning) + len(working) + len(talking(nil))
	if t.Logf("%d states", got); got < 60 {
		t.Errorf("got %d states, want 60 or more", got)
	}
}

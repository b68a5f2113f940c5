package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"lily/core/answer"
	"lily/core/script"
	"lily/core/tree"
)

// person is someone who works Lily's page by hand, as a script tells.
type person struct {
	*tab
	heard map[string]int // events already read, by session
	reply string         // the button pressed where an approval is asked; empty for none asked
}

var _ script.Driver = (*person)(nil)

// someone sits down before a page just opened.
func someone(p *tab) *person { return &person{tab: p, heard: map[string]int{}} }

// spoken is what the driver reads of an event.
type spoken struct {
	Session string        `json:"session"`
	Type    string        `json:"type"`
	Code    string        `json:"code"`
	Message string        `json:"message"`
	Text    string        `json:"text"`
	Blocks  answer.Answer `json:"blocks"`
	Calls   []any         `json:"calls"`
}

// said is the event as text, as core.Result's Output has it.
func (s spoken) said() string {
	switch s.Type {
	case "error":
		return answer.Clean(s.Message)
	case "model_response":
		return answer.Document(s.Text).Text()
	}
	return s.Blocks.Text()
}

func (s spoken) ends() bool {
	return s.Type == "answer" || s.Type == "error" || s.Type == "model_response" && len(s.Calls) == 0
}

// Type implements [script.Driver]. Escape shuts the menu, so that Enter sends
// what stands in the box and accepts nothing.
func (d *person) Type(line string) (output, code string, err error) {
	d.boxed()
	session, n := d.session(), d.turns()
	d.fill("Message", line)
	d.press("Escape", "Enter")
	d.until("an answer to "+line, func() (bool, error) {
		opened := d.session() != session
		if line == "/new" && !opened { // the answer of it comes first, and the session then
			return d.failed()
		}
		return opened || d.turns() == n+1, nil
	})
	d.until("the end of the turn for "+line, func() (bool, error) {
		d.answers()
		return d.there("button", "Send"), nil
	})
	if next := d.session(); next != session {
		// The answer of /new stands in the session that it was asked in.
		d.goTo(session)
		defer d.goTo(next)
	}
	last := d.answered(session)
	d.shown(line, last)
	return last.said(), last.Code, nil
}

// failed reports whether the last turn ended with an error.
func (d *person) failed() (bool, error) {
	return eval[bool](d.tab, `!![...document.querySelectorAll("article")].at(-1)?.querySelector("[role=alert]")`)
}

// answers answers what is asked at this moment, if anything is.
func (d *person) answers() {
	d.Helper()
	if d.reply == "" || !d.there("region", "Approval needed") {
		return
	}
	if id, err := d.glimpse("button", d.reply); err == nil && id != "" {
		_, _ = on[chromedp.Void](d.tab, id, `function () { this.click() }`) // it may have gone
	}
}

// answered waits until the events of a session end with something new.
func (d *person) answered(session string) (last spoken) {
	d.until("an answer in the events of "+session, func() (bool, error) {
		list, err := events(d.raw())
		if err != nil || len(list) <= d.heard[session] {
			return false, err
		}
		last = list[len(list)-1]
		if last.Session != session || !last.ends() {
			return false, nil
		}
		d.heard[session] = len(list)
		return true, nil
	})
	return last
}

func events(raw string) (list []spoken, err error) {
	for line := range strings.Lines(raw) {
		var s spoken
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// object is the JavaScript object of a node of the accessibility tree.
func (d *person) object(n *accessibility.Node) runtime.RemoteObjectID {
	d.Helper()
	return call(d.tab, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: n.BackendDOMNodeID}).Object.ObjectID
}

// readOut is all text of the answer in a turn, or of the error, folded text too.
const readOut = `function (failed) {
	const all = [], root = this.querySelector(failed ? "[role=alert]" : ".reply");
	const walk = document.createTreeWalker(root ?? document.createElement("p"), NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) all.push(walk.currentNode.data);
	return all.join(" ");
}`

// unfold opens the long answer of a turn, of which a line stands there until then.
const unfold = `function () { this.querySelector("details.fold:not([open]) > summary")?.click() }`

var (
	words = regexp.MustCompile(`[\pL\pN_]+`)
	marks = regexp.MustCompile("(?m)^(```text|[0-9]+\\. )") // of Markdown, which are shown as what they mean
)

// shown checks that the last turn shows every word of its answer; an error is
// an alert with its code.
func (d *person) shown(line string, s spoken) {
	d.Helper()
	d.boxed() // the events may have come in front of it
	var turns []*accessibility.Node
	d.until("a turn", func() (_ bool, err error) {
		turns, err = d.find("article", "")
		return len(turns) > 0, err
	})
	turn := turns[len(turns)-1]
	if got, want := word(turn.Name), "Turn: "+answer.Line(line); got != want {
		d.Errorf("got an article %q, want %q", got, want)
	}
	_, err := on[chromedp.Void](d.tab, d.object(turn), unfold)
	d.must(err)
	missing, text := "", ""
	d.until("every word of the answer to "+line, func() (bool, error) {
		text, err = on[string](d.tab, d.object(turn), readOut, s.Code != "")
		missing = lacking(text, marks.ReplaceAllString(s.said(), "")+" "+s.Code)
		return err == nil && missing == "", err
	})
}

// lacking is the first word of want that a text has not.
func lacking(text, want string) string {
	shown := words.FindAllString(text, -1)
	for _, w := range words.FindAllString(want, -1) {
		if !slices.Contains(shown, w) {
			return w
		}
	}
	return ""
}

// ids finds a session's id at the end of its name.
var ids = regexp.MustCompile(`\bs\d+\b`)

// session is the id of the session that is open.
func (d *person) session() string {
	d.Helper()
	said, err := on[string](d.tab, d.the("button", "Session …"), `function () { return this.innerText }`)
	d.must(err)
	if all := ids.FindAllString(said, -1); all != nil {
		return all[len(all)-1]
	}
	d.Fatalf("got no session in %q", said)
	return ""
}

// goTo opens another session by the palette.
func (d *person) goTo(session string) {
	d.Helper()
	d.press("Mod+k")
	d.fill("Find a command, skill, document or session", session)
	name := ""
	d.until("the session "+session+" in the palette", func() (bool, error) {
		for line := range strings.SplitSeq(d.text("dialog", "Go to"), "\n") {
			if line == session || strings.HasSuffix(line, "("+session+")") {
				name = line + " Session"
			}
		}
		return name != "", nil
	})
	d.click("option", name)
	d.gone("dialog", "Go to")
	d.reaches(session)
}

// reaches waits until a session is shown.
func (d *person) reaches(session string) {
	d.Helper()
	d.until("session "+session, func() (bool, error) { return d.session() == session, nil })
}

// anew opens a new session, which gets an id.
func (d *person) anew(session string) {
	d.Helper()
	d.do1("New session")
	d.reaches(session)
}

// raw is the log as a person copies it from the trace. No test takes what another one has in the clipboard.
func (d *person) raw() string {
	d.Helper()
	d.trace(true)
	text, err := on[string](d.tab, d.the("listbox", "Events as JSON lines, newest last"), `function () {
		const clipboardData = new DataTransfer();
		this.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
		return clipboardData.getData("text/plain");
	}`)
	d.must(err)
	return text
}

// Events implements [script.Driver].
func (d *person) Events() (raw string, err error) {
	session := d.session()
	d.until("the events of "+session, func() (bool, error) {
		raw = d.raw()
		list, err := events(raw)
		return len(list) > 0 && list[0].Session == session, err
	})
	return raw, nil
}

// Import implements [script.Driver]: all folders in one drop.
func (d *person) Import(root string, skills map[string]tree.Tree) error {
	dir := d.TempDir()
	var folders []string
	for name, skill := range skills {
		folders = append(folders, filepath.Join(dir, name))
		for path, f := range skill.Walk() {
			data, err := f.Bytes()
			d.must(err)
			file := filepath.Join(dir, name, filepath.FromSlash(path))
			d.must(os.MkdirAll(filepath.Dir(file), 0o755))
			d.must(os.WriteFile(file, data, 0o644))
		}
	}
	slices.Sort(folders)
	d.dropInto(root, folders...)
	d.previewed()
	d.click("button", accept)
	d.gone("tabpanel", "Import")
	d.until("how the import ended", func() (bool, error) {
		said := d.all()
		return strings.Contains(said, "Imported ") || strings.Contains(said, "Nothing was"), nil
	})
	return d.done()
}

// dropInto drops files and folders into the zone of a root.
func (d *person) dropInto(root string, paths ...string) {
	d.Helper()
	d.hover(paths...)
	var at []float64
	d.until("a zone for "+root, func() (ok bool, err error) {
		at, err = eval[[]float64](d.tab, fmt.Sprintf(`(() => {
			const box = document.querySelector("[open] [data-root=%s]")?.getBoundingClientRect();
			return box ? [box.x + box.width / 2, box.y + box.height / 2] : [];
		})()`, root))
		return len(at) == 2, err
	})
	zone := point{X: at[0], Y: at[1]}
	d.drag(input.DispatchDragEventTypeDragOver, zone, paths)
	d.drag(input.DispatchDragEventTypeDrop, zone, paths)
}

// dismiss puts away the notice at the foot of the page, and one that comes in its place.
func (d *person) dismiss() {
	d.Helper()
	d.until("no notice", func() (bool, error) {
		id, err := d.glimpse("button", "Dismiss")
		if id != "" {
			_, _ = on[chromedp.Void](d.tab, id, `function () { this.click() }`) // it may have gone
		}
		return id == "", err
	})
}

// done puts away the notice that an edit leaves, and tells what the page says of
// one that it refused.
func (d *person) done() error {
	text, err := eval[string](d.tab, `[...document.querySelectorAll("[role=alert]")].map((a) => a.innerText.trim()).find((t) => t.startsWith("Nothing was")) ?? ""`)
	d.must(err)
	d.dismiss()
	if text != "" {
		return errors.New(text)
	}
	return nil
}

// Put implements [script.Driver].
func (d *person) Put(path string, data []byte) error {
	if there, _ := d.openFile(path); !there {
		d.fill("Path of a new file", path)
		d.click("button", "New file")
	}
	err := d.edit("Text of "+path, string(data))
	d.list("Skills")
	return err
}

// openFile opens a file in the files pane, or a file of a folder, and then shows
// the whole tree again.
func (d *person) openFile(path string) (found, folder bool) {
	d.Helper()
	d.pane("Files")
	path = strings.TrimPrefix(path, "/")
	d.fill("Find a file", path)
	row := ""
	d.until("files found by "+path, func() (bool, error) {
		for _, folder = range []bool{false, true} {
			row = "/" + path + map[bool]string{false: " …", true: "/…"}[folder]
			if found = d.there("button", row); found {
				return true, nil
			}
		}
		return strings.Contains(d.all(), "No file has “"+strings.ToLower(path)+"” in its path"), nil
	})
	if found {
		d.click("button", row)
	}
	d.click("searchbox", "Find a file")
	d.press("Mod+a", "Backspace")
	return found, folder
}

// edit writes a text into an editor and saves it.
func (d *person) edit(label, text string) error {
	d.Helper()
	if d.text("textbox", label) == text {
		return nil
	}
	first, _, _ := strings.Cut(text, "\n")
	for range 3 { // the editor may come after all is chosen and before the text, which then stands amid the old one
		if d.fill(label, text); strings.HasPrefix(d.text("textbox", label), first) {
			break
		}
	}
	d.save()
	d.until("the text saved", func() (bool, error) {
		return eval[bool](d.tab, saveButton+`?.disabled ?? true`)
	})
	return d.done()
}

// Remove implements [script.Driver].
func (d *person) Remove(path string) error {
	switch found, folder := d.openFile(path); {
	case !found:
		return fmt.Errorf("there is nothing at %s", path)
	case folder:
		d.click("button", "Delete the folder "+path)
	default:
		d.click("button", "Delete")
	}
	d.see("There is no such file now.")
	return d.done()
}

// Profile implements [script.Driver].
func (d *person) Profile(data []byte) error {
	d.pane("Profile")
	return d.edit("Profile as YAML", string(data))
}

// Policy implements [script.Driver].
func (d *person) Policy(data []byte) error {
	d.pane("Policy")
	return d.edit("Policy as YAML", string(data))
}

// models opens the dialog of models.
func (d *person) models() {
	d.Helper()
	d.click("button", "Model…")
	d.wait("dialog", "Model")
}

// Model implements [script.Driver].
func (d *person) Model(name string) error {
	d.models()
	if strings.Contains(name, "/") {
		d.fill("Another model, as upstream/model", name)
		d.click("button", "Use")
	} else {
		d.click("button", name+"…")
	}
	said := ""
	d.until("the choice of "+name, func() (bool, error) {
		if !d.there("dialog", "Model") {
			return true, nil
		}
		// An alert behind the dialog is inert, and found only once that is shut.
		if found, err := d.find("alert", ""); err == nil && len(found) > 0 && d.there("dialog", "Model") {
			said, _ = on[string](d.tab, d.object(found[0]), `function () { return this.innerText }`)
		}
		return said != "", nil
	})
	if said != "" {
		d.press("Escape")
		d.gone("dialog", "Model")
		return errors.New(said)
	}
	return nil
}

package e2e

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/bundle"
	"lily/core/event"
	"lily/core/model"
	"lily/core/tool"
	"lily/web/proxy/upstream"
)

const poem = "roses are red\n"

// recorded is a session of all kinds of events, as its page exports it.
func recorded(t *testing.T) (name string, data []byte) {
	d, _ := speak(t, model.OpenAI,
		upstream.Calls(wants("a", "write", `{"path":"poem.txt","content":"roses are red\n"}`)), upstream.Text("It is written."),
		upstream.Text("First."), upstream.Text("Second."))
	d.wide()
	d.begin("Write a poem.")
	d.click("button", "Allow once…")
	d.see("It is written.")
	d.quiet()
	d.tell("/skill text_tools count_lines file=poem.txt")
	d.must(d.Policy([]byte("deny: [browse]\n")))
	d.pane("Profile")
	d.must(d.Profile([]byte(strings.Replace(d.text("textbox", "Profile as YAML"), "binaries: [", "binaries: [perl, ", 1))))
	d.must(d.Put("/persona/USER.md", []byte("The person likes lists.\n")))
	d.tell("/reload_skills")
	d.tell("/reload_persona")
	d.reload()
	d.see("It is written.")
	d.must(d.Model("up/m"))
	d.tell("Hello")
	d.click("button", "Retry…")
	d.see("Second.")
	d.quiet()
	downloaded := d.downloads()
	d.press("Alt+5")
	d.click("button", "Export session Write a poem. (s1)")
	name = "session-s1-write-a-poem.lily"
	return name, downloaded(name)
}

// moment is what the panes show at the moment that is shown.
func (d *person) moment() map[string]string {
	d.Helper()
	shown := map[string]string{}
	for _, name := range []string{"Snapshot", "Policy", "Profile", "Persona"} {
		d.pane(name)
		shown[name] = d.text("tabpanel", name)
	}
	d.pane("Trace")
	shown["Trace"] = d.text("region", "Detail")
	d.pane("Persona")
	d.choose("Persona file", "USER.md")
	shown["USER.md"] = d.text("textbox", "USER.md")
	if found, _ := d.openFile("/workspace/poem.txt"); found {
		shown["Files"] = d.text("textbox", "Text of /workspace/poem.txt")
	}
	return shown
}

// EV-4: a session that was exported is opened somewhere else, shows every moment as it
// was in every pane, is verified, and goes on as a session of that page.
func TestRecording(t *testing.T) {
	t.Parallel()
	name, data := recorded(t)
	d := someone(wide(t))
	path := d.file(name, data)
	d.drop(path)
	d.see("A recording, opened to be read.")
	d.see("Second.")
	d.see("Replaced")
	last := d.moment()
	d.has(last["Snapshot"], "Snapshot v2", "as it was then")
	d.has(last["Trace"], "4 of 4", "persona/SOUL")
	d.has(last["Policy"], "even where they are allowed: browse.")
	d.has(last["Profile"], "Declared, and cannot run here: perl.")
	d.has(last["USER.md"], "The person likes lists.")
	d.has(last["Files"], poem)
	d.press("Alt+2")
	d.click("button", "First")
	first := d.moment()
	d.hasNot(first["Snapshot"], "Snapshot v2")
	d.has(first["Trace"], "Nothing was sent")
	d.has(first["Policy"], "No tool is denied.")
	d.hasNot(first["Profile"], "perl.")
	d.hasNot(first["USER.md"], "The person likes lists.")
	if first["Files"] != "" {
		t.Errorf("got the file with %q at the first event", first["Files"])
	}
	d.notSee("Second.")
	d.steps3()
	d.axeStates("a recording", everyPlace...)

	d.click("button", "Verify")
	d.see("Identical, ")
	d.click("button", "Close recording")
	d.gone("region", "Stepping through the session")
	d.chooses("Import file", path)
	d.see("A recording, opened to be read.")
	d.click("button", "Keep as a session")
	d.see("goes on from recording Write a poem.")
	d.see("Its model, persona, profile, policy and skills are yours.")
	d.see("From here on the session is yours")
	d.reaches("s2")
	d.has(d.tell("/skills"), "7 available")
	d.see("Second.")
	if said, err := replayNatively(t, path); err != nil || !strings.Contains(said, "byte for byte the same") {
		t.Errorf("got %s, %v", said, err)
	}
}

// steps3 goes through the events from the first one by mouse, by the slider and by keys.
func (d *person) steps3() {
	d.Helper()
	d.see("Event 1 of ")
	d.click("button", "Next")
	d.see("Event 2 of ")
	d.click("button", "Previous")
	d.see("Event 1 of ")
	d.click("slider", "Event") // in its middle
	d.notSee("Event 1 of ")
	d.press("Home")
	d.see("Event 1 of ")
	d.press("ArrowRight", "Alt+.", "Alt+,", "Alt+.")
	d.see("Event 3 of ")
}

// lily is the program, built.
func lily(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "lily")
	if said, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return binary
}

func replayNatively(t *testing.T, path string) (said string, err error) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), lily(t), "session", "--replay", path).CombinedOutput()
	return string(out), err
}

// EV-4: one changed byte, or an end too early, refuses a recording with the place, in
// the page and at the terminal; one that was made to fit shows where it differs.
func TestDamagedRecordings(t *testing.T) {
	t.Parallel()
	d := someone(wide(t))
	d.tell("/skills")
	d.tell("Hello")
	downloaded := d.downloads()
	d.press("Alt+5")
	d.click("button", "Export session Hello (s1)")
	data := downloaded("session-s1-hello.lily")
	d.press("Escape")
	d.see("Exported session")
	changed := func(at int) []byte {
		torn := bytes.Clone(data)
		torn[at] ^= 1
		return torn
	}
	line := bytes.Index(data, []byte(`"type":"message"`))
	for name, tt := range map[string]struct {
		data  []byte
		place string
	}{
		"line":      {changed(line), fmt.Sprintf("events.jsonl:%d", 1+bytes.Count(data[bytes.Index(data, []byte(`{"seq":1,`)):line], []byte("\n")))},
		"blob":      {changed(bytes.Index(data, []byte("blobs/")) + len("blobs/") + 64), "blobs/"},
		"structure": {changed(4), "at byte"},
		"cut":       {data[:len(data)/2], "at byte"},
	} {
		path := d.file(name+".lily", tt.data)
		d.drop(path)
		d.see("The recording " + name + ".lily cannot be opened: ")
		text := d.text("alert", "")
		d.has(text, tt.place, "It may be damaged or cut short")
		d.gone("region", "Stepping through the session")
		if said, err := replayNatively(t, path); err == nil || !strings.Contains(said, tt.place) {
			t.Errorf("%s: got %v %s, want %s", name, err, said, tt.place)
		}
		if name == "line" {
			d.axeEverywhere("a refused recording")
			d.wide()
		}
		d.dismiss()
	}

	path, seq := d.forged(data)
	d.drop(path)
	d.see("A recording, opened to be read.")
	d.click("button", "Verify")
	d.wait("dialog", "The replay differs")
	d.has(d.text("dialog", "The replay differs"), fmt.Sprintf("Event %d is the first that came out differently", seq))
	d.axeEverywhere("a replay that differs")
	d.wide()
	d.click("button", "Go to the event")
	d.see(fmt.Sprintf("Event %d of ", seq))
	if said, err := replayNatively(t, path); err == nil || !strings.Contains(said, fmt.Sprintf("Event %d differs.", seq)) {
		t.Errorf("got %v %s", err, said)
	}
}

// forged is a bundle that fits in itself, with an answer that Lily never gave.
func (d *person) forged(data []byte) (path string, seq int) {
	d.Helper()
	b, _, err := bundle.Read(data, tool.Builtin())
	d.must(err)
	for i, e := range b.Events {
		if a, ok := e.Body.(event.Answer); ok {
			a.Blocks = nil
			b.Events[i].Body, seq = a, e.Seq
			break
		}
	}
	var out bytes.Buffer
	d.must(b.Write(&out))
	return d.file("forged.lily", out.Bytes()), seq
}

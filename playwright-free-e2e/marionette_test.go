package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// firefox is one window of Firefox, driven by Marionette: the protocol that it has
// built in, a JSON array behind its length over TCP.
// https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
type firefox struct {
	*testing.T
	conn net.Conn
	in   *bufio.Reader
	last int // the number of the last command

	said lines // what the browser and the page's console wrote
}

// lines gathers what a program writes.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// prefs keep the browser from the network, and let it tell its console.
const prefs = `user_pref("marionette.port", 0);
user_pref("app.update.disabledForTesting", true);
user_pref("app.normandy.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.newtabpage.enabled", false);
user_pref("captivedetect.canonicalURL", "");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("devtools.console.stdout.content", true);
user_pref("devtools.console.stdout.chrome", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.enabled", false);
`

func findFirefox() string {
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// inFirefox shows the page of url in a new Firefox, and waits for its engine.
func inFirefox(t *testing.T, url string) *firefox {
	t.Helper()
	path := findFirefox()
	if path == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no Firefox was found: make deps installs it")
		}
		t.Skip("no Firefox was found: make deps installs it")
	}
	f := &firefox{T: t}
	f.start(path, t.TempDir())
	f.do("WebDriver:NewSession", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"strictFileInteractability": false}}}, nil)
	f.do("WebDriver:SetWindowRect", map[string]int{"width": 1280, "height": 900}, nil)
	f.do("WebDriver:Navigate", map[string]string{"url": fresh(url)}, nil)
	f.until("the engine is started", func() bool { return js[string](f, "return document.documentElement.dataset.engine") == "started" })
	return f
}

// start runs the browser until the test ends, and joins it where its profile says.
func (f *firefox) start(path, profile string) {
	f.Helper()
	f.must(os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600))
	cmd := exec.Command(path, "--headless", "--marionette", "--no-remote", "--profile", profile)
	cmd.Stdout, cmd.Stderr = &f.said, &f.said
	cmd.Env = append(os.Environ(), "HOME="+profile, "MOZ_DISABLE_CONTENT_SANDBOX=1")
	f.must(cmd.Start())
	f.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		f.faults()
	})
	port := ""
	f.until("Firefox listens", func() bool {
		data, err := os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		port = strings.TrimSpace(string(data))
		return err == nil && port != ""
	})
	f.until("Firefox answers", func() (ok bool) {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			f.conn, f.in = conn, bufio.NewReader(conn)
		}
		return err == nil
	})
	f.Cleanup(func() { _ = f.conn.Close() })
	_, err := f.read() // its greeting
	f.must(err)
}

// faults fails the test for what the page's console was told as an error. The browser's
// own errors stand there without quotes.
func (f *firefox) faults() {
	f.Helper()
	for line := range strings.Lines(f.said.String()) {
		if strings.HasPrefix(line, `console.error: "`) || strings.HasPrefix(line, "JavaScript error: http") {
			f.Errorf("Firefox: %s", strings.TrimSpace(line))
		}
	}
}

func (f *firefox) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatalf("%v\n%s", err, f.said.String())
	}
}

// do sends a command and reads its answer into result, if that is not nil.
func (f *firefox) do(name string, params, result any) {
	f.Helper()
	f.must(f.try(name, params, result))
}

func (f *firefox) try(name string, params, result any) error {
	f.last++
	data, err := json.Marshal([]any{0, f.last, name, params})
	if err != nil {
		return err
	}
	f.must(f.conn.SetDeadline(time.Now().Add(4 * patience)))
	if _, err := fmt.Fprintf(f.conn, "%d:%s", len(data), data); err != nil {
		return err
	}
	data, err = f.read()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var answer [4]json.RawMessage
	if err := json.Unmarshal(data, &answer); err != nil {
		return err
	}
	if string(answer[2]) != "null" {
		return fmt.Errorf("%s: %s", name, answer[2])
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer[3], result)
}

func (f *firefox) read() ([]byte, error) {
	head, err := f.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(head, ":"))
	if err != nil {
		return nil, err
	}
	data := make([]byte, n)
	_, err = io.ReadFull(f.in, data)
	return data, err
}

// until asks again and again, as a person looks again.
func (f *firefox) until(what string, is func() bool) {
	f.Helper()
	for since := time.Now(); !is(); time.Sleep(later(since, 20*time.Millisecond)) {
		if time.Since(since) > 4*patience {
			f.Fatalf("got no %s in time\n%s", what, f.said.String())
		}
	}
}

// js runs the body of a function in the page.
func js[T any](f *firefox, body string, args ...any) T {
	f.Helper()
	if args == nil {
		args = []any{}
	}
	var r struct{ Value T }
	f.do("WebDriver:ExecuteScript", map[string]any{"script": body, "args": args}, &r)
	return r.Value
}

// element is how Marionette names one.
const element = "element-6066-11e4-a52e-4f735466cecf"

// the waits for a thing of a role and a name, as the browser computes them.
func (f *firefox) the(selector, role, name string) (id string) {
	f.Helper()
	f.until(role+" "+name, func() bool {
		var all []map[string]string
		f.do("WebDriver:FindElements", map[string]string{"using": "css selector", "value": selector}, &all)
		for _, e := range all {
			var r, n struct{ Value string }
			if f.try("WebDriver:GetComputedRole", map[string]string{"id": e[element]}, &r) != nil ||
				f.try("WebDriver:GetComputedLabel", map[string]string{"id": e[element]}, &n) != nil {
				return false // it has gone
			}
			if id = e[element]; r.Value == role && named(n.Value, name) {
				return true
			}
		}
		return false
	})
	return id
}

func (f *firefox) click(role, name string) {
	f.Helper()
	f.clickIn("button, [role=tab], summary", role, name)
}

func (f *firefox) clickIn(selector, role, name string) {
	f.Helper()
	f.do("WebDriver:ElementClick", map[string]string{"id": f.the(selector, role, name)}, nil)
}

// typeInto types by keys into a text box.
func (f *firefox) typeInto(name, text string) {
	f.Helper()
	f.do("WebDriver:ElementSendKeys", map[string]string{"id": f.the("textarea, input", "textbox", name), "text": text}, nil)
}

// keys presses keys one after the other wherever the focus is, as a keyboard does: what had it may have gone meanwhile,
// so that no element is named.
func (f *firefox) keys(text string) {
	f.Helper()
	var acts []map[string]string
	for _, r := range text {
		acts = append(acts, map[string]string{"type": "keyDown", "value": string(r)}, map[string]string{"type": "keyUp", "value": string(r)})
	}
	f.do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keys", "actions": acts}}}, nil)
}

// chord presses a key while Control is held.
func (f *firefox) chord(key string) {
	f.Helper()
	f.do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keys", "actions": []map[string]string{
		{"type": "keyDown", "value": control}, {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}, {"type": "keyUp", "value": control},
	}}}}, nil)
}

// brings imports skills from an archive.
func (f *firefox) brings(name string, files map[string]string) {
	f.Helper()
	path := filepath.Join(f.TempDir(), name)
	f.must(os.WriteFile(path, zipOf(f.T, files), 0o600))
	f.setFiles("import-files", path)
	f.until("the preview", func() bool {
		return js[bool](f, `return document.querySelector(".import button.main:enabled") !== null`)
	})
	f.clickIn(".import button", "button", accept)
	f.until("the page without the review", func() bool { return js[bool](f, `return document.querySelector(".import") === null`) })
	f.see("Imported")
}

// tell types a line and sends it, once all of it stands in the box.
func (f *firefox) tell(line string) {
	f.Helper()
	f.until(line+" in the message box", func() bool {
		js[any](f, `const b = document.getElementById("composer"); if (b.value !== arguments[0]) b.select()`, line)
		if js[string](f, `return document.getElementById("composer").value`) != line {
			f.typeInto("Message", line)
		}
		return js[string](f, `return document.getElementById("composer").value`) == line
	})
	f.typeInto("Message", enter)
}

// setFiles chooses files as the input's dialog would.
func (f *firefox) setFiles(input string, paths ...string) {
	f.Helper()
	var e struct{ Value map[string]string }
	f.do("WebDriver:FindElement", map[string]string{"using": "css selector", "value": "#" + input}, &e)
	f.do("WebDriver:ElementSendKeys", map[string]string{"id": e.Value[element], "text": strings.Join(paths, "\n")}, nil)
}

// see waits until the page shows a text.
func (f *firefox) see(text string) {
	f.Helper()
	f.until("see "+text, func() bool { return strings.Contains(js[string](f, "return document.body.innerText"), text) })
}

// wheel turns the wheel over a place of the window.
func (f *firefox) wheel(x, y, down int) {
	f.Helper()
	f.do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{
		"type": "wheel", "id": "wheel", "actions": []any{map[string]any{"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": down, "duration": 0}},
	}}}, nil)
}

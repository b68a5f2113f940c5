package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// editor is the other side of a language server that runs in its own process.
type editor struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs bytes.Buffer
	last int
	told map[string][]any // the diagnostics of each file as they came last
	logs []string
	all  int // diagnostics that were published
}

type reply map[string]any

// edited starts a server over a folder, as an editor that can do what is asked for.
func edited(t *testing.T, dir string, encodings ...string) *editor {
	t.Helper()
	e := serverOf(t)
	got := e.ask("initialize", map[string]any{
		"processId": nil, "rootUri": uri(dir), "capabilities": map[string]any{
			"general": map[string]any{"positionEncodings": encodings},
			"workspace": map[string]any{
				"workspaceEdit":         map[string]any{"documentChanges": true, "resourceOperations": []string{"rename"}},
				"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true},
			},
		},
	})
	want := "utf-16"
	if len(encodings) > 0 {
		want = encodings[0]
	}
	if at(got, "result", "capabilities", "positionEncoding") != want {
		t.Fatalf("got %v, want %s", got, want)
	}
	e.tell("initialized", map[string]any{})
	return e
}

func serverOf(t *testing.T) *editor {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	e := &editor{t: t, cmd: exec.Command(exe, "lsp"), told: map[string][]any{}}
	e.cmd.Env, e.cmd.Stderr = append(os.Environ(), "LILY_IN_TEST=1"), &e.errs
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { e.cmd.Process.Kill() }) // so that a test that waits for ever says for what
	t.Cleanup(func() { late.Stop(); e.cmd.Process.Kill(); e.cmd.Wait() })
	e.out = bufio.NewReader(out)
	return e
}

func (e *editor) raw(text string) {
	e.t.Helper()
	if _, err := io.WriteString(e.in, text); err != nil {
		e.t.Fatal(err, e.errs.String())
	}
}

func (e *editor) send(m map[string]any) {
	e.t.Helper()
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		e.t.Fatal(err)
	}
	e.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (e *editor) tell(method string, params any) {
	e.t.Helper()
	e.send(map[string]any{"method": method, "params": params})
}

// ask is the answer to a request.
func (e *editor) ask(method string, params any) reply {
	e.t.Helper()
	e.last++
	e.send(map[string]any{"id": e.last, "method": method, "params": params})
	for {
		if m := e.next(); m["method"] == nil && m["id"] == float64(e.last) {
			return m
		}
	}
}

// next is the next message of the server; what it publishes is kept.
func (e *editor) next() reply {
	e.t.Helper()
	size := 0
	for {
		line, err := e.out.ReadString('\n')
		if err != nil {
			e.t.Fatalf("got %v, %s, after the diagnostics %v", err, e.errs.String(), e.told)
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			size, _ = strconv.Atoi(n)
		}
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(e.out, body); err != nil {
		e.t.Fatal(err)
	}
	var m reply
	if err := json.Unmarshal(body, &m); err != nil {
		e.t.Fatalf("%v in %s", err, body)
	}
	switch m["method"] {
	case "textDocument/publishDiagnostics":
		e.told[at(m, "params", "uri").(string)] = at(m, "params", "diagnostics").([]any)
		e.all++
	case "window/logMessage":
		e.logs = append(e.logs, at(m, "params", "message").(string))
	}
	return m
}

// until reads on until a file has diagnostics with just these codes.
func (e *editor) until(file string, codes ...string) {
	e.t.Helper()
	for {
		if got, ok := e.told[file]; ok && strings.Join(codesOf(got), " ") == strings.Join(codes, " ") {
			return
		}
		e.next()
	}
}

func codesOf(list []any) (codes []string) {
	for _, d := range list {
		codes = append(codes, at(d, "code").(string))
	}
	return codes
}

func (e *editor) open(file, text string) {
	e.t.Helper()
	e.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": file, "languageId": "markdown", "version": 1, "text": text}})
}

// change makes changes, each from a place to a place, or of all where it has none.
func (e *editor) change(file string, version int, changes ...map[string]any) {
	e.t.Helper()
	e.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": file, "version": version}, "contentChanges": changes})
}

func span(line, from, line2, to int) map[string]any {
	return map[string]any{"start": spot(line, from), "end": spot(line2, to)}
}

func spot(line, character int) map[string]any {
	return map[string]any{"line": line, "character": character}
}

func uri(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// at is a part of what JSON was read to.
func at(v any, keys ...any) any {
	for _, k := range keys {
		if r, ok := v.(reply); ok {
			v = map[string]any(r)
		}
		switch in := v.(type) {
		case map[string]any:
			v = in[fmt.Sprint(k)]
		case []any:
			if n, ok := k.(int); !ok || n >= len(in) {
				return nil
			} else {
				v = in[n]
			}
		default:
			return nil
		}
	}
	return v
}

// end shuts a session as an editor does, and gives its exit code.
func (e *editor) end() int {
	e.t.Helper()
	if got := e.ask("shutdown", nil); got["error"] != nil {
		e.t.Errorf("got %v", got)
	}
	e.tell("exit", nil)
	e.cmd.Wait()
	return e.cmd.ProcessState.ExitCode()
}

func realDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// A session as an editor has it: open, type, fix, complete, hover, go to, rename, close.
func TestLSP(t *testing.T) {
	dir := realDir(t)
	text := "---\nname: haiku\ndescription: Use when a haiku is wanted.\n---\nSee 😀 [it](references/a.md) and [that](References/b.md).\n"
	write(t, filepath.Join(dir, "haiku/SKILL.md"), text)
	write(t, filepath.Join(dir, "haiku/references/b.md"), "Text.\n")
	write(t, filepath.Join(dir, "other/SKILL.md"), "---\nname: other\ndescription: Use when an other is wanted.\n---\nText.\n")
	e, file := edited(t, dir), uri(filepath.Join(dir, "haiku/SKILL.md"))
	e.open(file, text)
	e.until(file, "file_missing", "file_case")
	if got := at(e.told[file], 0, "range"); !reflect.DeepEqual(norm(got), norm(span(4, 12, 4, 27))) {
		t.Errorf("got %v, want the columns of UTF-16", got)
	}

	// Typing: the description goes, and comes back.
	e.change(file, 2, map[string]any{"range": span(2, 0, 3, 0), "text": ""})
	e.until(file, "missing_description", "file_missing", "file_case")
	e.change(file, 3, map[string]any{"range": span(2, 0, 2, 0), "text": "Description: Use when a haiku is wanted.\n"})
	e.until(file, "missing_description", "key_near", "file_missing", "file_case")

	fix := e.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": file}, "range": span(2, 0, 2, 3), "context": map[string]any{"diagnostics": []any{}}})
	if at(fix, "result", 0, "edit", "documentChanges", 0, "edits", 0, "newText") != "description" || at(fix, "result", 1, "kind") != "source.fixAll" {
		t.Errorf("got %v, want the fix of a key", fix)
	}
	e.change(file, 4, map[string]any{"range": at(fix, "result", 0, "edit", "documentChanges", 0, "edits", 0, "range"), "text": "description"})
	e.until(file, "file_missing", "file_case")

	where := func(line, column int) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": file}, "position": spot(line, column)}
	}
	if got := fmt.Sprint(at(e.ask("textDocument/hover", where(4, 14)), "result", "contents", "value")); !strings.Contains(got, "file_missing") || !strings.Contains(got, "Add the file") {
		t.Errorf("got %s, want the manual's entry", got)
	}
	if got := fmt.Sprint(at(e.ask("textDocument/hover", where(1, 2)), "result", "contents", "value")); !strings.Contains(got, "Codex: loaded") {
		t.Errorf("got %s, want what agents make of it", got)
	}
	write(t, filepath.Join(dir, "haiku/references/a.md"), "Text.\n")
	e.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri(filepath.Join(dir, "haiku/references/a.md")), "type": 1}}})
	e.until(file, "file_case")
	if got := at(e.ask("textDocument/definition", where(4, 14)), "result", 0, "uri"); got != uri(filepath.Join(dir, "haiku/references/a.md")) {
		t.Errorf("got %v, want the file that is named", got)
	}
	e.change(file, 5, map[string]any{"range": span(3, 0, 3, 0), "text": "allowed-tools: \nus\n"})
	labels := func(line, column int) string {
		var all []string
		for _, i := range at(e.ask("textDocument/completion", where(line, column)), "result").([]any) {
			all = append(all, at(i, "label").(string))
		}
		return " " + strings.Join(all, " ") + " "
	}
	if got := labels(3, 15); !strings.Contains(got, " Read ") || !strings.Contains(got, " run_shell_command ") {
		t.Errorf("got %s, want tools", got)
	}
	if got := labels(4, 2); !strings.Contains(got, " user-invocable ") || !strings.Contains(got, " argument-hint ") || strings.Contains(got, " description ") {
		t.Errorf("got %s, want keys that are not there", got)
	}
	e.change(file, 6, map[string]any{"range": span(3, 0, 5, 0), "text": ""})

	if got := e.ask("textDocument/prepareRename", where(1, 8)); at(got, "result", "placeholder") != "haiku" {
		t.Errorf("got %v", got)
	}
	rename := where(1, 8)
	rename["newName"] = "tanka"
	got := e.ask("textDocument/rename", rename)
	if at(got, "result", "documentChanges", 0, "edits", 0, "newText") != "tanka" || at(got, "result", "documentChanges", 1, "kind") != "rename" ||
		at(got, "result", "documentChanges", 1, "newUri") != uri(filepath.Join(dir, "tanka")) {
		t.Errorf("got %v, want the name and the folder", got)
	}
	for name, why := range map[string]string{"other": "already", "a/b": "cannot be", "Tanka": "characters"} {
		rename["newName"] = name
		if got := e.ask("textDocument/rename", rename); !strings.Contains(fmt.Sprint(at(got, "error", "message")), why) {
			t.Errorf("%s: got %v, want it refused", name, got)
		}
	}
	e.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": file}})
	e.until(file)
	if got := e.ask("textDocument/hover", where(1, 2)); at(got, "error", "code") != float64(-32602) {
		t.Errorf("got %v, want a closed document refused", got)
	}
	if code := e.end(); code != 0 {
		t.Errorf("got exit %d: %s", code, e.errs.String())
	}
}

// The mistakes of lily.yaml are told while it is typed, and what it says holds once it is saved.
func TestLSPProject(t *testing.T) {
	dir := realDir(t)
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	skill := "---\nname: x\ndescription: Does it when asked.\nmy-key: 1\n---\nText.\n"
	write(t, filepath.Join(dir, "x/SKILL.md"), skill)
	e, file, of := edited(t, dir), uri(filepath.Join(dir, "lily.yaml")), uri(filepath.Join(dir, "x/SKILL.md"))
	e.open(of, skill)
	e.until(of, "not_portable", "unknown_key")
	e.open(file, "rules:\n  unknwon_key: off\nformat: [lily]\n")
	e.until(file, "project_invalid", "project_invalid")
	where := map[string]any{"textDocument": map[string]any{"uri": file}, "position": spot(1, 3)}
	if got := fmt.Sprint(at(e.ask("textDocument/hover", where), "result", "contents", "value")); !strings.Contains(got, "unknown_key") {
		t.Errorf("got %s, want what was meant", got)
	}
	right := "rules:\n  unknown_key: off\n"
	e.change(file, 2, map[string]any{"text": right})
	e.until(file)
	write(t, filepath.Join(dir, "lily.yaml"), right)
	e.tell("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": file}})
	e.until(of, "not_portable")
	if code := e.end(); code != 0 {
		t.Errorf("got exit %d: %s", code, e.errs.String())
	}
}

// All fixes of a file are those that lily check makes: what one mistake hides is fixed with it.
func TestLSPFixAll(t *testing.T) {
	dir := realDir(t)
	text := "---\r\nName: x\r\nDescription: Formats it: when asked.\r\n---\r\n😀 Text.\r\n"
	at1 := filepath.Join(dir, "x/SKILL.md")
	write(t, at1, text)
	e, file := edited(t, dir), uri(at1)
	e.open(file, text)
	got := e.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": file}, "range": span(0, 0, 4, 0), "context": map[string]any{"only": []string{"source.fixAll"}, "diagnostics": []any{}}})
	edit := at(got, "result", 0, "edit", "documentChanges", 0, "edits", 0)
	if edit == nil {
		t.Fatalf("got %v, want all fixes", got)
	}
	e.change(file, 2, map[string]any{"range": at(edit, "range"), "text": at(edit, "newText")})
	e.until(file)
	if code := e.end(); code != 0 {
		t.Errorf("got exit %d: %s", code, e.errs.String())
	}
	if code, _, errs := lily(t, "", "check", "--fix", at1); code != 0 {
		t.Errorf("got %d, %s", code, errs)
	}
	was := strings.SplitAfter(text, "\n")
	lines := func(key string) int { return int(at(edit, "range", key, "line").(float64)) }
	fixed := strings.Join(was[:lines("start")], "") + at(edit, "newText").(string) + strings.Join(was[lines("end"):], "")
	if want := document(t, at1); fixed != want {
		t.Errorf("got %q, want what check --fix writes, %q", fixed, want)
	}
}

func norm(v any) any {
	data, _ := json.Marshal(v)
	var out any
	_ = json.Unmarshal(data, &out)
	return out
}

// What neighbours decide is told too, and a skill's other files have their own findings.
func TestLSPNeighbours(t *testing.T) {
	dir := realDir(t)
	text := "---\nname: one\ndescription: Formats long tables of numbers. Use when asked.\n---\nRun scripts/x.sh.\n"
	write(t, filepath.Join(dir, "one/SKILL.md"), text)
	write(t, filepath.Join(dir, "one/scripts/x.sh"), "#!/bin/bash\r\necho x\r\n")
	write(t, filepath.Join(dir, "two/SKILL.md"), strings.Replace(text, "name: one", "name: two", 1))
	e, file := edited(t, dir), uri(filepath.Join(dir, "one/SKILL.md"))
	e.open(file, text)
	e.until(file, "alike")
	script := uri(filepath.Join(dir, "one/scripts/x.sh"))
	e.until(script, "script_line_ends", "script_not_executable")
	e.change(file, 2, map[string]any{"range": span(2, 13, 2, 20), "text": "Draws"})
	e.until(file)
	e.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": file}})
	e.until(script)
}

// A place that there is not, and a change of no range, are told; the session goes on.
func TestLSPWrongPlaces(t *testing.T) {
	dir := realDir(t)
	text := "---\nname: x\ndescription: Use when x.\n---\nText.\n"
	write(t, filepath.Join(dir, "x/SKILL.md"), text)
	e, file := edited(t, dir), uri(filepath.Join(dir, "x/SKILL.md"))
	e.open(file, text)
	e.until(file)
	for _, method := range []string{"hover", "completion", "definition", "rename", "prepareRename"} {
		for _, p := range []map[string]any{spot(99, 0), spot(-1, 0), spot(0, -1)} {
			got := e.ask("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": file}, "position": p, "newName": "y"})
			if at(got, "error", "code") != float64(-32602) {
				t.Errorf("%s at %v: got %v, want it refused", method, p, got)
			}
		}
		for _, bad := range []any{nil, "x", []int{1}, map[string]any{"textDocument": 1}, map[string]any{"textDocument": map[string]any{"uri": "untitled:1"}}, map[string]any{"position": map[string]any{"line": "x"}}} {
			if got := e.ask("textDocument/"+method, bad); got["error"] == nil {
				t.Errorf("%s of %v: got %v, want an error", method, bad, got)
			}
		}
	}
	e.change(file, 2, map[string]any{"range": span(3, 0, 1, 0), "text": "x"})
	if got := e.ask("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": file}, "position": spot(0, 0)}); at(got, "error") == nil || len(e.logs) == 0 {
		t.Errorf("got %v, want nothing said of a text that nobody knows", got)
	}
	e.change(file, 3, map[string]any{"text": strings.Replace(text, "Use when", "Makes", 1)})
	e.until(file, "no_when")
	e.change(uri("/nowhere/SKILL.md"), 1, map[string]any{"text": "x"})
	e.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "bad"}})
	e.open("https://example.com/SKILL.md", text)
	e.open("file://host/x/SKILL.md", text)
	for _, method := range []string{"nothing/here", "initialize"} {
		if got := e.ask(method, map[string]any{}); got["error"] == nil {
			t.Errorf("%s: got %v, want an error", method, got)
		}
	}
	e.raw("Content-Length: 3\r\n\r\n{x}")
	e.raw("Content-Length: 2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n[]")
	e.raw("Content-Length: 4\r\n\r\ntrue")
	for _, want := range []float64{-32700, -32600, -32600} {
		m := e.next()
		for m["method"] != nil {
			m = e.next()
		}
		if at(m, "error", "code") != want || m["id"] != nil {
			t.Errorf("got %v, want %v", m, want)
		}
	}
	if len(e.logs) < 3 {
		t.Errorf("got the log %q", e.logs)
	}
	if code := e.end(); code != 0 {
		t.Errorf("got exit %d", code)
	}
}

// What cannot be read on ends the session with an error and an exit code, and never with a panic.
func TestLSPBadFraming(t *testing.T) {
	for name, text := range map[string]string{
		"huge header":  "X-Long: " + strings.Repeat("x", 1<<20),
		"many headers": strings.Repeat("X: y\r\n", 1<<16),
		"no length":    "Content-Type: x\r\n\r\n{}",
		"huge length":  "Content-Length: 99999999999999999999\r\n\r\n{}",
		"big length":   "Content-Length: 1999999999\r\n\r\n{}",
		"negative":     "Content-Length: -5\r\n\r\n{}",
		"twice":        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
		"no header":    "{}\n\n",
		"cut":          "Content-Length: 100\r\n\r\n{}",
		"ends":         "",
	} {
		e := serverOf(t)
		go func() { io.WriteString(e.in, text); e.in.Close() }()
		out, _ := io.ReadAll(e.out)
		e.cmd.Wait()
		if code := e.cmd.ProcessState.ExitCode(); code != 1 || name != "ends" && !strings.Contains(string(out), "-32700") || strings.Contains(e.errs.String(), "goroutine") {
			t.Errorf("%s: got exit %d, %s, %s", name, code, out, e.errs.String())
		}
	}
}

// A request before initialize is refused, one that was cancelled is not answered, and nothing is after shutdown.
func TestLSPOrder(t *testing.T) {
	e := serverOf(t)
	if got := e.ask("textDocument/hover", map[string]any{}); at(got, "error", "code") != float64(-32002) {
		t.Errorf("got %v", got)
	}
	e.ask("initialize", map[string]any{"capabilities": map[string]any{}})
	e.tell("$/cancelRequest", map[string]any{"id": 77})
	e.send(map[string]any{"id": 77, "method": "textDocument/hover", "params": map[string]any{}})
	if got := e.next(); at(got, "error", "code") != float64(-32800) {
		t.Errorf("got %v, want it cancelled", got)
	}
	e.ask("shutdown", nil)
	if got := e.ask("textDocument/hover", map[string]any{}); at(got, "error", "code") != float64(-32600) {
		t.Errorf("got %v", got)
	}
	e.tell("exit", nil)
	if e.cmd.Wait(); e.cmd.ProcessState.ExitCode() != 0 {
		t.Errorf("got exit %d", e.cmd.ProcessState.ExitCode())
	}
}

// A thousand random edits leave the server with the text that an oracle has, which keeps it in units of UTF-16: what it
// finds in the end is what it finds of the whole text.
func TestLSPThousandEdits(t *testing.T) {
	dir := realDir(t)
	big := strings.Repeat("A line of 😀 text, ünd more.\n", 1<<20/33)
	text := "---\nname: x\ndescription: Use when x.\n---\n" + big
	write(t, filepath.Join(dir, "x/SKILL.md"), "---\nname: x\n---\n")
	for _, encoding := range []string{"utf-16", "utf-8"} {
		e, file := edited(t, dir, encoding), uri(filepath.Join(dir, "x/SKILL.md"))
		e.open(file, text)
		o := oracle{lines: splitLines(text), wide: encoding == "utf-16"}
		r := rand.New(rand.NewPCG(7, 7))
		pieces := []string{"x", "😀", "\n", "\r\n", "ü", "`scripts/a.sh`", "", "\t", "[a](b.md)", "\r", "--"}
		for i := range 1000 {
			from, to := o.place(r), o.place(r)
			if to[0] < from[0] || to[0] == from[0] && to[1] < from[1] {
				from, to = to, from
			}
			if r.IntN(4) > 0 || to[0] > from[0]+3 { // mostly typing
				to = from
			}
			piece := pieces[r.IntN(len(pieces))]
			o.edit(from, to, piece)
			e.change(file, i+2, map[string]any{"range": span(from[0], from[1], to[0], to[1]), "text": piece})
		}
		e.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": file}, "range": span(0, 0, 0, 0), "context": map[string]any{}})
		got := norm(e.told[file])
		e.tell("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": file}})
		e.open(file, o.text())
		e.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": file}, "range": span(0, 0, 0, 0), "context": map[string]any{}})
		if want := norm(e.told[file]); !reflect.DeepEqual(got, want) || len(e.told[file]) == 0 {
			t.Errorf("%s: got %v, want %v", encoding, got, want)
		}
		if code := e.end(); code != 0 {
			t.Errorf("got exit %d: %s", code, e.errs.String())
		}
	}
}

// oracle is a text as its lines with their ends, edited in the plainest way.
type oracle struct {
	lines []string
	wide  bool
}

func splitLines(text string) (lines []string) {
	for from := 0; ; {
		n := strings.IndexAny(text[from:], "\r\n")
		if n < 0 {
			return append(lines, text[from:])
		}
		end := from + n + 1
		if strings.HasPrefix(text[from+n:], "\r\n") {
			end++
		}
		lines, from = append(lines, text[from:end]), end
	}
}

// place is a place between two characters, mostly near the top.
func (o *oracle) place(r *rand.Rand) [2]int {
	line := r.IntN(min(len(o.lines), 30))
	if r.IntN(5) == 0 {
		line = r.IntN(len(o.lines))
	}
	runes := []rune(strings.TrimRight(o.lines[line], "\r\n"))
	part := string(runes[:r.IntN(len(runes)+1)])
	if o.wide {
		return [2]int{line, len(utf16.Encode([]rune(part)))}
	}
	return [2]int{line, len(part)}
}

func (o *oracle) cut(line, column int) (before, after string) {
	text := o.lines[line]
	if !o.wide {
		return text[:column], text[column:]
	}
	units := utf16.Encode([]rune(text))
	return string(utf16.Decode(units[:column])), string(utf16.Decode(units[column:]))
}

func (o *oracle) edit(from, to [2]int, piece string) {
	before, _ := o.cut(from[0], from[1])
	_, after := o.cut(to[0], to[1])
	first, last := from[0], to[0]
	if first > 0 && strings.HasSuffix(o.lines[first-1], "\r") { // its end may become one of two characters
		first--
		before = o.lines[first] + before
	}
	made := splitLines(before + piece + after)
	if last+1 < len(o.lines) && made[len(made)-1] == "" {
		made = made[:len(made)-1]
	}
	o.lines = append(o.lines[:first:first], append(made, o.lines[last+1:]...)...)
}

func (o *oracle) text() string { return strings.Join(o.lines, "") }

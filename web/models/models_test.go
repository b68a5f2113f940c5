package models_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lily/web/models"
)

const secret = "sk-lily-test-0123456789abcdef"

// alone lets the test see no server of this machine but its own, and no key.
func alone(t *testing.T) {
	t.Helper()
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OLLAMA_HOST"} {
		t.Setenv(name, "")
	}
}

func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "up.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func list(t *testing.T, args ...string) (string, error) {
	t.Helper()
	l, out := &models.List{}, &bytes.Buffer{}
	to := flag.NewFlagSet("models", flag.ContinueOnError)
	l.Declare(to)
	if err := to.Parse(args); err != nil {
		t.Fatal(err)
	}
	err := l.Run(t.Context(), out)
	return out.String(), err
}

// serves is a model server that knows a key and says which models it has.
func serves(t *testing.T) (url string, asked *int) {
	asked = new(int)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked++
		if r.Header.Get("Authorization") != "Bearer "+secret {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"data":[{"id":"small"},{"id":"large"}]}`)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", asked
}

// A server of this machine is asked, with its key; a public one is not.
func TestList(t *testing.T) {
	alone(t)
	url, _ := serves(t)
	up := file(t, "upstreams:\n  - id: here\n    name: Here\n    format: openai\n    url: "+url+"\n    key: "+secret+"\n"+
		"  - id: there\n    format: openai\n    url: https://models.example/v1\n    models: [big]\n")
	got, err := list(t, "-upstreams", up)
	for _, want := range []string{"offline ", "scripted ", "here/large", "here/small", "there/big", "no key", "openai/…", "Set OPENAI_API_KEY"} {
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("got %s, %v, want %q", got, err, want)
		}
	}
	if strings.Contains(got, secret) {
		t.Error("got the key")
	}
	got, err = list(t, "-json", "-no-probe", "-upstreams", up)
	if err != nil || !strings.Contains(got, `"state": "no_key"`) || strings.Contains(got, "here/") {
		t.Errorf("got %s, %v", got, err)
	}
}

// A command gives the key when it is needed and not before, with no shell, and what it prints is in no error.
func TestKeyCommand(t *testing.T) {
	alone(t)
	url, asked := serves(t)
	dir := t.TempDir()
	with := func(command string) string {
		return file(t, "upstreams:\n  - id: here\n    format: openai\n    url: "+url+"\n    key_command: "+command+"\n")
	}
	good := with(`[sh, -c, 'echo ran >> "$0"; echo ` + secret + `', '` + filepath.Join(dir, "ran") + `']`)
	if got, err := list(t, "-upstreams", good); err != nil || !strings.Contains(got, "Its key comes from a command") {
		t.Errorf("got %s, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil || *asked > 0 {
		t.Errorf("got the command run or the server asked %d times, unasked", *asked)
	}
	if got, err := list(t, "-upstreams", good, "-ask", "here"); err != nil || !strings.Contains(got, "here/large") || strings.Contains(got, secret) {
		t.Errorf("got %s, %v", got, err)
	}
	m := &models.Flags{File: good, Name: "here/large"}
	for range 2 {
		if found, err := m.First(); err != nil || found.Name() != "here/large" {
			t.Errorf("got %v, %v", found, err)
		}
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "ran")); strings.Count(string(data), "ran") != 2 { // the list, and the session once
		t.Errorf("got it run %q", data)
	}
	for command, want := range map[string]string{
		`[lily-no-such-program]`:                     "failed",
		`["true"]`:                                   "printed nothing",
		`[sh, -c, 'exit 3']`:                         "failed: exit status 3",
		`[echo, 'two words']`:                        "no key has",
		`[sh, -c, 'yes ` + secret + `']`:             "failed",
		`[echo, '$HOME']`:                            "",
		`[printf, '` + secret + `\n` + secret + `']`: "no key has",
	} {
		_, err := (&models.Flags{File: with(command), Name: "here/large"}).First()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), secret)) {
			t.Errorf("%s: got %v, want %q", command, err, want)
		}
	}
	for text, want := range map[string]string{
		"key_command: security":             "got no list of words",
		"key_command: []":                   "got no list of words",
		"key_command: [[a]]":                "no word in the list",
		"key_command: [a]\n    key: abcdef": "got key_command beside another key",
	} {
		_, err := models.Upstreams(file(t, "upstreams:\n  - id: here\n    format: openai\n    url: "+url+"\n    "+text+"\n"), os.Getenv)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

package approval

import (
	"strings"
	"testing"

	"lily/core/call"
	"lily/core/network"
	"lily/core/tree"
	"lily/web/html/htmltest"
	"lily/web/state/statetest"
)

func requested(t *testing.T, body string, more func(*call.Request)) string {
	t.Helper()
	r, err := network.New("POST", "https://api.example.com/v1/items?q=1", []network.Field{{Name: "X-Kind", Value: "plain"}, {Name: "Cookie", Value: "a=b"}}, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	s := statetest.Small(t)
	q := call.Question{Session: s.Sessions.Session, Call: "c1", Skill: "plain", Digest: tree.Sum([]byte("x")), Tool: "shell", Rule: "network: ask"}
	q.Request = &call.Request{Request: r, Program: "curl"}
	if more != nil {
		more(q.Request)
	}
	c, _ := card(s, q)
	return htmltest.Seen(c)
}

// PO-6: host, method, path, size and the first lines of what is sent, and for whom a yes holds.
func TestRequestShown(t *testing.T) {
	got := requested(t, "one\ntwo \u202e three\n", nil)
	htmltest.Has(t, got, "curl will ask https://api.example.com", "POST", "/v1/items?q=1", "18 bytes", "one", "two «U+202E» three", "x-kind: plain", "cookie",
		"network: ask", "skill plain", "Allow once", "Deny", "Allow https://api.example.com for this version of the skill", "cannot be taken back", "that nobody can see")
	htmltest.HasNot(t, got, "a=b", "Arguments", "lily adds the one")
	got = requested(t, "", func(r *call.Request) { r.Named, r.Warning = true, "This skill is not trusted." })
	htmltest.Has(t, got, "nothing but the lines of its header", "lily adds the one that you named for this host", "This skill is not trusted.")
	htmltest.Has(t, requested(t, "\x00\xff", nil), "not text that can be shown")
}

// What is long is shown at its beginning, and the rest is counted.
func TestRequestLong(t *testing.T) {
	got := requested(t, strings.Repeat("a line\n", 2000), nil)
	htmltest.Has(t, got, "And 13,832 more bytes.", "Read all of it")
	got = requested(t, strings.Repeat("ä", 100_000), nil)
	htmltest.Has(t, got, "more bytes.", "Read all of it")
}

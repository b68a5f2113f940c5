//go:build linux

package native

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"lily/core/network"
	"lily/core/program"
	"lily/core/tree"
)

// asks runs a shell's text whose requests are answered by fetch.
func asks(t *testing.T, r *Runner, text string, seconds int, fetch func(context.Context, network.Request) (network.Answer, error)) result {
	t.Helper()
	var b tree.Builder
	if err := b.Dir("workspace"); err != nil {
		t.Fatal(err)
	}
	return do(t.Context(), r, program.Spec{
		Argv: []string{"sh", "-c", text}, Dir: "/workspace", Env: []string{"HOME=/home/x", "PATH=" + Usual}, Files: b.Tree(), Timeout: seconds, Fetch: fetch,
	})
}

func hello(_ context.Context, r network.Request) (network.Answer, error) {
	if strings.HasSuffix(r.URL, "/no") {
		return network.Answer{}, errors.New("the policy says no")
	}
	return network.Answer{Status: 200, Header: []network.Field{}, Body: []byte("hello " + r.Method + " " + r.URL + " " + string(r.Body) + "\n")}, nil
}

// walled is a runner whose sandbox has a way to the network. Where there is none its tests are skipped, but not in CI.
func walled(t *testing.T) (r *Runner) {
	t.Helper()
	sandboxes(t, func(_ *testing.T, one *Runner) {
		if one.Box.gated {
			r = one
		}
	})
	if r == nil {
		if os.Getenv("CI") != "" {
			t.Fatal("got no sandbox with a way to the network, want bubblewrap's")
		}
		t.Skip("no sandbox here has a way to the network")
	}
	return r
}

// TM-4: a program asks the network by Lily and by nothing else, in plain words and by TLS.
func TestWay(t *testing.T) {
	r := walled(t)
	for _, tt := range []struct{ text, want string }{
		{"curl -sS http://example.com/a", "hello GET http://example.com/a \n"},
		{"curl -sS https://example.com/a -d text", "hello POST https://example.com/a text\n"},
		{"curl -sS https://example.com:8443/", "hello GET https://example.com:8443/ \n"},
		{"curl -sS https://a.com/ https://b.com/", "hello GET https://a.com/ \nhello GET https://b.com/ \n"},
		{"curl -sSf https://example.com/no; echo $?", "lily: https://example.com: the policy says no.\n"},
		{"git ls-remote https://example.com/x 2>&1", "https://example.com/x/info/refs not valid"},
		{"curl -sS --noproxy '*' https://example.com/a || echo none", "none\n"},
		{"curl -sS telnet://127.0.0.1:22 </dev/null || echo none", "none\n"},
		{"touch /run/lily/x /run/lily/lily /run/lily/roots.pem 2>/dev/null || echo none", "none\n"},
	} {
		if got := asks(t, r, tt.text, 10, hello); got.err != nil || !strings.Contains(got.out, tt.want) {
			t.Errorf("%s: got %q, %v, want %q", tt.text, got.out, got.err, tt.want)
		}
	}
}

// TM-4: what asks by itself, as the manual says, and what reaches nobody. A program that is not on this machine has no row.
func TestWhoHeedsTheWay(t *testing.T) {
	r := walled(t)
	for _, tt := range []struct{ program, text, want string }{
		{"wget", "wget -qO- http://example.com/a https://example.com/a", "hello GET http://example.com/a \nhello GET https://example.com/a \n"},
		{"wget", "wget -qO- --post-data=x https://example.com/a", "hello POST https://example.com/a x\n"},
		{"wget", "wget -nv -O- https://example.com/no 2>&1", "ERROR 403"},
		{"python3", "python3 -c 'import urllib.request as u; print(u.urlopen(\"https://example.com/p\").read())'", "hello GET https://example.com/p "},
		{"python3", "python3 -c 'import urllib.request as u; u.urlopen(\"https://example.com/no\")' 2>&1", "HTTP Error 403"},
		{"python3", "python3 -c 'import http.client as h; c=h.HTTPSConnection(\"127.0.0.1\", 3128); c.set_tunnel(\"example.com\"); c.request(\"GET\", \"/p\"); print(c.getresponse().read())'", "hello GET https://example.com/p "},
		{"python3", "python3 -c 'import http.client as h; h.HTTPSConnection(\"example.com\").request(\"GET\", \"/\")' 2>&1", "gaierror"},
		{"pip3", "pip3 download --no-deps --no-cache-dir thing --index-url https://index.example.com/simple/ 2>&1", "thing-1.0-py3-none-any.whl"},
		{"npm", "npm view thing version --registry https://npm.example.com 2>&1", "1.3.0\n"},
		{"/usr/local/go/bin/go", "cd /tmp; GOPROXY=https://go.example.com GONOSUMDB=* GOFLAGS=-mod=mod HOME=/tmp /usr/local/go/bin/go list -m thing.example/x@v1.2.3 2>&1", "thing.example/x v1.2.3\n"},
	} {
		if testing.Short() && (tt.program == "npm" || tt.program == "pip3") {
			continue // they take seconds to start
		}
		text := "command -v " + tt.program + " >/dev/null || { echo none; exit; }\n" + tt.text
		got := asks(t, r, text, 25, packages)
		if got.out == "none\n" {
			t.Logf("%s is not on this machine", tt.program)
			continue
		}
		if got.err != nil || !strings.Contains(got.out, tt.want) {
			t.Errorf("%s: got %q, %v, want %q", tt.text, got.out, got.err, tt.want)
		}
	}
}

// packages stands in for registries.
func packages(ctx context.Context, r network.Request) (network.Answer, error) {
	for end, body := range map[string]string{
		"index.example.com/simple/thing/":               `<a href="https://files.example.com/thing-1.0-py3-none-any.whl">thing-1.0-py3-none-any.whl</a>`,
		"npm.example.com/thing":                         `{"name": "thing", "dist-tags": {"latest": "1.3.0"}, "versions": {"1.3.0": {"name": "thing", "version": "1.3.0"}}}`,
		"go.example.com/thing.example/x/@v/v1.2.3.info": `{"Version": "v1.2.3"}`,
		"go.example.com/thing.example/x/@v/v1.2.3.mod":  "module thing.example/x\n",
	} {
		if strings.HasSuffix(r.URL, end) {
			kind := map[bool]string{true: "text/html", false: "application/json"}[body[0] == '<']
			return network.Answer{Status: 200, Header: []network.Field{{Name: "content-type", Value: kind}}, Body: []byte(body)}, nil
		}
	}
	return hello(ctx, r)
}

// While a program waits for an answer its time stands still; it ends with its time, and what it asked ends with it.
func TestTimeStandsStill(t *testing.T) {
	r := walled(t)
	slow := func(ctx context.Context, q network.Request) (network.Answer, error) {
		select {
		case <-time.After(2500 * time.Millisecond):
		case <-ctx.Done():
		}
		return hello(ctx, q)
	}
	if got := asks(t, r, "curl -sS http://example.com/", 2, slow); got.err != nil || !strings.HasPrefix(got.out, "hello") {
		t.Errorf("got %q, %v", got.out, got.err)
	}
	var ended error
	never := func(ctx context.Context, _ network.Request) (network.Answer, error) {
		<-ctx.Done()
		ended = ctx.Err()
		return network.Answer{}, ctx.Err()
	}
	if got := asks(t, r, "curl -sS http://example.com/ & sleep 0.5; echo over", 5, never); got.out != "over\n" || ended == nil {
		t.Errorf("got %q, %v, %v, want an end of what was asked", got.out, got.err, ended)
	}
	if got := asks(t, r, "sleep 5", 1, never); !errors.Is(got.err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the end of its time", got.err)
	}
}

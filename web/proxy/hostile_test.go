package proxy

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"lily/core/hostile"
	"lily/core/model"
)

var show = flag.Bool("show", false, "print each attack's verdict in place of comparing it, for a new one")

// MD-1, MD-2: whatever bytes an upstream answers, a turn ends with a reply or an error that says what
// came, no word of it moves a terminal, and the key is in neither.
func TestHostile(t *testing.T) {
	list, err := hostile.Attacks("upstreams")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		t.Run(a.Class+"/"+a.Name, func(t *testing.T) {
			t.Parallel()
			switch got := turn(t, a.Text); {
			case *show:
				t.Logf("%s == %s => %s", a.Class, a.Name, got)
			case got != a.Want:
				t.Errorf("got %s, want %s", got, a.Want)
			}
		})
	}
}

const hostileKey = "sk-hostile-0123456789abcdef"

// turn asks an upstream that answers with some bytes.
func turn(t *testing.T, raw string) string {
	t.Helper()
	c := Config{Log: io.Discard, Upstreams: []Upstream{{
		ID: "up", Name: "Up", Format: model.OpenAI, URL: answering(t, raw) + "/v1", Key: hostileKey, Local: true,
	}}}
	m := model.Remote{ID: "up", Model: "m", Format: model.OpenAI, Upstream: NewGateway(c).To("up")}
	reply, err := m.Reply(t.Context(), model.Request{Messages: []model.Message{{Role: model.User, Text: "Hello."}}}, func(model.Delta) {})
	var said strings.Builder
	fmt.Fprintf(&said, "%s %q", reply.Finish, short(reply.Text))
	for _, c := range reply.Calls {
		fmt.Fprintf(&said, " %q(%q)", short(c.Name), short(c.Args))
	}
	if err != nil {
		said.WriteString(": " + short(err.Error()))
	}
	if strings.Contains(reply.Text+said.String(), hostileKey) {
		t.Errorf("got the key in %s", said.String())
	}
	return said.String()
}

func short(s string) string {
	if len(s) > 200 {
		return fmt.Sprintf("%.60s… (%d bytes)", s, len(s))
	}
	return s
}

// answering listens, reads each request and sends the bytes, whatever they are.
func answering(t *testing.T, raw string) (url string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			if r, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(conn, raw)
			}
			_ = conn.Close()
		}
	}()
	return "http://" + ln.Addr().String()
}

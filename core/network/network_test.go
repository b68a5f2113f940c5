package network

import (
	"strings"
	"testing"
)

// What is asked is said in one way, whatever way the program writes it in; what cannot be is refused.
func TestNew(t *testing.T) {
	for _, c := range []struct{ method, address, want string }{
		{"get", "https://API.Example.com", "GET https://api.example.com/"},
		{"GET", "https://a.com:443/x?q=a b#part", "GET https://a.com/x?q=a%20b"},
		{"GET", "http://a.com:80/ä", "GET http://a.com/%C3%A4"},
		{"POST", "http://a.com:8080/x", "POST http://a.com:8080/x"},
		{"GET", "https://[2001:DB8::1]:8443/", "GET https://[2001:db8::1]:8443/"},
		{"GET", "https://a.com/x%2Fy", "GET https://a.com/x%2Fy"},
		{"GET", "https://a.com/?\"<>\u00e4", "GET https://a.com/?%22%3C%3E%C3%A4"},
		{"GET", "https://me:secret@a.com/", "!--credential"},
		{"GET", "https://me@a.com/", "!--credential"},
		{"GET", "ftp://a.com/", "!want http or https"},
		{"GET", "file:///etc/passwd", "!want http or https"},
		{"GET", "https:a.com/", "!want http or https"},
		{"GET", "//a.com/", "!want http or https"},
		{"GET", "https:///x", "!want a name"},
		{"GET", "https://a.com./", "!want a name"},
		{"GET", "https://b\u00fccher.de/", "!want a name"},
		{"GET", "https://a%2ecom/", "!no address"},
		{"GET", "https://a.com\\@b.com/", "!no address"},
		{"GET", "https://a.com/\r\nHost: b.com", "!no address"},
		{"GET", "https://a.com:port/", "!no address"},
		{"GET", "https://" + strings.Repeat("a", MaxURL), "!at most"},
		{"GE T", "https://a.com/", "!want one such as GET"},
		{"CONNECT", "https://a.com/", "!want one such as GET"},
		{"", "https://a.com/", "!want one such as GET"},
	} {
		r, err := New(c.method, c.address, nil, nil)
		if part, fails := strings.CutPrefix(c.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), part) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: got %v, want %s", c.address, err, part)
			}
			continue
		}
		if got := r.Method + " " + r.URL; got != c.want || err != nil {
			t.Errorf("%s: got %s %v, want %s", c.address, got, err, c.want)
		}
		if again, err := New(r.Method, r.URL, r.Header, nil); err != nil || again.URL != r.URL {
			t.Errorf("%s: got %s %v the second time", r.URL, again.URL, err)
		}
		if !strings.HasPrefix(r.URL, r.Origin()+"/") {
			t.Errorf("%s: got the origin %s", r.URL, r.Origin())
		}
	}
}

// Nothing that says who asks travels, and what is left out is told.
func TestHeader(t *testing.T) {
	r, err := New("GET", "https://a.com", []Field{
		{"Accept", " */* "},
		{"AUTHORIZATION", "Bearer x"},
		{"Cookie", "a=b"},
		{"cookie", "c=d"},
		{"Proxy-Authorization", "x"},
		{"Host", "b.com"},
		{"Connection", "upgrade"},
		{"X-Lily-Token", "x"},
		{"Sec-Fetch-Site", "none"},
		{"X-Own", "1"},
	}, nil)
	if err != nil || len(r.Header) != 2 || r.Header[0] != (Field{"accept", "*/*"}) || r.Header[1] != (Field{"x-own", "1"}) {
		t.Errorf("got %v %v", r.Header, err)
	}
	if got := strings.Join(r.Left, " "); got != "authorization cookie proxy-authorization" {
		t.Errorf("got %q", got)
	}
	for _, f := range []Field{{"a b", "x"}, {"a", "x\r\nHost: b.com"}, {"a\n", "x"}, {"", "x"}, {"a", "\x00"}} {
		if _, err := New("GET", "https://a.com", []Field{f}, nil); err == nil {
			t.Errorf("%q went through", f)
		}
	}
	if _, err := New("GET", "https://a.com", make([]Field, MaxFields+1), nil); err == nil {
		t.Error("a header without an end went through")
	}
	if _, err := New("POST", "https://a.com", nil, make([]byte, MaxBody+1)); err == nil {
		t.Error("a body without an end went through")
	}
}

func TestWire(t *testing.T) {
	r, _ := New("POST", "https://a.com/x", []Field{{"Accept", "*/*"}}, []byte("\x00\xff"))
	if got, err := Decode(r.Encode()); err != nil || got.URL != r.URL || string(got.Body) != string(r.Body) || got.Header[0] != r.Header[0] {
		t.Errorf("got %v %v, want %v", got, err, r)
	}
	a := Answer{200, []Field{{"a", "b"}}, []byte("x\ny\n")}
	if got, err := DecodeAnswer(a.Encode()); err != nil || got.Status != 200 || string(got.Body) != "x\ny\n" || got.Header[0] != a.Header[0] {
		t.Errorf("got %v %v, want %v", got, err, a)
	}
	whole := string(a.Encode())
	for _, data := range []string{"", "{}", whole[:len(whole)-1], whole + "z", "x\n", strings.Replace(whole, "200", "999", 1), strings.Replace(whole, `"a"`, `"a b"`, 1)} {
		if _, err := DecodeAnswer([]byte(data)); err == nil {
			t.Errorf("%q is no answer", data)
		}
	}
	cookies := Answer{200, []Field{{"Set-Cookie", "a=b"}, {"X", "\xff"}}, nil}.Bare()
	if len(cookies.Header) != 1 || cookies.Header[0] != (Field{"x", "\uFFFD"}) {
		t.Errorf("got %v", cookies.Header)
	}
}

func FuzzNew(f *testing.F) {
	f.Add("GET", "https://a.com/x", "accept", "x")
	f.Add("POST", "http://a:1@b\\c/", "cookie", "\n")
	f.Fuzz(func(t *testing.T, method, address, name, value string) {
		r, err := New(method, address, []Field{{name, value}}, nil)
		if err != nil {
			return
		}
		if again, err := New(r.Method, r.URL, r.Header, nil); err != nil || again.URL != r.URL || strings.ContainsAny(r.URL, " \r\n#") {
			t.Errorf("got %q %v, want %q", again.URL, err, r.URL)
		}
	})
}

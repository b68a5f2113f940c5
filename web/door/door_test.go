package door

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	addr  = "127.0.0.1:7777"
	token = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
)

var nonce = strings.Repeat("0a", nonceSize)

func key(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	k, err := Key(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// post asks a door as the page does, but for what change makes another.
func post(d *Door, path, body string, change func(*http.Request)) (int, Answer, string) {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", "http://"+addr)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	var a Answer
	_ = json.Unmarshal(w.Body.Bytes(), &a) // an error's body has none of it
	return w.Code, a, w.Body.String()
}

func asks(code string) string { return `{"code":"` + code + `","nonce":"` + nonce + `"}` }

// A code is traded once, and whatever else is said for one changes nothing.
func TestACodeWorksOnce(t *testing.T) {
	d := New(addr, token, key(t))
	code := d.New(nil)
	for _, wrong := range []string{"", token, code[1:], code + "0", strings.ToUpper(code), strings.Repeat("0", 64)} {
		if status, a, _ := post(d, Hello, asks(wrong), nil); status != 200 || a.Token != "" {
			t.Errorf("%q: got %d, %+v, want no token", wrong, status, a)
		}
	}
	for i, want := range []string{token, "", ""} {
		if status, a, _ := post(d, Hello, asks(code), nil); status != 200 || a.Token != want {
			t.Errorf("trade %d: got %d, %+v, want %q", i, status, a, want)
		}
	}
}

// Of those who come at once with one code, one gets in.
func TestACodeWorksOnceAtOnce(t *testing.T) {
	var c Codes
	var won atomic.Int32
	var all sync.WaitGroup
	code := c.New(func() { won.Add(100) })
	for range 64 {
		all.Go(func() {
			if c.Take(code) {
				won.Add(1)
			}
		})
	}
	all.Wait()
	if won.Load() != 101 {
		t.Errorf("got %d, want one, and its file gone once", won.Load())
	}
}

// A code grows old, and not more than some wait.
func TestCodesEnd(t *testing.T) {
	at := time.Unix(1e9, 0)
	c := Codes{now: func() time.Time { return at }}
	old, young := c.New(nil), ""
	at = at.Add(Life)
	if young = c.New(nil); c.Take(old) {
		t.Errorf("got in after %v", Life)
	}
	at = at.Add(Life - 1)
	if !c.Take(young) {
		t.Errorf("got refused before %v", Life)
	}
	first := c.New(nil)
	for range mostCodes {
		young = c.New(nil)
	}
	if c.Take(first) || !c.Take(young) || len(c.list) != mostCodes-1 {
		t.Errorf("got %d codes, want the newest %d", len(c.list), mostCodes)
	}
}

// Who is no page of this origin, or asks otherwise than the page, gets nothing, and uses up nothing.
func TestOnlyThePageTrades(t *testing.T) {
	d := New(addr, token, key(t))
	code := d.New(nil)
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for name, c := range map[string]struct {
		want   int
		body   string
		change func(*http.Request)
	}{
		"another site":       {403, asks(code), header("Origin", "http://evil.example")},
		"another port":       {403, asks(code), header("Origin", "http://127.0.0.1:7778")},
		"another name":       {403, asks(code), header("Origin", "http://localhost:7777")},
		"no origin at all":   {403, asks(code), header("Origin", "null")},
		"cross-site":         {403, asks(code), header("Sec-Fetch-Site", "cross-site")},
		"same-site":          {403, asks(code), header("Sec-Fetch-Site", "same-site")},
		"two origins":        {403, asks(code), func(r *http.Request) { r.Header.Add("Origin", "http://"+addr) }},
		"a form":             {415, asks(code), header("Content-Type", "text/plain")},
		"two types":          {415, asks(code), func(r *http.Request) { r.Header.Add("Content-Type", "text/plain") }},
		"GET":                {405, "", func(r *http.Request) { r.Method = http.MethodGet }},
		"OPTIONS":            {405, "", func(r *http.Request) { r.Method = http.MethodOptions }},
		"a query":            {400, asks(code), func(r *http.Request) { r.URL.RawQuery = "code=" + code }},
		"no JSON":            {400, "code=" + code, nil},
		"no nonce":           {400, `{"code":"` + code + `"}`, nil},
		"a short nonce":      {400, `{"code":"` + code + `","nonce":"0a"}`, nil},
		"something else":     {400, `{"code":"` + code + `","nonce":"` + nonce + `","x":1}`, nil},
		"more than there is": {400, `{"code":"` + code + `","nonce":"` + strings.Repeat("0", mostBody) + `"}`, nil},
	} {
		for _, path := range []string{Hello, More} {
			if status, a, said := post(d, path, c.body, c.change); status != c.want || a.Token != "" || strings.Contains(said, code) {
				t.Errorf("%s at %s: got %d %s, want %d", name, path, status, said, c.want)
			}
		}
	}
	if _, a, _ := post(d, Hello, asks(code), nil); a.Token != token {
		t.Error("the code was used up")
	}
}

// Who answers proves that it holds its key, for this address, this question and this use alone.
func TestTheProof(t *testing.T) {
	k := key(t)
	_, a, _ := post(New(addr, token, k), Hello, asks(""), nil)
	for _, c := range []struct {
		key              ed25519.PublicKey
		addr, use, nonce string
		want             bool
	}{
		{k.Public().(ed25519.PublicKey), addr, forPage, nonce, true},
		{key(t).Public().(ed25519.PublicKey), addr, forPage, nonce, false},
		{nil, addr, forPage, nonce, false},
		{a.Key, "127.0.0.1:7778", forPage, nonce, false},
		{a.Key, addr, forCode, nonce, false},
		{a.Key, addr, forPage, strings.Repeat("0b", nonceSize), false},
	} {
		if got := verified(c.key, c.addr, c.use, c.nonce, a.Proof); got != c.want {
			t.Errorf("%+v: got %t", c, got)
		}
	}
	if _, a, _ := post(New(addr, token, nil), Hello, asks(""), nil); a.Key != nil || a.Proof != nil {
		t.Errorf("got %+v, want no key of a Lily that has none", a)
	}
}

// The key is made once, is the person's alone, and one that others may use is refused.
func TestTheKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "lily")
	first, err := Key(dir)
	again, err2 := Key(dir)
	if err != nil || err2 != nil || !first.Equal(again) {
		t.Fatalf("got %v, %v, want one key", err, err2)
	}
	path := filepath.Join(dir, "key")
	if runtime.GOOS != "windows" {
		for at, want := range map[string]os.FileMode{path: 0o600, dir: 0o700 | os.ModeDir} {
			if info, err := os.Stat(at); err != nil || info.Mode() != want {
				t.Errorf("%s: got %v, %v, want %v", at, info.Mode(), err, want)
			}
		}
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
		if _, err := Key(dir); err == nil || !strings.Contains(err.Error(), "others of this machine") {
			t.Errorf("got %v", err)
		}
	}
	for name, text := range map[string]string{"empty": "", "short": "0a\n", "no hex": strings.Repeat("z", 64), "long": strings.Repeat("0", 1<<20)} {
		if err := errors.Join(os.Remove(path), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, err := Key(dir); err == nil || !strings.Contains(err.Error(), "remove it, and lily makes another") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
	if _, err := Key(dir); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("got %v", err)
	}
}

// listen serves a handler of the address that it is at.
func listen(t *testing.T, of func(addr string) http.Handler) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: of(ln.Addr().String()), ReadHeaderTimeout: time.Second}
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { _ = srv.Close() })
	return ln.Addr().String()
}

// A second launch gets a code from the person's own Lily, and nothing from any other: neither a code nor a word that
// would give it one elsewhere.
func TestASecondLaunch(t *testing.T) {
	mine, theirs := key(t), key(t)
	var d *Door
	own := listen(t, func(at string) http.Handler { d = New(at, token, mine); return d })
	code, err := Again(t.Context(), own, mine)
	if err != nil || !d.Take(code) {
		t.Errorf("got %q, %v, want a code", code, err)
	}
	var asked []string
	heard := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.URL.Path)
			h.ServeHTTP(w, r)
		})
	}
	forged, err := json.Marshal(Answer{Key: mine.Public().(ed25519.PublicKey), Proof: bytes.Repeat([]byte{1}, ed25519.SignatureSize), Code: strings.Repeat("0", 64)})
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]func(at string) http.Handler{
		"another's Lily":     func(at string) http.Handler { return heard(New(at, token, theirs)) },
		"one without a key":  func(at string) http.Handler { return heard(New(at, token, nil)) },
		"one that forges":    func(string) http.Handler { return heard(says(200, string(forged))) },
		"one that passes on": func(string) http.Handler { return heard(New(own, token, mine)) }, // its proof is for another address
		"one that leads on": func(string) http.Handler {
			return heard(http.RedirectHandler("http://"+own+Hello, http.StatusTemporaryRedirect))
		},
		"no Lily": func(string) http.Handler { return heard(says(404, "no")) },
	} {
		asked = nil
		if code, err := Again(t.Context(), listen(t, of), mine); !errors.Is(err, ErrStranger) || code != "" {
			t.Errorf("%s: got %q, %v, want %v", name, code, err, ErrStranger)
		}
		if strings.Join(asked, " ") != Hello {
			t.Errorf("%s: was asked %q, want nothing but who it is", name, asked)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Again(ctx, own, mine); err == nil {
		t.Error("got no error after the end")
	}
	proof, _ := json.Marshal(question{Nonce: nonce, Proof: prove(mine, own, forPage, nonce)})
	r := func(r *http.Request) { r.Header.Del("Origin"); r.Header.Del("Sec-Fetch-Site") }
	if status, a, _ := post(d, More, string(proof), r); status != 403 || a.Code != "" {
		t.Errorf("a proof of another use: got %d %+v", status, a)
	}
}

func says(status int, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
}

package e2e

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// What curl and wget ask for and what they make of the answer, against a network of the test's: as curl 8 and GNU wget
// do, or with a sentence.
func TestRunnerCurl(t *testing.T) {
	t.Parallel()
	const at = "https://api.example.com"
	plain := [][2]string{{"content-type", "text/plain"}}
	network := map[string]any{
		at + "/a":           []any{200, plain, "one\n"},
		at + "/":            []any{200, plain, "top\n"},
		at + "/away":        []any{302, [][2]string{{"location", "/a"}}, "gone\n"},
		at + "/round":       []any{302, [][2]string{{"location", "/round"}}, ""},
		at + "/missing":     []any{404, plain, "no\n"},
		at + "/made":        []any{201, [][2]string{}, "made\n"},
		at + "/q?a=1":       []any{200, plain, "asked\n"},
		at + "/q?x=1&a=b+c": []any{200, plain, "both\n"},
	}
	const unsent = "curl: Authorization is not sent: programs of the page have no credentials of their own: start lily with --credential HOST=VARIABLE, and it adds them for that host\n"
	const line = "------------------------"
	form := "Content-Type: multipart/form-data; boundary=" + line + "00000000bf8855e4\n--" + line
	rows := []struct {
		command, stdout, stderr string
		code                    int
		asked                   string // the requests' first lines
		in                      string // what stands in the first of them
	}{
		{"curl @/a", "one\n", "", 0, "GET @/a", "User-Agent: curl/8.0.0\nAccept: */*"},
		{"curl -s @/a @/made", "one\nmade\n", "", 0, "GET @/a GET @/made", ""},
		{"curl -sS -X DELETE @/made", "made\n", "", 0, "DELETE @/made", ""},
		{"curl -d a=1 -d b=2 @/made", "made\n", "", 0, "POST @/made", "Content-Type: application/x-www-form-urlencoded\na=1&b=2"},
		{"curl -d @in.txt @/made", "made\n", "", 0, "POST @/made", "\nlinetwo"},
		{"curl --data-binary @in.txt @/made", "made\n", "", 0, "POST @/made", "\nline\ntwo"},
		{"curl --data-raw @in.txt @/made", "made\n", "", 0, "POST @/made", "\n@in.txt"},
		{"echo -n '{}' | curl --json @- @/made", "made\n", "", 0, "POST @/made", "Accept: application/json\nContent-Type: application/json\n{}"},
		{"curl --data-urlencode 'a=b c&ä' @/made", "made\n", "", 0, "POST @/made", "\na=b%20c%26%C3%A4"},
		{"curl -F a=1 -F 'f=@in.txt' -F 'g=<in.txt;type=text/csv' --form-string h=@x @/made", "made\n", "", 0, "POST @/made", form},
		{"curl -F 'f=@in.txt;filename=a\"b.json;type=application/json' @/made", "made\n", "", 0, "POST @/made", "form-data; name=\"f\"; filename=\"a%22b.json\"\r\nContent-Type: application/json\r\n\r\nline\ntwo"},
		{"curl -F f=@none @/made", "", "curl: (26) Failed to open none\n", 26, "", ""},
		{"curl -F a @/made", "", "curl: Illegally formatted input field\n", 2, "", ""},
		{"curl -F a=1 -d b=2 @/made", "", "curl: option -F: -d is there, too; a request has one of them\n", 2, "", ""},
		{"curl -G -d a=1 @/q", "asked\n", "", 0, "GET @/q?a=1", ""},
		{"curl -G -d a=b+c '@/q?x=1'", "both\n", "", 0, "GET @/q?x=1&a=b+c", ""},
		{"curl -H 'X-A: b' -H 'Accept:' -A me @/a", "one\n", "", 0, "GET @/a", "User-Agent: me\nX-A: b"},
		{"curl -H 'Authorization: Bearer x' @/a", "one\n", unsent, 0, "GET @/a", ""},
		{"curl @/away", "gone\n", "", 0, "GET @/away", ""},
		{"curl -L @/away", "one\n", "", 0, "GET @/away GET @/a", ""},
		{"curl -sSL -d x @/away", "one\n", "", 0, "POST @/away GET @/a", ""},
		{"curl -L --max-redirs 2 @/round", "", "curl: (47) Maximum (2) redirects followed\n", 47, "GET @/round GET @/round GET @/round", ""},
		{"curl -f @/missing", "", "curl: (22) The requested URL returned error: 404\n", 22, "GET @/missing", ""},
		{"curl -sf @/missing", "", "", 22, "GET @/missing", ""},
		{"curl -s --fail-with-body @/missing", "no\n", "", 22, "GET @/missing", ""},
		{"curl -s @/missing", "no\n", "", 0, "GET @/missing", ""},
		{"curl -i @/a", "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\none\n", "", 0, "GET @/a", ""},
		{"curl -I @/a", "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n", "", 0, "HEAD @/a", ""},
		{"curl -so out.txt -w '%{http_code} %{size_download} %{content_type}\\n' @/a; cat out.txt", "200 4 text/plain\none\n", "", 0, "GET @/a", ""},
		{"curl -so /dev/null -w '%{http_code}' @/missing", "404", "", 0, "GET @/missing", ""},
		{"curl -so /dev/null -w '%{http_code}' https://nowhere.example/", "000", "", 7, "GET https://nowhere.example/", ""},
		{"curl -sO @/a; cat a", "one\n", "", 0, "GET @/a", ""},
		{"curl -s --create-dirs -o x/y/z @/a; cat x/y/z", "one\n", "", 0, "GET @/a", ""},
		{"curl -s -o x/y/z @/a", "", "", 23, "GET @/a", ""},
		{"curl -sO @/", "", "", 23, "", ""},
		{"curl https://nowhere.example/", "", "curl: (7) there is no network here\n", 7, "GET https://nowhere.example/", ""},
		{"curl --proto '=https' --tlsv1.2 -sSf http://api.example.com/a", "", "curl: (1) Protocol \"http\" disabled\n", 1, "", ""},
		{"curl ftp://a.com/", "", "curl: (1) Protocol \"ftp\" not supported\n", 1, "", ""},
		{"curl 'https://a b/'", "", "curl: (3) URL using bad/illegal format or missing URL\n", 3, "", ""},
		{"curl", "", "curl: no URL specified\n", 2, "", ""},
		{"curl --nonsense @/a", "", "curl: option --nonsense: is unknown to the page's curl\n", 2, "", ""},
		{"curl -d @none @/a", "", "curl: (26) Failed to open none\n", 26, "", ""},
		{"curl -k @/a", "", "curl: option --insecure: certificates are always checked here\n", 2, "", ""},
		{"curl --retry 3 --max-time 5 @/a", "one\n", "curl: --retry does nothing here: each request is made once\n", 0, "GET @/a", ""},
		{"x=$(curl -s @/a); echo \"<$x>\"", "<one>\n", "", 0, "GET @/a", ""},
		{"curl -s @/a | tr a-z A-Z", "ONE\n", "", 0, "GET @/a", ""},
		{"wget -qO- @/away", "one\n", "", 0, "GET @/away GET @/a", ""},
		{"wget -q @/a; cat a", "one\n", "", 0, "GET @/a", ""},
		{"wget @/missing", "", "wget: The requested URL returned error: 404\n", 8, "GET @/missing", ""},
		{"wget -q -P down @/a; cat down/a", "one\n", "", 0, "GET @/a", ""},
		{"wget -c @/a", "", "wget: -c: the page's wget has no such option; use curl\n", 2, "", ""},
	}
	var jobs bytes.Buffer
	for _, c := range rows {
		job, err := json.Marshal(map[string]any{"run": strings.ReplaceAll(c.command, "@/", at+"/"), "files": map[string]string{"workspace/in.txt": "line\ntwo\n"}, "network": network})
		if err != nil {
			t.Fatal(err)
		}
		jobs.Write(append(job, '\n'))
	}
	answers := underNode(t, &jobs)
	for _, c := range rows {
		var r ran
		if err := answers.Decode(&r); err != nil {
			t.Fatal(err)
		}
		var asked []string
		for _, one := range r.Requests {
			first, _, _ := strings.Cut(one, "\n")
			asked = append(asked, first)
		}
		want := strings.ReplaceAll(c.asked, "@/", at+"/")
		if r.Stdout != c.stdout || r.Stderr != c.stderr || r.Code != c.code || strings.Join(asked, " ") != want {
			t.Errorf("%s: got %d %q %q %q %s\nwant %d %q %q %q", c.command, r.Code, r.Stdout, r.Stderr, asked, r.Failed, c.code, c.stdout, c.stderr, want)
		}
		if c.in != "" && (len(r.Requests) == 0 || !strings.Contains(r.Requests[0], c.in)) {
			t.Errorf("%s: got %q, want %q in it", c.command, r.Requests, c.in)
		}
	}
}

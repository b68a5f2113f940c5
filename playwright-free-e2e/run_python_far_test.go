package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"lily/wasm/which"
)

// What Python's own library asks of the network goes the way of all requests, and it waits for the answer.
func TestRunnerPythonNetwork(t *testing.T) {
	t.Parallel()
	const at = "https://api.example.com"
	network := map[string]any{
		at + "/a":            []any{200, [][2]string{{"content-type", "text/plain"}, {"x-n", "1"}}, "one\n"},
		at + "/b":            []any{200, [][2]string{{"content-type", "application/json"}}, `{"n": 2}`},
		at + "/away":         []any{302, [][2]string{{"location", "/a"}}, ""},
		at + "/missing":      []any{404, [][2]string{}, "no\n"},
		at + "/none":         []any{204, [][2]string{}, ""},
		"http://plain:8080/": []any{200, [][2]string{}, "plain\n"},
	}
	rows := []struct{ name, script, stdout, stderr, asked string }{
		{"urlopen", `
import json, urllib.request
with urllib.request.urlopen("@/a") as r:
    print(r.status, r.reason, r.headers["X-N"], r.geturl(), r.read())
print(json.load(urllib.request.urlopen("@/b")))
`, "200 OK 1 @/a b'one\\n'\n{'n': 2}\n", "", "GET @/a GET @/b"},
		{"post", `
import urllib.request, urllib.parse
req = urllib.request.Request("@/none", data=urllib.parse.urlencode({"a": "b c"}).encode(), headers={"X-Own": "1", "Authorization": "Bearer x"}, method="PUT")
print(urllib.request.urlopen(req).status)
`, "204\n", "python3: Authorization is not sent: ", "PUT @/none"},
		{"redirect", `
import urllib.request
r = urllib.request.urlopen("@/away")
print(r.geturl(), r.read())
`, "@/a b'one\\n'\n", "", "GET @/away GET @/a"},
		{"errors", `
import urllib.request, urllib.error
try: urllib.request.urlopen("@/missing")
except urllib.error.HTTPError as e: print(e.code, e.reason, e.read())
try: urllib.request.urlopen("https://nowhere.example/")
except urllib.error.URLError as e: print(e)
`, "404 Not Found b'no\\n'\n<urlopen error there is no network here>\n", "", "GET @/missing GET https://nowhere.example/"},
		{"client", `
import http.client
c = http.client.HTTPConnection("plain", 8080, timeout=3)
for path in "/", "/":
    c.request("GET", path)
    r = c.getresponse()
    print(r.status, r.read(), r.getheader("nothing"))
c.close()
s = http.client.HTTPSConnection("api.example.com")
s.request("POST", "/a", body=iter([b"x", b"yz"]), encode_chunked=True, headers={"Transfer-Encoding": "chunked"})
print(s.getresponse().read())
s.request("HEAD", "/a")
print(s.getresponse().read())
`, "200 b'plain\\n' None\n200 b'plain\\n' None\nb'one\\n'\nb''\n", "", "GET http://plain:8080/ GET http://plain:8080/ POST @/a HEAD @/a"},
		{"retrieve", `
import urllib.request
path, headers = urllib.request.urlretrieve("@/a", "got.txt")
print(path, headers["content-type"], open(path).read())
`, "got.txt text/plain one\n\n", "", "GET @/a"},
		{"late", "import importlib\nprint('before')\nm = importlib.import_module('urllib.' + 'request')\nprint(m.urlopen('@/a').read())\n", "before\nb'one\\n'\n", "", "GET @/a"},
		{"deep", `
import urllib.request
def f(n): return urllib.request.urlopen("@/a").read() if n == 0 else f(n - 1)
print(f(60))
def g(n): return g(n + 1)
try: g(0)
except RecursionError as e: print("deep")
`, "b'one\\n'\ndeep\n", "", "GET @/a"},
		{"sockets", `
import socket
for f in lambda: socket.create_connection(("a", 1)), lambda: socket.getaddrinfo("a", 1), lambda: socket.socket().connect(("1.1.1.1", 1)):
    try: f()
    except OSError as e: print(e)
`, "[Errno -4] the page's Python has no sockets: use urllib.request or http.client, which ask through the page\n[Errno -4] the page's Python has no sockets: use urllib.request or http.client, which ask through the page\nthe page's Python has no sockets: use urllib.request or http.client, which ask through the page\n", "", ""},
		{"requests", `
import requests
r = requests.get("@/a", params={}, timeout=3)
print(r.status_code, r.reason, r.ok, r.headers["x-n"], r.text, r.elapsed.days)
print(requests.get("@/b").json(), requests.get("@/none").content, requests.get("http://plain:8080/").text)
with requests.Session() as s:
    s.headers["X-Own"] = "1"
    print([one.status_code for one in s.get("@/away").history], s.get("@/away", allow_redirects=False).headers["Location"])
    print(b"".join(s.get("@/a", stream=True).iter_content(2)), s.head("@/a").text, s.post("@/a", data={"a": "b c"}, files={"f": ("n", b"x")}).text)
    print(s.post("@/a", data=iter([b"x", b"yz"])).text)
`, "200 OK True 1 one\n 0\n{'n': 2} b'' plain\n\n[302] /a\nb'one\\n'  one\n\none\n\n", "", "GET @/a GET @/b GET @/none GET http://plain:8080/ GET @/away GET @/a GET @/away GET @/a HEAD @/a POST @/a POST @/a"},
		{"requests that fail", `
import requests, urllib3
from requests.adapters import HTTPAdapter
try: requests.get("@/missing").raise_for_status()
except requests.HTTPError as e: print(e, e.response.text)
try: requests.get("https://nowhere.example/x?y=z")
except requests.ConnectionError as e: print(str(e).split("object")[0], str(e).split(": ")[-1])
for more in {"cert": "mine.pem"}, {"proxies": {"https": "http://proxy.example:1"}}, {"proxies": {"https": "socks5://proxy.example:1"}}:
    try: requests.get("@/a", **more)
    except (OSError, requests.RequestException) as e: print(type(e).__name__, str(e).split(">: ")[-1])
s = requests.Session()
s.mount("https://", HTTPAdapter(max_retries=urllib3.Retry(total=2, status_forcelist=[404], backoff_factor=0)))
try: s.get("@/missing")
except requests.exceptions.RetryError as e: print("tried", len(str(e)) > 0)
print(requests.get("@/b", verify=False).json(), urllib3.PoolManager().request("GET", "@/a").data)
requests.get("@/none", auth=("me", "secret"), cookies={"c": "1"})
`, "404 Client Error: Not Found for url: @/missing no\n\nHTTPSConnectionPool(host='nowhere.example', port=443): Max retries exceeded with url: /x?y=z (Caused by NewConnectionError('<urllib3.connection.HTTPSConnection  there is no network here'))\n" +
			"OSError requests of the page go through lily, which has no certificate of yours\n" +
			"ProxyError requests of the page go through lily, and no other proxy')))\nInvalidSchema Missing dependencies for SOCKS support.\ntried True\n{'n': 2} b'one\\n'\n", "python3: Authorization is not sent: ", "GET @/missing GET https://nowhere.example/x?y=z GET @/missing GET @/missing GET @/missing GET @/b GET @/a GET @/none"},
		{"exit", "import sys, urllib.request\nurllib.request.urlopen('@/a')\nsys.exit(0)\n", "", "", "GET @/a"},
	}
	p, _ := shell(t)
	for _, c := range rows {
		fill := strings.NewReplacer("@/", at+"/")
		r := p.run(map[string]any{"words": []string{"python3", "x.py"}, "files": map[string]string{"workspace/x.py": fill.Replace(c.script)}, "network": network, "programs": which.Shell()}, 0)
		var asked []string
		for _, one := range r.Requests {
			first, _, _ := strings.Cut(one, "\n")
			asked = append(asked, first)
		}
		if r.Stdout != fill.Replace(c.stdout) || !strings.HasPrefix(r.Stderr, c.stderr) || c.stderr == "" && r.Stderr != "" || r.Code != 0 || strings.Join(asked, " ") != fill.Replace(c.asked) {
			t.Errorf("%s: got %d, %q, %q, %q, want %q, %q, %q", c.name, r.Code, r.Stdout, r.Stderr, asked, fill.Replace(c.stdout), c.stderr, fill.Replace(c.asked))
		}
	}
}

// A package that is not there is an error that says what is, and a browser that cannot have Python wait for the network
// (Node 20 has no JSPI either) is one that says what can ask instead.
func TestRunnerPythonSaysWhatItLacks(t *testing.T) {
	t.Parallel()
	const has = ": the page's Python has its own library and bs4, certifi, charset_normalizer, defusedxml, dotenv, et_xmlfile, idna, jinja2, markdown, markupsafe, openpyxl, pypdf, requests, soupsieve, tabulate, typing_extensions, tzdata, urllib3, yaml; nothing can be installed"
	rows := []struct{ script, stdout, says string }{
		{"from httpx import get", "", "ModuleNotFoundError: No module named 'httpx'" + has + "; requests and urllib.request ask the network\n"},
		{"import requests\nrequests.get('https://a.example/')\n", "", "this browser cannot have Python wait for the network (it has no JSPI, as Chromium 137 has): use curl, or fetch in JavaScript"},
		{"import numpy as np", "", "ModuleNotFoundError: No module named 'numpy'" + has + "\n"},
		{"import pandas.core", "", "ModuleNotFoundError: No module named 'pandas'" + has + "\n"},
		{"try:\n    import httpx\nexcept ImportError as e:\n    print(e.name)\n", "httpx\n", ""},
		{"import importlib.util\nprint(importlib.util.find_spec('numpy'))\n", "None\n", ""},
		{"import urllib.request\nurllib.request.urlopen('https://a.example/')\n", "", "this browser cannot have Python wait for the network (it has no JSPI, as Chromium 137 has): use curl, or fetch in JavaScript"},
		{"import subprocess\nsubprocess.run(['ls'])\n", "", "OSError: this browser cannot have Python wait for a program (it has no JSPI, as Chromium 137 has): have a shell script call it, and hand on what it says\n"},
		{"import os\nos.system('ls')\n", "", "this browser cannot have Python wait for a program"},
		{"import http.client\nc = http.client.HTTPSConnection('a.example')\nc.request('GET', '/')\nc.getresponse()\n", "", "use curl, or fetch in JavaScript"},
	}
	var jobs strings.Builder
	for _, c := range rows {
		job, err := json.Marshal(map[string]any{"words": []string{"python3", "x.py"}, "files": map[string]string{"workspace/x.py": c.script}})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&jobs, "%s\n", job)
	}
	answers := underNode(t, strings.NewReader(jobs.String()))
	for _, c := range rows {
		var r ran
		if err := answers.Decode(&r); err != nil {
			t.Fatal(err)
		}
		if r.Stdout != c.stdout || !strings.Contains(r.Stderr, c.says) || (r.Code == 0) != (c.says == "") || len(r.Requests) > 0 {
			t.Errorf("%s: got %d, %q, %q, %s, want %q, %q", c.script, r.Code, r.Stdout, r.Stderr, r.Failed, c.stdout, c.says)
		}
	}
}

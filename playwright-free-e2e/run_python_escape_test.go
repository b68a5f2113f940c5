package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// pythonEscapes are ways out of the page's Python: each is an error there. HOST and URL are a server that hears nothing.
var pythonEscapes = []string{
	`import socket; socket.create_connection(HOST, 2)`,
	`import socket; s = socket.socket(); s.connect(HOST)`,
	`import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", HOST)`,
	`import socket; socket.socket(socket.AF_UNIX).connect("/tmp/x")`,
	`import socket; socket.socketpair()`,
	`import socket; socket.gethostbyname("example.org")`,
	`import socket; socket.getaddrinfo(*HOST)`,
	`import socket; socket.create_server(("", 0))`,
	`import socket; socket.fromfd(1, socket.AF_INET, socket.SOCK_STREAM).send(b"x")`,
	`import urllib.request; urllib.request.urlopen(URL, timeout=2)`,
	`import http.client; http.client.HTTPConnection(*HOST, timeout=2).request("GET", "/")`,
	`import ftplib; ftplib.FTP(HOST[0])`,
	`import smtplib; smtplib.SMTP(*HOST)`,
	`import xmlrpc.client; xmlrpc.client.ServerProxy(URL).x()`,
	`import asyncio; asyncio.run(asyncio.open_connection(*HOST))`,
	`import asyncio; assert asyncio.run(asyncio.create_subprocess_shell("curl -fs " + URL)).returncode == 0, "no network"`,
	`import webbrowser; assert webbrowser.open(URL), "nothing opens"`,
	`open(URL)`,
	`import subprocess; subprocess.run(["curl", "-fs", URL], check=True)`,
	`import subprocess; subprocess.check_output("cat /proc/1/environ /etc/shadow ../../secret", shell=True)`,
	`import subprocess; subprocess.run(["git", "clone", URL], check=True)`,
	`import subprocess; subprocess.run(["node", "-e", "require('http').get(process.argv[1])", URL], check=True)`,
	`import subprocess; open("me.py", "w").write("import subprocess; subprocess.run(['python3', 'me.py'], check=True)"); subprocess.run(["python3", "me.py"], check=True)`,
	`import subprocess; subprocess.run(["python3", "-c", "import ctypes"], check=True)`,
	`import subprocess; subprocess.run(["/usr/lib/python-packages/run"])`,
	`import _programs; _programs.ask(["curl"] * 3, "/", {"a": {"b": 1}}, None, False, 1)[1] or 1 / 0`,
	`import os; f = open("/usr/lib/python-packages/run", "wb"); f.write(b"{"); f.flush(); os.fsync(f.fileno()); assert b"failed" not in open("/usr/lib/python-packages/answer", "rb").read()`,
	`import os; assert os.system("curl -fs " + URL) == 0, "no network"`,
	`import os; assert os.popen("wget -qO- " + URL).close() is None, "no network"`,
	`import os; os.fork()`,
	`import os; os.execv("/usr/bin/python3", ["python3"])`,
	`import os; os.posix_spawn("/bin/ls", ["ls"], {})`,
	`import os; os.kill(1, 9)`,
	`import multiprocessing; multiprocessing.Process(target=print).start()`,
	`from concurrent.futures import ProcessPoolExecutor as P; P().submit(print).result()`,
	`import ctypes; ctypes.CDLL(None)`,
	`import js; js.fetch(URL)`,
	`import pyodide_js`,
	`import _emscripten`,
	`import pip`,
	`open("/etc/passwd")`,
	`open("/proc/self/environ")`,
	`open("/dev/mem")`,
	`open("/workspace/../../secret")`,
	`import os; os.mkfifo("f")`,
	`import os; os.mount("/", "/x")`,
	`x = bytearray(2 << 30)`,
	`x = [0] * (1 << 30)`,
	`"a" * (1 << 40)`,
	`import mmap; mmap.mmap(-1, 1 << 40)`,
	`import threading, queue; queue.Queue().get()`,
	`import os; f = open("/usr/lib/python-packages/open", "wb", 0); f.write(b"%d" % id(dict)); os.fsync(f.fileno())`,
	`import os; os.symlink("/etc/passwd", "out"); open("out")`,
	`import subprocess; subprocess.run(["echo", "a\x00b"])`,
	`import subprocess; subprocess.run(["echo $(touch pwned)"])`,
	`import subprocess, os; subprocess.run(["true"], env={"X": "$(touch pwned)", "A=B; touch pwned; C": "x"}); assert os.path.exists("pwned"), "no shell read it"`,
	`import _ctypes`,
	`import zipfile, io, os; b = io.BytesIO(); z = zipfile.ZipFile(b, "w"); z.writestr("../../evil", "x"); z.close(); zipfile.ZipFile(b).extractall("z"); open("../evil")`,
	`import tarfile, io; b = io.BytesIO(); t = tarfile.open(fileobj=b, mode="w"); i = tarfile.TarInfo("l"); i.type, i.linkname = tarfile.SYMTYPE, "/bin"; t.addfile(i); t.addfile(tarfile.TarInfo("l/evil")); t.close(); b.seek(0); tarfile.open(fileobj=b).extractall("t", filter="data")`,
	`import signal, os; signal.alarm(1); os.kill(1, 9)`,
	`import builtins, sys; sys.modules["_programs"].ask(["x"], "/nowhere", {}, b"", False, None)[0] and 1 / 0`,
}

// What a program in Python tries, nobody hears, and the next one does not find it. Those without an end are in
// TestEndlessProgramsOfAllKinds.
func TestRunnerPythonEscapes(t *testing.T) {
	t.Parallel()
	var heard atomic.Int32
	canary := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { heard.Add(1) }))
	t.Cleanup(canary.Close)
	host, port, _ := strings.Cut(strings.TrimPrefix(canary.URL, "http://"), ":")
	_, run := shell(t)
	var script strings.Builder
	fmt.Fprintf(&script, "HOST, URL = (%q, %s), %q\n", host, port, canary.URL)
	for i, code := range pythonEscapes {
		fmt.Fprintf(&script, "try:\n    exec(%q, globals())\n    print(%d, 'went well')\nexcept BaseException as e:\n    print(%d, 'refused', type(e).__name__)\n", code, i, i)
	}
	r := run(map[string]string{"workspace/x.py": script.String()}, "python3", "x.py")
	if len(pythonEscapes) < 25 {
		t.Errorf("got %d attempts, want at least 25", len(pythonEscapes))
	}
	if got := strings.Count(r.Stdout, " refused "); got != len(pythonEscapes) || r.Code != 0 || heard.Load() != 0 {
		t.Errorf("got %d of %d refused, %d heard, code %d:\n%s%s", got, len(pythonEscapes), heard.Load(), r.Code, r.Stdout, r.Stderr)
	}
	// What one run leaves outside of its files, the next does not find.
	r = run(nil, "python3", "-c", `import sys; open("/usr/lib/python313.zip", "ab").write(b"x"); sys.path.append("/gone")`)
	if again := run(nil, "python3", "-c", "import json; print(json.dumps(1))"); again.Stdout != "1\n" || len(r.Changed) > 0 {
		t.Errorf("got %+v after %+v", again, r)
	}
}

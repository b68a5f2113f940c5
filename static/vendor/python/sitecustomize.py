"""What the page's Python does otherwise than others.

It has one thread and no sockets. So a thread runs to its end where it is started, a pool runs a call where it is
submitted, and an event loop sleeps where it would wait for sockets. A program is run by the page (_programs.py). What would wait for ever is an error.
Packages that others wrote are parts of the page, each of which comes with its first import.
"""

import os
import sys
from importlib.machinery import PathFinder

ALONE = "the page's Python has one thread, and this would wait for another one"


def threading(m):
    def start(self):
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("threads can only be started once")
        ident = m.get_ident()
        outer, self._ident = m._active[ident], ident
        m._active[ident], self._ended = self, False
        self._started.set()
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException:
            self._invoke_excepthook(self)
        finally:
            m._active[ident], self._ended = outer, True

    def join(self, timeout=None):
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if not self._started.is_set():
            raise RuntimeError("cannot join thread before it is started")
        if not getattr(self, "_ended", False):
            raise RuntimeError("cannot join current thread")

    def is_alive(self):
        return self._started.is_set() and not getattr(self, "_ended", self is not m._main_thread)

    def wait(self, timeout=None):
        if timeout is None:
            raise RuntimeError(ALONE)
        from time import sleep
        sleep(max(timeout, 0))
        return False

    m.Thread.start, m.Thread.join, m.Thread.is_alive = start, join, is_alive
    m.Condition.wait = wait


def futures(m):
    def submit(self, fn, /, *args, **kwargs):
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        f = m._base.Future()
        f.set_running_or_notify_cancel()
        try:
            f.set_result(fn(*args, **kwargs))
        except BaseException as e:
            f.set_exception(e)
        return f

    m.ThreadPoolExecutor.submit = submit


def loops(m):
    import selectors
    import time

    class Sleep(selectors.SelectSelector):
        def select(self, timeout=None):
            if timeout is None:
                raise RuntimeError(ALONE)
            time.sleep(max(timeout, 0))
            return []

    init = m.BaseSelectorEventLoop.__init__
    m.BaseSelectorEventLoop.__init__ = lambda self, selector=None: init(self, selector or Sleep())
    for name in ("_make_self_pipe", "_close_self_pipe", "_write_to_self"):
        setattr(m.BaseSelectorEventLoop, name, lambda self: None)


FAR = "/usr/lib/python-packages"  # where the page hears a request (pythonfar.js)


def ask(method, url, header, body):
    """Asks the page for one request, and waits: status, header and body of the answer. What fails is a sentence."""
    import json
    with open(FAR + "/request", "wb") as f:
        f.write(json.dumps({"method": method, "url": url, "header": header}).encode() + b"\n" + body)
        f.flush()
        os.fsync(f.fileno())
    with open(FAR + "/answer", "rb") as f:
        head, body = json.loads(f.readline()), f.read()
    for name in ("request", "answer"):
        os.unlink(f"{FAR}/{name}")
    if "failed" in head:
        raise ConnectionRefusedError(head["failed"])
    return head["status"], head["header"], body


class Line:
    """What a connection sends to and reads from, in the place of a socket: a request, and then its answer."""

    def __init__(self, m, scheme, host, port):
        usual = {"http": 80, "https": 443}[scheme]
        name = f"[{host}]" if ":" in host else host
        self.m, self.at = m, f"{scheme}://{name}" + ("" if port == usual else f":{port}")
        self.sent, self.got = b"", None

    def sendall(self, data):
        self.sent, self.got = (self.sent if self.got is None else b"") + bytes(data), None

    def exchange(self):
        import io
        head, _, body = self.sent.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        header = [[part.strip() for part in line.split(":", 1)] for line in lines]
        if any(n.lower() == "transfer-encoding" for n, _ in header):
            body = unchunked(io.BytesIO(body))
        for name in sorted({n for n, _ in header if n.lower() in ("authorization", "cookie", "proxy-authorization")}):
            print(f"python3: {name} is not sent: programs of the page have no credentials of their own: start lily with "
                  "--credential HOST=VARIABLE, and it adds them for that host", file=sys.stderr)
        status, fields, body = ask(method, target if "://" in target else self.at + target, header, body)
        told = [f"HTTP/1.1 {status} {self.m.responses.get(status, '')}"] + [f"{n}: {v}" for n, v in fields]
        if method != "HEAD" and status not in (204, 304):
            told.append(f"Content-Length: {len(body)}")
        self.got = "\r\n".join(told).encode("latin-1", "replace") + b"\r\n\r\n" + body

    def makefile(self, *args, **kwargs):
        import io
        if self.got is None:
            self.exchange()
        return io.BytesIO(self.got)

    def settimeout(self, seconds):
        pass

    def setsockopt(self, *args):
        pass

    def close(self):
        pass


def unchunked(f):
    parts = []
    while size := int(f.readline().split(b";")[0], 16):
        parts.append(f.read(size))
        f.readline()
    return b"".join(parts)


def client(m):
    request = m.HTTPConnection.request

    def connect(self):
        if self._tunnel_host:
            raise OSError(NO_PROXY)
        self.sock = Line(m, "https" if isinstance(self, m.HTTPSConnection) else "http", self.host, self.port)

    def asked(self, *args, **kwargs):
        request(self, *args, **kwargs)
        self.sock.exchange()  # so that what fails does so where a host that is not reached does

    class HTTPSConnection(m.HTTPConnection):
        """A connection whose certificates lily checks."""
        default_port = m.HTTPS_PORT

        def __init__(self, host, port=None, *, timeout=None, source_address=None, context=None, blocksize=8192):
            super().__init__(host, port, timeout, source_address, blocksize)

    m.HTTPConnection.connect, m.HTTPConnection.request, m.HTTPSConnection = connect, asked, HTTPSConnection
    m.HTTPSConnection._http_vsn = m.HTTPConnection._http_vsn
    m._create_https_context = lambda version: None
    m.__all__.append("HTTPSConnection")


def opened(m):
    m.getproxies = dict


def pooled(m):
    """What urllib3 asks, and so requests, goes the same way."""
    import http.client

    request, kept = m.HTTPConnection.request, ("timeout", "source_address", "blocksize", "socket_options", "proxy", "proxy_config")

    def connected(self):
        if self.proxy or self._tunnel_host:
            raise m.NewConnectionError(self, NO_PROXY)
        return Line(http.client, "https" if isinstance(self, HTTPSConnection) else "http", self.host, self.port)

    def asked(self, *args, **kwargs):
        request(self, *args, **kwargs)
        try:
            self.sock.exchange()
        except OSError as e:
            raise m.NewConnectionError(self, str(e)) from e

    class HTTPSConnection(m.HTTPConnection):
        """A connection whose certificates lily checks."""
        __module__, __qualname__, default_port = m.__name__, "HTTPSConnection", 443

        def __init__(self, host, port=None, **options):
            super().__init__(host, port, **{name: options[name] for name in kept if name in options})

        def connect(self):
            super().connect()
            self.is_verified = True

    m.HTTPConnection._new_conn, m.HTTPConnection.request = connected, asked
    m.HTTPConnection.is_connected = property(lambda self: False)  # a line has no other end that could hang up
    m.HTTPSConnection = m.VerifiedHTTPSConnection = HTTPSConnection


def adapted(m):
    def cert_verify(self, conn, url, verify, cert):
        if cert:
            raise OSError("requests of the page go through lily, which has no certificate of yours")

    m.HTTPAdapter.cert_verify = cert_verify


NO_SOCKETS = "the page's Python has no sockets: use urllib.request or http.client, which ask through the page"
NO_PROXY = "requests of the page go through lily, and no other proxy"


def sockets(m):
    def refuse(*args, **kwargs):
        raise m.gaierror(m.EAI_FAIL, NO_SOCKETS)

    def begin(self, *args, **kwargs):
        raise OSError(NO_SOCKETS)

    m.create_connection = m.getaddrinfo = m.gethostbyname = m.gethostbyname_ex = m.create_server = refuse
    m.socket.__init__ = begin


def programs(m):
    from _programs import change
    change(m)


def tasks(m):
    from _programs import tasks
    tasks(m)


def system(command):
    from subprocess import call
    return call(command, shell=True) << 8


def terminal(fd=1):
    import errno
    raise OSError(errno.ENOTTY, os.strerror(errno.ENOTTY))


os.system, os.get_terminal_size = system, terminal


def configured(m):
    m._get_sysconfigdata_name = lambda: "_sysconfigdata__emscripten_wasm32-emscripten"


def surroundings():
    """What the shell's uname, id and whoami tell."""
    own = os.uname_result(("Linux", "localhost", "6.1.0", "#1 SMP lily", "wasm32"))
    os.uname, os.getlogin, sys.platform = lambda: own, lambda: "user", "linux"
    os.getuid = os.geteuid = os.getgid = os.getegid = lambda: 1000
    os.getgroups = lambda: [1000]


CHANGED = {
    "threading": threading, "concurrent.futures.thread": futures, "asyncio.selector_events": loops, "http.client": client,
    "urllib.request": opened, "urllib3.connection": pooled, "requests.adapters": adapted,
    "socket": sockets, "subprocess": programs, "asyncio.subprocess": tasks, "sysconfig": configured, "uuid": lambda m: None,
}
BUILT = sys.platform  # of which these know, and scripts do not: for them it is the Linux of the page's shell


class Changes:
    """Finds the modules of CHANGED as ever, and changes them once they are there."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        change = CHANGED.get(name)
        spec = change and PathFinder.find_spec(name, path, target)
        if spec:
            run = spec.loader.exec_module

            def exec_module(module):
                told, sys.platform = sys.platform, BUILT
                try:
                    run(module)
                finally:
                    sys.platform = told
                change(module)

            spec.loader = Loader(spec.loader, exec_module)
        return spec


class Loader:
    def __init__(self, loader, exec_module):
        self.loader, self.exec_module = loader, exec_module

    def create_module(self, spec):
        return None

    def __getattr__(self, name):
        return getattr(self.loader, name)


HOME = "/usr/lib/python-packages"  # the parts that the page has given, and the list of all


class Packages:
    """Finds what a part of the page brings. Where that is not here yet, this run ends: the page begins it anew with it."""

    listed = None  # rows of module, part, name, version

    @classmethod
    def all(cls):
        if cls.listed is None:
            with open(HOME + "/list") as f:
                cls.listed = [line.split() for line in f]
        return cls.listed

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        for module, part, *_ in cls.all():
            if module == name:
                at = f"{HOME}/{part}"
                if not os.path.exists(at):
                    with open(HOME + "/need", "w") as f:
                        f.write(part)
                    os._exit(0)
                return PathFinder.find_spec(name, [at])

    @classmethod
    def find_distributions(cls, context=None):
        from importlib.metadata import Distribution, Prepared

        class Listed(Distribution):
            def __init__(self, part, name, version):
                self.part = part
                self.text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"

            def read_text(self, filename):
                if filename == "METADATA":
                    return self.text
                if filename != "entry_points.txt" or not os.path.exists(f"{HOME}/{self.part}"):
                    return None
                from zipfile import ZipFile

                with ZipFile(f"{HOME}/{self.part}") as part:
                    return "".join(part.read(n).decode() for n in part.namelist() if n.endswith("-info/" + filename))

            def locate_file(self, path):
                return f"{HOME}/{path}"

        want = context and context.name and Prepared(context.name).normalized
        return [Listed(p, n, v) for _, p, n, v in cls.all() if not want or want == Prepared(n).normalized]


# The numbers of Linux, from 1, and others by themselves.
LINUX = {name: i for i, name in enumerate(
    "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV "
    "ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK "
    "ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP".split(), 1)}
LINUX.update(EOVERFLOW=75, EILSEQ=84, EOPNOTSUPP=95, ECONNABORTED=103, ECONNRESET=104, ETIMEDOUT=110, ECONNREFUSED=111)


class Number(int):
    """The number of an error: Linux's, and equal to what errno calls it here."""

    def __eq__(self, other):
        return int(self) == other or self.own == other

    def __ne__(self, other):
        return not self == other

    __hash__ = int.__hash__


class Codes(dict):
    """The names of errors by their number, whichever it is."""

    def __getitem__(self, number):
        return super().__getitem__(getattr(number, "own", number))

    def get(self, number, default=None):
        return super().get(getattr(number, "own", number), default)


def numbers():
    """Has errors of the system tell the numbers of Linux. errno keeps Emscripten's, by which the interpreter knows them."""
    import errno
    from gc import get_referents
    errno.errorcode, strerror = Codes(errno.errorcode), os.strerror
    os.strerror = lambda number: strerror(getattr(number, "own", number))
    plain, shown, kept = OSError.__str__, OSError.__repr__, OSError.errno

    def number(self):
        own = kept.__get__(self)
        name = errno.errorcode.get(own) if type(own) is int else None
        if name not in LINUX or self.strerror != strerror(own):
            return own
        told = Number(LINUX[name])
        told.own = own
        return told

    def told(say, before):
        def text(self):
            said, number = say(self), self.errno
            return said.replace(before.format(number.own), before.format(int(number)), 1) if type(number) is Number else said
        return text

    with open(HOME + "/open", "wb", 0) as f:  # the page lets that type be changed (python.js)
        f.write(b"%d" % id(OSError))
        os.fsync(f.fileno())
        held, = get_referents(OSError.__dict__)  # a type of the interpreter's has what it holds elsewhere
        held.update(__str__=told(plain, "[Errno {}] "), __repr__=told(shown, "({}, "), errno=property(number, kept.__set__, kept.__delete__))
        OSError.__str__, OSError.__repr__ = held["__str__"], held["__repr__"]  # so that it looks there
        os.fsync(f.fileno())
    os.unlink(HOME + "/open")


def uncaught(kind, error, trace):
    if isinstance(error, ModuleNotFoundError) and error.name and error.name.partition(".")[0] not in sys.modules:
        others = ", ".join(sorted(row[0] for row in Packages.all()))
        error.msg = f"{error.msg}: the page's Python has its own library and {others}; nothing can be installed"
        if error.name.partition(".")[0] in ("httpx", "aiohttp"):
            error.msg += "; requests and urllib.request ask the network"
    sys.__excepthook__(kind, error, trace)


sys.meta_path.insert(0, Changes)
sys.meta_path.append(Packages)
sys.excepthook = uncaught
surroundings()
numbers()

"""Programs that Python starts.

The page's shell runs each of them to its end while Python sleeps amid a call of the system (pythonruns.js): where the
program is started, or, where Python is to write to it or to read what it says, when that is first read or waited for.
"""

import io
import itertools
import json
import os

FAR = "/usr/lib/python-packages"  # where the page hears of a program

pids = itertools.count(os.getpid() + 1)


def ask(words, cwd, env, stdin, merged, timeout):
    """Has the page run a program: its code, what it wrote to stdout, and to stderr. No code is one that took too long."""
    head = {"words": words, "cwd": cwd, "env": env, "inherits": stdin is None, "merged": merged, "timeout": timeout}
    with open(FAR + "/run", "wb") as f:
        f.write(json.dumps(head).encode() + b"\n" + (stdin or b""))
        f.flush()
        os.fsync(f.fileno())
    with open(FAR + "/answer", "rb") as f:
        head = json.loads(f.readline())
        out, err = f.read(head.get("out", 0)), f.read()
    os.unlink(FAR + "/answer")
    if "failed" in head:
        raise OSError(head["failed"])
    return head["code"], out, err


def found(name, env):
    """The path of a program, as exec finds it."""
    if "/" in name:
        paths = [name]
    else:
        paths = [os.path.join(os.fsdecode(p), name) for p in os.get_exec_path(env)]
    there = [p for p in paths if os.path.isfile(p)]
    for p in there:
        if os.access(p, os.X_OK):
            return p
    import errno
    number = errno.EACCES if there else errno.ENOENT
    raise (PermissionError if there else FileNotFoundError)(number, os.strerror(number), name)


class Into(io.BytesIO):
    """What Python writes to a program, which runs when it is closed."""

    def __init__(self, process):
        super().__init__()
        self.process = process

    def write(self, data):
        if self.process.returncode is not None:
            raise BrokenPipeError("the program has ended")
        return super().write(data)

    def close(self):
        if not self.closed:
            self.process._given = self.getvalue()
            super().close()
            self.process._finish()


class From(io.BytesIO):
    """What a program writes, which runs when that is first read."""

    def __init__(self, process):
        super().__init__()
        self.process = process


def reads(name):
    plain = getattr(io.BytesIO, name)

    def read(self, *args):
        self.process._finish()
        return plain(self, *args)

    return read


for name in ("read", "read1", "readinto", "readline", "readlines", "__next__"):
    setattr(From, name, reads(name))


def rest(fd):
    parts = []
    while part := os.read(fd, 1 << 16):
        parts.append(part)
    return b"".join(parts)


def put(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def number(stream):
    return stream if isinstance(stream, int) else stream.fileno()


def change(m):
    def handles(self, stdin, stdout, stderr):
        self._streams = stdin, stdout, stderr
        return (-1,) * 6

    def given(self, stdin):
        """The bytes that a program reads; none are those that Python itself reads."""
        if stdin in (m.PIPE, m.DEVNULL):
            return b""
        if stdin is None:
            return None
        if isinstance(plain := getattr(stdin, "buffer", stdin), From):
            return plain.read()
        fd = number(stdin)
        return None if fd == 0 else rest(fd)

    def start(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, startupinfo, creationflags, shell, *more):
        words = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
        words = [os.fsdecode(w) for w in (["/bin/sh", "-c", *words] if shell else words)]
        if any("\0" in w for w in words):
            raise ValueError("embedded null byte")
        path = found(os.fsdecode(executable or words[0]), env)
        if cwd is not None and not os.path.isdir(cwd):
            import errno
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fsdecode(cwd))
        env = {os.fsdecode(k): os.fsdecode(v) for k, v in (os.environ if env is None else env).items()}
        for name in ("PYTHONHOME", "PYTHONDONTWRITEBYTECODE") if env.get("PYTHONHOME") == "/usr" else ():
            env.pop(name, None)  # of this one alone
        stdin, stdout, stderr = self._streams
        self._call = [path, *words[1:]], os.path.abspath(os.fsdecode(cwd or ".")), env
        self.pid, self._given, self._timeout = next(pids), given(self, stdin), None
        if stdin == m.PIPE:
            self.stdin = Into(self)
        if stdout == m.PIPE:
            self.stdout = From(self)
        if stderr == m.PIPE:
            self.stderr = From(self)
        if self.text_mode:
            for name in ("stdin", "stdout", "stderr"):
                if stream := getattr(self, name):
                    setattr(self, name, io.TextIOWrapper(stream, self.encoding, self.errors, write_through=name == "stdin"))
        if m.PIPE not in self._streams:
            self._finish()

    def finish(self):
        if self.returncode is not None:
            return
        (words, cwd, env), (stdin, stdout, stderr) = self._call, self._streams
        into = getattr(self.stdin, "buffer", self.stdin)
        told = self._given if into is None or into.closed else into.getvalue()
        code, out, err = ask(words, cwd, env, told, stderr == m.STDOUT, self._timeout)
        for spec, own, data, pipe in ((stdout, 1, out, self.stdout), (stderr, 2, err, self.stderr)):
            if spec == m.PIPE:
                plain = getattr(pipe, "buffer", pipe)
                if not plain.closed:
                    io.BytesIO.write(plain, data)
                    plain.seek(0)
            elif spec not in (m.DEVNULL, m.STDOUT):
                put(own if spec is None else number(spec), data)
        if code is None:
            raise m.TimeoutExpired(self.args, self._timeout, out or None, err or None)
        self.returncode = code

    def communicate(self, input, endtime, timeout):
        self._timeout = timeout
        if self.stdin and not self.stdin.closed:
            self._stdin_write(input)
        self._finish()
        said = [stream.read() if stream else None for stream in (self.stdout, self.stderr)]
        for stream in (self.stdout, self.stderr):
            if stream:
                stream.close()
        return tuple(said)

    def poll(self, *args, **kwargs):
        if self.stdin is None or self.stdin.closed:
            self._finish()
        return self.returncode

    def wait(self, timeout):
        self._timeout = timeout
        self._finish()
        return self.returncode

    def signalled(self, sig):
        if self.returncode is None:
            self.returncode = -sig

    m._can_fork_exec = True
    for name, own in {"_get_handles": handles, "_execute_child": start, "_finish": finish, "_communicate": communicate,
                      "_internal_poll": poll, "_wait": wait, "send_signal": signalled}.items():
        setattr(m.Popen, name, own)


def tasks(m):
    """asyncio's programs: what waits for one waits until it has run."""
    import subprocess
    from asyncio.streams import StreamReader

    class Reader(StreamReader):
        def __init__(self, stream, limit):
            super().__init__(limit)
            self.stream = stream

        async def _wait_for_data(self, name):
            self.feed_data(self.stream.read())
            self.feed_eof()

    class Writer:
        def __init__(self, stream):
            self.stream = stream
            self.write, self.writelines, self.close = stream.write, stream.writelines, stream.close

        def is_closing(self):
            return self.stream.closed

        async def drain(self):
            pass

        wait_closed = drain

    class Process(m.Process):
        def __init__(self, program, limit):
            self.program, self.pid = program, program.pid
            self.stdin = program.stdin and Writer(program.stdin)
            self.stdout, self.stderr = (s and Reader(s, limit) for s in (program.stdout, program.stderr))
            self.send_signal, self.terminate, self.kill = program.send_signal, program.terminate, program.kill

        @property
        def returncode(self):
            return self.program.returncode

        async def wait(self):
            return self.program.wait()

        async def communicate(self, input=None):
            return self.program.communicate(input)

    async def execute(program, *args, stdin=None, stdout=None, stderr=None, limit=2**16, **more):
        return Process(subprocess.Popen([program, *args], stdin=stdin, stdout=stdout, stderr=stderr, **more), limit)

    async def shell(cmd, stdin=None, stdout=None, stderr=None, limit=2**16, **more):
        return Process(subprocess.Popen(cmd, shell=True, stdin=stdin, stdout=stdout, stderr=stderr, **more), limit)

    m.Process, m.create_subprocess_exec, m.create_subprocess_shell = Process, execute, shell

"""What the page's Python does otherwise than others.

It has one thread, no sockets and no processes. So a thread runs to its end where it is started, a pool runs a call
where it is submitted, and an event loop sleeps where it would wait for sockets. What would wait for ever is an error.
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


CHANGED = {"threading": threading, "concurrent.futures.thread": futures, "asyncio.selector_events": loops}


class Changes:
    """Finds the modules of CHANGED as ever, and changes them once they are there."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        change = CHANGED.pop(name, None)
        spec = change and PathFinder.find_spec(name, path, target)
        if spec:
            run = spec.loader.exec_module

            def exec_module(module):
                run(module)
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
            def __init__(self, name, version):
                self.text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"

            def read_text(self, filename):
                return self.text if filename == "METADATA" else None

            def locate_file(self, path):
                return f"{HOME}/{path}"

        want = context and context.name and Prepared(context.name).normalized
        return [Listed(n, v) for _, _, n, v in cls.all() if not want or want == Prepared(n).normalized]


def uncaught(kind, error, trace):
    if isinstance(error, ModuleNotFoundError) and error.name and error.name.partition(".")[0] not in sys.modules:
        others = ", ".join(sorted(row[0] for row in Packages.all()))
        error.msg = f"{error.msg}: the page's Python has its own library and {others}; nothing can be installed"
    elif isinstance(error, OSError) and "does not support processes" in str(error):
        error.strerror = "the page's Python cannot start programs"
    sys.__excepthook__(kind, error, trace)


sys.meta_path.insert(0, Changes)
sys.meta_path.append(Packages)
sys.excepthook = uncaught

import os

# TODO(ann): read the path from a flag
PATH = "x"


def f():
    return os.sep  # FIXME: wrong on Windows

"""The users of the page: the shell's, and root, to whom files belong."""

from collections import namedtuple

struct_passwd = namedtuple("struct_passwd", "pw_name pw_passwd pw_uid pw_gid pw_gecos pw_dir pw_shell")
_all = [struct_passwd("root", "x", 0, 0, "root", "/root", "/bin/bash"), struct_passwd("user", "x", 1000, 1000, "", "/home/user", "/bin/bash")]


def getpwall():
    return list(_all)


def getpwuid(uid, /):
    for one in _all:
        if one.pw_uid == uid:
            return one
    raise KeyError(f"getpwuid(): uid not found: {uid}")


def getpwnam(name, /):
    for one in _all:
        if one.pw_name == name:
            return one
    raise KeyError(f"getpwnam(): name not found: {name!r}")

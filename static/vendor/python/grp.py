"""The groups of the page, one for each of its users."""

from collections import namedtuple

struct_group = namedtuple("struct_group", "gr_name gr_passwd gr_gid gr_mem")
_all = [struct_group("root", "x", 0, []), struct_group("user", "x", 1000, [])]


def getgrall():
    return list(_all)


def getgrgid(id):
    for one in _all:
        if one.gr_gid == id:
            return one
    raise KeyError(f"getgrgid(): gid not found: {id}")


def getgrnam(name):
    for one in _all:
        if one.gr_name == name:
            return one
    raise KeyError(f"getgrnam(): name not found: {name!r}")

import os, sys
import yaml as y
from b import helper


def main(argv: list[str] | None = None, *, dry: bool = False) -> int:
    """Run it all, from the beginning to the end, with whatever there is on the line."""
    return helper(os.sep)

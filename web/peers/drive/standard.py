"""Says what skills-ref, the standard's own validator, makes of every folder with a skill, in the project and the home.

The standard does not say where skills are: .agents/skills it is, however deep. One line is answered for each line read.
"""

import json
import os
import sys
from pathlib import Path

from skills_ref.parser import find_skill_md, read_properties
from skills_ref.prompt import to_prompt
from skills_ref.validator import validate


def judged(folder):
    """The errors of a skill, or its properties."""
    try:
        errors = validate(folder)
        return errors, None if errors else read_properties(folder)
    except Exception as error:  # what is no error of its own ends the validator
        return [f"{type(error).__name__}: {error}"], None


def folders(root):
    """A folder comes before those in it, and these in the order of their names."""
    for at, below, _ in os.walk(root):
        below.sort(key=os.fsencode)
        yield Path(at)


def load(roots):
    reply, good = {"skills": [], "errors": []}, []
    for folder in (f for root in roots for f in folders(root)):
        file = find_skill_md(folder)
        if file is None:
            continue
        errors, properties = judged(folder)
        reply["errors"] += [{"path": str(file), "text": error} for error in errors]
        if properties:
            good.append(folder)
            reply["skills"].append({"path": str(file), "name": properties.name, "description": properties.description})
    return {**reply, "catalog": to_prompt(good)}


for line in sys.stdin:
    print(json.dumps(load(json.loads(line))), flush=True)

"""Says what skills-ref, the standard's own validator, makes of every direct child of a folder of skills."""

import json
import sys
from pathlib import Path

from skills_ref.parser import find_skill_md, read_properties
from skills_ref.prompt import to_prompt
from skills_ref.validator import validate

reply = {"skills": [], "errors": [], "catalog": ""}
folders = []
root = Path(sys.argv[1])
for folder in sorted(root.iterdir()) if root.is_dir() else []:
    file = find_skill_md(folder) if folder.is_dir() else None
    if file is None:
        continue
    try:
        errors = validate(folder)
        properties = None if errors else read_properties(folder)
    except Exception as error:  # what is no error of its own ends the validator
        errors = [f"{type(error).__name__}: {error}"]
    if errors:
        reply["errors"] += [{"path": str(file), "text": error} for error in errors]
        continue
    folders.append(folder)
    reply["skills"].append({"path": str(file), "name": properties.name, "description": properties.description})
if folders:
    reply["catalog"] = to_prompt(folders)
json.dump(reply, sys.stdout)

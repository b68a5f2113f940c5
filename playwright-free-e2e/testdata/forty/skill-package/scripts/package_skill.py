#!/usr/bin/env python3
"""
Pack a skill's folder into a .skill file, which is a zip.

Usage:
    python package_skill.py <path/to/skill-folder> [output-directory]
"""

import fnmatch
import sys
import zipfile
from pathlib import Path

EXCLUDE_DIRS = {"__pycache__", "node_modules", ".git"}
EXCLUDE_GLOBS = {"*.pyc", "*.log"}


def should_exclude(rel_path: Path) -> bool:
    return any(part in EXCLUDE_DIRS for part in rel_path.parts) or any(fnmatch.fnmatch(rel_path.name, p) for p in EXCLUDE_GLOBS)


def package_skill(skill_path, output_dir=None):
    skill_path = Path(skill_path).resolve()
    if not skill_path.is_dir():
        print(f"❌ Error: Skill folder not found: {skill_path}")
        return None
    output = Path(output_dir).resolve() if output_dir else Path.cwd()
    output.mkdir(parents=True, exist_ok=True)
    filename = output / f"{skill_path.name}.skill"
    try:
        with zipfile.ZipFile(filename, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipf:
            for file in sorted(skill_path.rglob("*")):
                if not file.is_file():
                    continue
                arcname = file.relative_to(skill_path.parent)
                if should_exclude(arcname):
                    print(f"  Skipped: {arcname}")
                    continue
                info = zipfile.ZipInfo(str(arcname), date_time=(2024, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                zipf.writestr(info, file.read_bytes())
                print(f"  Added: {arcname}")
        with zipfile.ZipFile(filename) as zipf:
            assert zipf.testzip() is None
            print(f"\n✅ Packed {len(zipf.namelist())} files, {sum(i.file_size for i in zipf.infolist())} bytes, to {filename.name}")
        return filename
    except (OSError, zipfile.BadZipFile) as e:
        print(f"❌ Error creating .skill file: {e}")
        return None


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__.strip())
        sys.exit(1)
    sys.exit(0 if package_skill(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None) else 1)

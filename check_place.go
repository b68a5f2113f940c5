package main

import (
	"io/fs"
	"os"
	"path/filepath"

	"lily/core/loader"
)

func real(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(full)
}

// isSkill reports whether a folder is a skill, and no root. It compares listed names: a
// disk that ignores case would open any spelling (SK-1). A folder skills that holds more
// of them is a root with a file too many, as a session sees it (LD-2).
func isSkill(dir string) bool {
	list, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range list {
		if e.Name() == loader.File && !isDir(filepath.Join(dir, e.Name())) {
			return filepath.Base(dir) != "skills" || !holdsSkills(dir)
		}
	}
	return false
}

func holdsSkills(dir string) (found bool) {
	_ = fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		found = found || err == nil && !e.IsDir() && path != loader.File && e.Name() == loader.File
		if found {
			return fs.SkipAll
		}
		if err != nil || e.IsDir() && passed(e.Name()) {
			return fs.SkipDir
		}
		return nil
	})
	return found
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// passed reports whether a scan passes a folder by (LD-2).
func passed(name string) bool { return name == ".git" || name == "node_modules" }

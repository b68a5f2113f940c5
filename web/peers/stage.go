package main

import (
	"os"
	"path/filepath"
	"strings"

	"lily/core/agents/agentstest"
)

// The folders that every run has, of a fixed length, since budgets count the paths in a catalog.
const (
	stage   = "/tmp/lily-agents"
	project = stage + "/project"
	home    = stage + "/home"
)

// lay writes the files of a case where the agent looks. The project is a repository with one empty commit.
func (p peer) lay(c agentstest.Case) error {
	for _, dir := range []string{project, home} {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(home, ".config"), 0o755); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(project, ".git"), os.DirFS(filepath.Join(stage, "repository", ".git"))); err != nil {
		return err
	}
	for at, data := range c.Put(p.usual) {
		at = filepath.Join(stage, filepath.FromSlash(at))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(at, data, 0o644); err != nil {
			return err
		}
	}
	return os.MkdirAll(filepath.Join(stage, c.Cwd), 0o755)
}

// repository makes the repository that every project is a copy of.
func repository() error {
	dir := filepath.Join(stage, "repository")
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := command(dir, "git", "init", "-q", "-b", "main", "--template="); err != nil {
		return err
	}
	return command(dir, "env", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z",
		"git", "-c", "user.name=Lily", "-c", "user.email=lily@example.com", "commit", "-q", "--allow-empty", "-m", "begin")
}

// inCase is a path of the machine as the case has it. What is in no installation is the program's own.
func (p peer) inCase(c agentstest.Case, at string) string {
	below, ok := strings.CutPrefix(at, stage+"/")
	if !ok {
		return "bundled/" + filepath.Base(filepath.Dir(at)) + "/" + filepath.Base(at)
	}
	if rest, ok := strings.CutPrefix(below, "project/"+p.usual+"/"); ok {
		if _, ok := c.Files["skills/"+rest]; ok {
			return "skills/" + rest
		}
	}
	return below
}

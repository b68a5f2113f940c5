package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// checkout is the folder that a variable names, for what no registry has.
func checkout(variable, of string) (string, error) {
	dir := os.Getenv(variable)
	if dir == "" {
		return "", fmt.Errorf("%s names no folder; want a checkout of %s", variable, of)
	}
	return filepath.Abs(dir)
}

// crush builds programs of ours within a copy of crush, since what they need is internal there.
func crush(cache string) error {
	to := filepath.Join(cache, "crush")
	if err := npm("crush")(cache); err != nil {
		return err
	}
	_, err := os.Stat(filepath.Join(to, "skills"))
	_, err2 := os.Stat(filepath.Join(to, "time"))
	if err == nil && err2 == nil {
		return nil
	}
	from, err := checkout("CRUSH", "github.com/charmbracelet/crush at 37f36e93")
	if err != nil {
		return err
	}
	source := filepath.Join(to, "source")
	return errors.Join(os.RemoveAll(source), os.CopyFS(source, os.DirFS(from)),
		within(source, "main.go.txt", filepath.Join(to, "skills")), within(source, "time.go.txt", filepath.Join(to, "time")))
}

// within builds one of our programs in a copy of crush.
func within(source, from, to string) error {
	own, err := os.ReadFile(filepath.Join("web/peers/drive/crush", from))
	if err != nil {
		return err
	}
	dir := filepath.Join(source, "lily", filepath.Base(to))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), own, 0o644); err != nil {
		return err
	}
	return command(source, "go", "build", "-mod=mod", "-o", to, "./lily/"+filepath.Base(to))
}

// standard notes where Python finds the validator and the reader of YAML that it needs.
func standard(cache string) error {
	if err := npm("standard")(cache); err != nil {
		return err
	}
	ref, err := checkout("SKILLS_REF", "github.com/agentskills/agentskills at 69ef37e")
	if err != nil {
		return err
	}
	yaml, err := checkout("STRICTYAML", "github.com/crdoconnor/strictyaml")
	if err != nil {
		return err
	}
	// As an absolute path: the drivers have a PATH of their own.
	python, err := said("python3", "-c", "import sys; print(sys.executable)")
	if err != nil {
		return err
	}
	paths := []string{strings.TrimSpace(python), filepath.Join(ref, "skills-ref/src"), yaml}
	if err := command(cache, paths[0], "-c", "import sys; sys.path[:0] = sys.argv[1:]; import skills_ref.validator", paths[1], paths[2]); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(cache, "standard", "paths"), []byte(strings.Join(paths, "\n")+"\n"), 0o644)
}

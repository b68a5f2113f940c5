package places

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"lily/core/origin"
	"lily/core/world"
	"lily/web/disk"
	"lily/web/door"
)

// foreign are the places of the workspace's skills where it is a clone that nobody has said they trust (PO-5): those
// that come later, too. A workspace that a person names is theirs.
func (p *Places) foreign(list []Place) (marks []origin.Place) {
	from := p.cloned()
	if from == "" {
		return nil
	}
	for _, name := range usual {
		marks = append(marks, origin.Place{Path: "/workspace/" + name, Origin: origin.Of(from)})
	}
	for _, at := range list {
		if at.Source == world.Workspace {
			marks = append(marks, origin.Place{Path: "/" + at.Path, Origin: origin.Of(from)})
		}
	}
	return marks
}

// cloned is where the workspace was cloned from; empty where it was not, or is trusted.
func (p *Places) cloned() string {
	if !p.Usual || p.Workspace != "" || os.Getenv(variables[world.Workspace]) != "" {
		return ""
	}
	here, err := disk.Resolve(".")
	if err != nil || p.Trust || slices.Contains(trusted(), here) {
		return ""
	}
	return remote(here)
}

// Trusts keeps that the person trusts the skills of the workspace, where they have just said so.
func (p *Places) Trusts() error {
	if !p.Trust {
		return nil
	}
	here, err := disk.Resolve(".")
	if p.Workspace != "" {
		here, err = disk.Resolve(p.Workspace)
	}
	list := trusted()
	if err != nil || slices.Contains(list, here) {
		return err
	}
	at, err := trustFile()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(at), 0o700)
	}
	if err != nil {
		return err
	}
	list = append(list, here)
	slices.Sort(list)
	return disk.Write(at, func(w io.Writer) error {
		for _, dir := range list {
			if _, err := fmt.Fprintln(w, strconv.Quote(dir)); err != nil {
				return err
			}
		}
		return nil
	})
}

func trustFile() (string, error) {
	dir, err := door.Home()
	return filepath.Join(dir, "trusted"), err
}

// trusted are the folders that the person has said they trust.
func trusted() (list []string) {
	at, err := trustFile()
	if err != nil {
		return nil
	}
	text, err := disk.File(at, MostText)
	if err != nil {
		return nil // nothing is trusted that cannot be read
	}
	for line := range strings.Lines(string(text)) {
		if dir, err := strconv.Unquote(strings.TrimSpace(line)); err == nil {
			list = append(list, dir)
		}
	}
	return list
}

// remote is where the repository that a folder is in was cloned from, without a name or a password; empty for nowhere.
func remote(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return bare(configured(filepath.Join(d, ".git")))
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}

// configured is the first address of a server in the configuration of a repository; of one whose configuration cannot be
// read it is not known where it came from, which counts as elsewhere.
func configured(git string) string {
	const unknown = "a repository whose origin cannot be read"
	if text, err := disk.File(git, 4<<10); err == nil { // of a worktree, or a submodule
		to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
		if !ok {
			return unknown
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(git), to)
		}
		git = to
		if common, err := disk.File(filepath.Join(git, "commondir"), 4<<10); err == nil {
			if to := strings.TrimSpace(string(common)); filepath.IsAbs(to) {
				git = to
			} else {
				git = filepath.Join(git, to)
			}
		}
	}
	text, err := disk.File(filepath.Join(git, "config"), MostText)
	if errors.Is(err, fs.ErrNotExist) {
		return "" // it was never cloned
	}
	if err != nil {
		return unknown
	}
	inside := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = strings.HasPrefix(strings.ToLower(line), "[remote")
		}
		if key, value, ok := strings.Cut(line, "="); ok && inside && strings.EqualFold(strings.TrimSpace(key), "url") {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// bare is an address without who asks there.
func bare(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		u.User, u.RawQuery = nil, ""
		return u.String()
	}
	if _, rest, ok := strings.Cut(address, "@"); ok {
		return rest
	}
	return address
}

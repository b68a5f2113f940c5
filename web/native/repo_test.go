//go:build unix

package native

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/tree"
	"lily/web/disk"
)

// committed makes a repository with one commit, whose configuration holds a key and asks for programs.
func committed(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	git := func(words ...string) {
		c := exec.Command("git", words...)
		c.Dir, c.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v, %s", words, err, out)
		}
	}
	git("init", "-q", "-b", "trunk")
	write("a.txt", "a\n")
	git("add", "-A")
	git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-qm", "first")
	git("tag", "v1")
	git("pack-refs", "--all")
	git("remote", "add", "origin", "https://me:the-secret@example.com/x.git?token=the-secret")
	git("config", "user.name", "A")
	git("config", "user.email", "a@b")
	git("config", "core.fsmonitor", "echo the-secret")
	git("config", "core.hooksPath", "hooks")
	git("config", "http.extraHeader", "Authorization: the-secret")
	write(".git/hooks/pre-commit", "#!/bin/sh\necho the-secret\n")
	return dir
}

// wantsGit skips where no git is installed, which in CI there has to be.
func wantsGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil && os.Getenv("CI") != "" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip("no git is installed")
	}
}

// The specification's first example: git tells of the project's repository, which stays as it is.
func TestARepositoryIsSeen(t *testing.T) {
	wantsGit(t)
	t.Run("closed to others", func(t *testing.T) { seen(t, committed(t)) })
	t.Run("open to others", func(t *testing.T) {
		dir := committed(t)
		if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
			t.Fatal(err)
		}
		seen(t, dir)
	})
}

func seen(t *testing.T, dir string) {
	t.Helper()
	was, _, err := disk.Read(filepath.Join(dir, ".git"), tree.Folder{})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"a.txt": "b\n", "new.txt": "n\n"}
	everywhere(t, func(t *testing.T, r *Runner) {
		r.Repo = filepath.Join(dir, ".git")
		for _, tt := range []struct{ text, want string }{
			{"git status --short --branch", "## trunk\n M a.txt\n?? new.txt\n"},
			{"git log --format=%s%d", "first (HEAD -> trunk, tag: v1)\n"},
			{"git diff --stat", " a.txt | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n"},
			{"git show v1:a.txt", "a\n"},
			{"git remote -v | head -1", "origin\thttps://example.com/x.git (fetch)\n"},
			{"git config --list | grep -c the-secret; cat .git/hooks/pre-commit .git/config 2>/dev/null | grep -c the-secret", "0\n0\n"},
			{"git commit -qam second && git log --format=%s", "second\nfirst\nlily: what this did to the repository is not kept: run it yourself, beside Lily.\n"},
			{"git log --format=%s; rm -rf .git; ls -A", "first\na.txt\nnew.txt\nlily: what this did to the repository is not kept: run it yourself, beside Lily.\n"},
			{"echo x >.git/x; echo y >.git/hooks", ""},
		} {
			got := sh(t, r, tt.text+" 2>&1", files, 20)
			if got.err != nil || got.out != tt.want {
				t.Errorf("%s: got %v, %q, want %q", tt.text, got.err, got.out, tt.want)
			}
			if n := got.exit.Files.Files(); n != len(files) {
				t.Errorf("%s: got %d files, want %d", tt.text, n, len(files))
			}
		}
	})
	now, _, err := disk.Read(filepath.Join(dir, ".git"), tree.Folder{})
	if d := tree.Diff(was, now); err != nil || len(d) > 0 {
		t.Errorf("got %v, %v in the repository, want nothing changed", d, err)
	}
}

// A repository that cannot be told of is not there, and git says so. None shows a program another folder: it may have
// come from anywhere.
func TestARepositoryThatIsNotSeen(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "secret.txt"), []byte("the-secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(at string) error{
		"of a form that is not known": func(at string) error {
			return os.WriteFile(filepath.Join(at, "config"), []byte("[extensions]\n\trefstorage = reftable\n"), 0o600)
		},
		"with more branches than a program gets": func(at string) error {
			for i := range mostRepoFiles + 1 {
				if err := os.WriteFile(filepath.Join(at, "refs", "heads", strings.Repeat("b", 1+i%200)+string(rune('a'+i/200))), []byte("x"), 0o600); err != nil {
					return err
				}
			}
			return nil
		},
		"whose objects are a link": func(at string) error {
			return errors.Join(os.Rename(filepath.Join(at, "objects"), filepath.Join(at, "there")), os.Symlink("there", filepath.Join(at, "objects")))
		},
		"whose way to what it borrows is a link": func(at string) error {
			info := filepath.Join(at, "objects", "info")
			return errors.Join(os.RemoveAll(info), os.Symlink(t.TempDir(), info))
		},
		"whose configuration is a link out": func(at string) error {
			config := filepath.Join(at, "config")
			return errors.Join(os.Rename(config, filepath.Join(at, "..", "elsewhere")), os.Symlink("../elsewhere", config))
		},
		"that borrows": func(at string) error {
			return os.WriteFile(filepath.Join(at, "objects", "info", "alternates"), []byte(home+"\n"), 0o600)
		},
	} {
		dir := committed(t)
		if err := spoil(filepath.Join(dir, ".git")); err != nil {
			t.Fatal(err)
		}
		everywhere(t, func(t *testing.T, r *Runner) {
			r.Repo = filepath.Join(dir, ".git")
			got := sh(t, r, "git status; ls -R .git", map[string]string{"a.txt": "a"}, 20)
			if got.err != nil || !strings.Contains(got.out, "not a git repository") {
				t.Errorf("%s: got %v, %q", name, got.err, got.out)
			}
			got = sh(t, r, "cat "+filepath.Join(home, "secret.txt"), nil, 20)
			if r.Box != nil && strings.Contains(got.out, "the-secret") {
				t.Errorf("%s: got a file of the person's", name)
			}
		})
	}
}

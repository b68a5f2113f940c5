//go:build unix

package native

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lily/core/program"
	"lily/core/tree"
	"lily/web/disk"
)

// of runs words with files of the workspace.
func of(t *testing.T, r *Runner, words []string, files map[string]string) result {
	t.Helper()
	var b tree.Builder
	for path, data := range files {
		if err := b.Put("workspace/"+path, []byte(data)); err != nil {
			t.Fatal(err)
		}
	}
	return do(t.Context(), r, program.Spec{
		Argv: words, Dir: "/workspace", Env: []string{"HOME=/home/dev", "LANG=C.UTF-8", "PATH=" + Usual}, Files: b.Tree(), Timeout: 20,
	})
}

// gits runs commands of git in a folder, a line each.
func gits(t *testing.T, dir, lines string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		c := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "user.name=A", "-c", "user.email=a@b"}, strings.Fields(line)...)...)
		c.Dir, c.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v, %s", line, err, out)
		}
	}
}

// laidOut is a repository with a submodule, beside others that lie otherwise; anybody may read it.
func laidOut(t *testing.T) (dir string) {
	t.Helper()
	top := committed(t)
	dir = filepath.Dir(top)
	gits(t, top, "clone -q . "+dir+"/lib\n-C "+dir+"/lib commit -q --allow-empty -m of-lib\nsubmodule -q add "+dir+"/lib sub\ncommit -qam with-sub\n"+
		"worktree add -q "+dir+"/linked -b other\nclone -q . "+dir+"/sparse\n-C "+dir+"/sparse sparse-checkout set --no-cone .gitmodules sub\n"+
		"init -q -b trunk --separate-git-dir "+dir+"/sep.git "+dir+"/sep\n")
	for _, at := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(top, filepath.Join(dir, "top")); err != nil {
		t.Fatal(err)
	}
	gits(t, dir+"/top", "worktree repair "+dir+"/linked")
	return dir
}

// A repository is found where git finds it: in a linked worktree, a submodule and its project, a sparse checkout. One
// that lies elsewhere and does not say that it is of this place is not shown, and the reason is told.
func TestWhereARepositoryLies(t *testing.T) {
	wantsGit(t)
	dir := laidOut(t)
	link := filepath.Join(dir, "link")
	for _, name := range []string{"stray", "sparse/deep"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"stray/.git": "gitdir: " + dir + "/top/.git\n", "none": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(link, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../top/.git", filepath.Join(link, ".git")); err != nil {
		t.Fatal(err)
	}
	everywhere(t, func(t *testing.T, r *Runner) {
		for _, tt := range []struct{ in, text, want string }{
			{"top", "git log -1 --format=%s%d", "with-sub (HEAD -> trunk, other)\n"},
			{"top", "git -C sub log -1 --format=%s", "of-lib\n"},
			{"top", "git -C sub rev-parse --show-toplevel | sed 's:.*/workspace:/workspace:'", "/workspace/sub\n"},
			{"top", "echo x >sub/new; git status --short; git -C sub status --short", " ? sub\n?? new\n"},
			{"top", "cd sub; git -c user.name=A -c user.email=a@b commit -q --allow-empty -m gone; git log -1 --format=%s", "gone\nlily: what this did to the repository is not kept: run it yourself, beside Lily.\n"},
			{"linked", "git log -1 --format=%s%d; git status --short --branch", "with-sub (HEAD -> other, trunk)\n## other\n"},
			{"top/sub", "git log -1 --format=%s; git status --short", "of-lib\n"},
			{"sparse", "git ls-files -t; git status --short", "H .gitmodules\nS a.txt\nH sub\n"},
			{"sep", "git status", "lily: the repository is not there for programs: its .git leads to \"" + dir + "/sep.git\", which does not lead back here.\nfatal: not a git"},
			{"sparse/deep", "git status", "lily: the repository is not there for programs: it begins above the workspace, in \"" + dir + "/sparse\", where a session has it.\nfatal: not a git"},
			{"stray", "git status", "lily: the repository is not there for programs: its .git leads to \"" + dir + "/top/.git\", which does not lead back here.\nfatal: not a git"},
			{"link", "git status", "lily: the repository is not there for programs: its .git is a link, which is not followed.\nfatal: not a git"},
		} {
			r.Repo = filepath.Join(dir, tt.in, ".git")
			found, _, err := disk.Read(filepath.Join(dir, tt.in), tree.Folder{})
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for at, f := range found.Walk() {
				if !strings.Contains("/"+at, "/.git/") && !strings.HasSuffix("/"+at, "/.git") {
					data, _ := f.Bytes()
					files[at] = string(data)
				}
			}
			if len(files) == 0 {
				files["new"] = ""
			}
			words := []string{"sh", "-c", tt.text + " 2>&1"}
			if strings.HasPrefix(tt.want, "lily:") { // it tells git alone
				words = strings.Fields(tt.text)
			}
			if got := of(t, r, words, files); got.err != nil || !strings.HasPrefix(got.out, tt.want) || len(got.out) > len(tt.want) && tt.want[0] != 'l' {
				t.Errorf("%s: %s: got %v, %q, want %q", tt.in, tt.text, got.err, got.out, tt.want)
			}
		}
	})
}

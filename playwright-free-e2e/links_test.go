package e2e

import (
	"os"
	"path/filepath"
	"testing"
)

// tangled is a folder of skills on the disk, with links beside a secret.
func (p *tab) tangled() string {
	p.Helper()
	top := p.TempDir()
	for path, text := range map[string]string{
		"secret/key.txt": "SECRET", "skills/a/SKILL.md": asItWas, "skills/shared/x.md": "shared",
	} {
		p.must(os.MkdirAll(filepath.Join(top, filepath.Dir(path)), 0o755))
		p.must(os.WriteFile(filepath.Join(top, path), []byte(text), 0o644))
	}
	for at, to := range map[string]string{
		"skills/a/key.txt": "../../secret/key.txt", "skills/a/out": "../../secret", "skills/a/in.md": "../shared/x.md",
		"skills/a/loop": ".", "skills/linked": "../secret",
	} {
		p.must(os.Symlink(to, filepath.Join(top, at)))
	}
	return filepath.Join(top, "skills")
}

// TestADropHasNoLinks is VF-8: a browser shows the page no link of a folder, neither in a
// drop nor by a handle, so nothing comes in by one.
func TestADropHasNoLinks(t *testing.T) {
	t.Parallel()
	p := wide(t)
	skills := p.tangled()
	p.runs(`addEventListener("drop", e => { window.handle = e.dataTransfer.items[0].getAsFileSystemHandle() }, true)`)
	p.drop(skills)
	p.previewed()
	p.has(p.text("tabpanel", "Import"), "1 skill, 1 file that belongs to no skill stays out.", "1 file,")
	got, err := eval[string](p, `(async () => {
		const at = await (await (await window.handle).getDirectoryHandle("a"));
		const said = [];
		for await (const name of at.keys()) said.push(name);
		for (const [ask, name] of [["getFileHandle", "key.txt"], ["getDirectoryHandle", "out"]])
			await at[ask](name).then(() => said.push("found " + name), e => said.push(e.name));
		return said.join(" ");
	})()`)
	if want := "SKILL.md NotFoundError NotFoundError"; err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	p.click("button", accept)
	p.see("Imported 1 skill into /workspace/skills.")
}

package e2e

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/target"

	"lily/core/archive"
	"lily/core/tree"
)

// zip writes files into a zip on the disk and gives its path.
func (p *tab) zip(name string, files map[string]string) string {
	p.Helper()
	var b tree.Builder
	for path, text := range files {
		p.must(b.Put(path, []byte(text)))
	}
	var out bytes.Buffer
	p.must(archive.Write(&out, b.Tree()))
	return p.file(name, out.Bytes())
}

func (p *tab) file(name string, data []byte) string {
	p.Helper()
	path := filepath.Join(p.TempDir(), name)
	p.must(os.WriteFile(path, data, 0o644))
	return path
}

// zipOf is what other programs write, whatever the names are.
func zipOf(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(files[name]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// downloads lets the page give files, and gives them once they are there.
func (p *tab) downloads() func(name string) []byte {
	p.Helper()
	dir := p.TempDir()
	info := call(p, target.GetTargetInfo, target.GetTargetInfoParams{}).TargetInfo
	call(p, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: info.BrowserContextID, DownloadPath: dir,
	})
	return func(name string) (data []byte) {
		p.Helper()
		path := filepath.Join(dir, name)
		p.until("the download "+name, func() (_ bool, err error) {
			data, err = os.ReadFile(path)
			return err == nil && len(data) > 0, err
		})
		p.must(os.Remove(path))
		return data
	}
}

// paste pastes text outside of any text box, as a person would.
func (p *tab) paste(text string) {
	p.Helper()
	_, err := eval[bool](p, fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text/plain", %q);
		return document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`, text))
	p.must(err)
}

// wrapped are the greeter's files in a folder.
func wrapped() map[string]string {
	files := map[string]string{}
	for path, text := range greeter {
		files["greeter/"+path] = text
	}
	return files
}

const banner = "This skill is not trusted."

// TestASkillOutOfAnArchiveIsNotTrusted is PO-5: its programs are asked about each
// time under a warning, until the person trusts it; then at the first use.
func TestASkillOutOfAnArchiveIsNotTrusted(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	d.drop(d.zip("greeter.zip", wrapped()))
	d.previewed()
	d.has(d.text("tabpanel", "Import"), "1 skill.", "greeter", "untrusted", "Out of the archive greeter.zip.")
	d.click("button", accept)
	d.see("Imported 1 skill into /workspace/skills.")
	d.tell("/reload_skills")
	d.has(d.group("Available"), "untrusted")
	d.click("option", "greeter workspace…")
	d.wait("region", "Not trusted")
	d.asideOf()

	for range 2 {
		d.begin("/skill greeter greet Ada")
		d.wait("region", "Approval needed")
		d.has(d.text("region", "Approval needed"), banner, "untrusted")
		d.click("button", "Allow once")
		d.gone("region", "Approval needed")
		d.quiet()
	}
	d.see("Hello, Ada.")

	d.click("button", "Trust this skill")
	d.see("You trust /workspace/skills/greeter now; reload the skills for it to count.")
	d.gone("region", "Not trusted")
	d.has(d.foretold(), "change greeter")
	d.click("button", "Undo")
	d.wait("region", "Not trusted")
	d.click("button", "Trust this skill")
	d.gone("region", "Not trusted")
	d.tell("/reload_skills")
	d.hasNot(d.group("Available"), "untrusted")
	d.begin("/skill greeter greet Bob")
	d.wait("region", "Approval needed")
	d.hasNot(d.text("region", "Approval needed"), banner)
	d.click("button", "Allow for this version…")
	d.gone("region", "Approval needed")
	d.see("Hello, Bob.")
	d.quiet()
	d.reply = ""
	if said, code, _ := d.Type("/skill greeter greet Eve"); code != "" || !strings.Contains(said, "Hello, Eve.") {
		t.Errorf("got %s %q, want it run unasked", code, said)
	}
}

// TestTheMarkFollowsTheImport is PO-5: a folder over a place out of an archive is the person's own
// where no byte of it is the archive's, and taking that back brings the mark back.
func TestTheMarkFollowsTheImport(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.bring(p.zip("greeter.skill", greeter))
	p.tell("/reload_skills")
	p.inGroup("Available", "untrusted", true)
	files := wrapped()
	dir := p.folder(files)
	p.bring(filepath.Join(dir, "greeter"))
	p.tell("/reload_skills")
	p.inGroup("Available", "untrusted", true)
	for path := range files {
		files[path] += "\n"
	}
	dir = p.folder(files)
	p.bring(filepath.Join(dir, "greeter"))
	p.tell("/reload_skills")
	p.inGroup("Available", "untrusted", false)
	p.click("button", "Undo")
	p.see("The import was taken back.")
	p.tell("/reload_skills")
	p.inGroup("Available", "untrusted", true)
}

// TestWhatIsExportedCanBeImported is VF-7: the same bytes each time, and the same
// files back.
func TestWhatIsExportedCanBeImported(t *testing.T) {
	t.Parallel()
	p := open(t)
	downloaded := p.downloads()
	p.bring(filepath.Join(p.folder(wrapped()), "greeter"))
	p.tell("/reload_skills")
	p.click("option", "greeter workspace…")
	p.click("button", "Export")
	first := downloaded("greeter.zip")
	p.see("Exported 3 files as greeter.zip.")
	want := tree.Tree{}
	for path, text := range wrapped() {
		var err error
		want, err = want.Put(path, []byte(text))
		p.must(err)
	}
	got, err := archive.Read(first, archive.Options{})
	if err != nil || got.Digest() != want.Digest() {
		t.Errorf("got %v, want what was dropped", err)
	}

	p.dropInto("user", p.file("greeter.zip", first))
	p.click("button", accept)
	p.see("Imported 1 skill into /user/skills.")
	p.click("button", "Remove")
	p.see("Removed /workspace/skills/greeter.")
	p.tell("/reload_skills")
	p.click("option", "greeter user…")
	p.click("button", "Export")
	if again := downloaded("greeter.zip"); !bytes.Equal(again, first) {
		t.Errorf("got %d other bytes, want the %d of the first export", len(again), len(first))
	}

	p.pane("Files")
	for button, want := range map[string][]string{
		"Export /user":      {"user/skills/greeter/SKILL.md"},
		"Export all files…": {"user/skills/greeter/scripts/task.sh", "persona/SOUL.md", "profile.yaml", "policy.yaml"},
	} {
		p.click("button", button)
		name := map[string]string{"Export /user": "user.zip"}[button]
		if name == "" {
			name = "lily-files.zip"
		}
		data := downloaded(name)
		all, err := archive.Read(data, archive.Options{})
		p.must(err)
		for _, path := range want {
			if _, err := all.Stat(path); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		p.click("button", button)
		if again := downloaded(name); !bytes.Equal(again, data) {
			t.Errorf("%s: got other bytes the second time", name)
		}
	}
}

// TestHostileArchives is VF-6: nothing of an archive with a bad entry is taken,
// and a sentence says which entry it is.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	p := open(t)
	evil := zipOf(t, map[string]string{"ok/SKILL.md": "# Fine\n", "../evil/SKILL.md": "# Evil\n"})
	whole := zipOf(t, map[string]string{"ok/SKILL.md": "# Fine\n"})
	tests := map[string]struct {
		data []byte
		says []string
	}{
		"goes up":   {evil, []string{"0 skills, 1 refused", `Nothing of the archive is taken: the entry "../evil/SKILL.md" goes up by “..”.`, "path_parent"}},
		"cut off":   {whole[:len(whole)/2], []string{"0 skills, 1 refused", "is cut off: it has no end.", "zip_truncated"}},
		"no zip":    {[]byte("hello"), []string{"0 skills, 1 refused", "the archive is not a zip.", "not_a_zip"}},
		"prepended": {append([]byte("#!/bin/sh\n"), whole...), []string{"has bytes before its first entry", "zip_prepended"}},
	}
	for name, test := range tests {
		p.drop(p.file(strings.ReplaceAll(name, " ", "-")+".zip", test.data))
		p.previewed()
		p.has(p.text("tabpanel", "Import"), test.says...)
		at, err := on[point](p, p.the("button", accept), place)
		p.must(err)
		if at.Blocked != "it is disabled" {
			t.Errorf("%s: got an Import button that works, want it disabled", name)
		}
		p.click("button", "Cancel")
		p.gone("tabpanel", "Import")
	}
}

// TestFilesAreChosen takes an archive and a SKILL.md by the dialog of Import file.
func TestFilesAreChosen(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.chooses("Import file", p.zip("greeter.skill", greeter), filepath.Join(shelf, "executing-plans", "SKILL.md"))
	p.previewed()
	p.has(p.text("tabpanel", "Import"), "2 skills.", "executing-plans")
	p.look("greeter untrusted")
	p.see("Out of the archive greeter.skill.")
	p.click("button", accept)
	p.see("Imported 2 skills into /workspace/skills.")
}

// TestAPastedSkill is VF-6: the text of a SKILL.md, anywhere but in a text box.
func TestAPastedSkill(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.paste("---\nsummary: Say when.\n---\n\n# Say when\n\nSay when.\n")
	p.previewed()
	p.has(p.text("tabpanel", "Import"), "1 skill.", "say-when")
	p.hasNot(p.text("tabpanel", "Import"), "untrusted")
	p.click("button", accept)
	p.see("Imported 1 skill into /workspace/skills.")
	p.tell("/reload_skills")
	p.inGroup("Available", "say-when", true)
	p.paste("Just some text.")
	p.fill("Message", "# A heading in the box")
	if n := p.count("tabpanel", "Import"); n != 0 {
		t.Errorf("got %d imports, want text let be", n)
	}
}

// TestABigArchiveCanBeCancelled is UI's promise that the page answers while it
// reads, and that Cancel is always there; afterwards the same archive comes in.
// It runs by itself, since unpacking takes all of a processor.
func TestABigArchiveCanBeCancelled(t *testing.T) {
	p := open(t)
	files := map[string]string{"big/SKILL.md": "# Big\n"}
	for i := range 4000 {
		files[fmt.Sprintf("big/%d.txt", i)] = strings.Repeat(fmt.Sprintln(i), 5000)
	}
	path := p.zip("big.zip", files)
	p.drop(path)
	p.wait("region", "Reading the drop")
	p.see(" of 4001 files")
	p.click("button", "Cancel")
	p.gone("region", "Reading the drop")
	if n := p.count("tabpanel", "Import"); n != 0 {
		t.Errorf("got %d imports, want nothing of what was cancelled", n)
	}
	p.drop(path)
	p.previewed()
	p.has(p.text("tabpanel", "Import"), "1 skill.", "4001 files")
}

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// disk gives the page a folder of its own storage where a person would pick one of
// the machine: the headless browser has no such dialog.
const disk = `(async () => {
	const root = await navigator.storage.getDirectory();
	const mine = await root.getDirectoryHandle("mine", { create: true });
	window.disk = async (path, text) => {
		const parts = path.split("/"), name = parts.pop();
		let at = mine;
		for (const part of parts) at = await at.getDirectoryHandle(part, { create: true });
		const file = await at.getFileHandle(name, { create: text !== undefined });
		if (text === undefined) return (await file.getFile()).text();
		const out = await file.createWritable();
		await out.write(text);
		await out.close();
		return text;
	};
	window.mine = mine;
	window.leave = "granted";
	FileSystemHandle.prototype.requestPermission = async ({ mode }) => mode === "readwrite" ? leave : "granted";
	window.showDirectoryPicker = async ({ mode }) => {
		if (mode !== "read") throw new TypeError("asked for more than reading");
		return mine;
	};
	return "";
})()`

// disk writes a file of the folder, as an editor would.
func (p *tab) disk(path, text string) {
	p.Helper()
	p.runs(fmt.Sprintf("disk(%q, %q)", path, text))
}

// onDisk compares a file of the folder.
func (p *tab) onDisk(path, want string) {
	p.Helper()
	if got, err := eval[string](p, fmt.Sprintf("disk(%q)", path)); err != nil || got != want {
		p.Errorf("%s on the disk: got %q %v, want %q", path, got, err, want)
	}
}

// TestAFolderOfTheMachine is picked, followed and written back to: VF-6, SN-4.
func TestAFolderOfTheMachine(t *testing.T) {
	t.Parallel()
	p := wide(t)
	p.runs(disk)
	p.disk("greet/SKILL.md", asItWas)
	p.disk("greet/notes.txt", "one\n")
	p.disk("greet/.git/config", "private\n")
	p.disk("more/part/SKILL.md", asItWas)
	p.pane("Files")
	p.click("button", "Pick a folder")
	p.previewed()
	p.has(p.text("tabpanel", "Import"), "2 skills, 1 file that belongs to no skill stays out.", "greet", "part")
	p.click("button", accept)
	p.see("Imported 2 skills into /workspace/skills.")
	p.has(p.tell("/reload_skills"), "Snapshot version 2")
	p.gone("region", "The snapshot is behind")
	p.axeStates("a folder", "Documents")

	p.disk("greet/SKILL.md", asItIs)
	p.disk("late/SKILL.md", asItWas)
	p.click("button", "Look again")
	p.see("Took over 2 changed files from the folder mine.")
	p.has(p.foretold(), "add late", "change greet")
	p.disk("greet/SKILL.md", asItWas)
	p.runs(`dispatchEvent(new Event("focus")), ""`)
	p.see("Took over 1 changed file from the folder mine.")

	p.runs(`addEventListener("drop", () => dispatchEvent(new Event("focus"))), ""`)
	p.drop(shelf) // which brings the window back; the drop is read all the same
	p.previewed()
	p.click("button", "Cancel")
	p.gone("tabpanel", "Import")

	p.edit("/workspace/skills/part/SKILL.md", asItIs)
	p.create("/workspace/skills/part/new/file.txt", "new\n")
	p.onDisk("more/part/SKILL.md", asItWas)
	p.list("Files")
	p.click("button", "Write back…")
	p.has(p.text("dialog", "Write back"), "2 files would be changed on this machine.", "mine/more/part/SKILL.md", "mine/more/part/new/file.txt")
	p.axeStates("what would be written")
	p.runs(`leave = "denied"`)
	p.click("button", "Write")
	p.see("Nothing was written to the folder mine: the browser does not allow it")
	p.onDisk("more/part/SKILL.md", asItWas)
	p.runs(`leave = "granted"`)
	p.click("button", "Write back…")
	p.click("button", "Write")
	p.see("Wrote 2 files to the folder mine.")
	p.onDisk("more/part/SKILL.md", asItIs)
	p.onDisk("more/part/new/file.txt", "new\n")
	p.click("button", "Look again")
	p.see("Nothing has changed in the folder mine.")

	p.edit("/workspace/skills/greet/notes.txt", "page\n")
	p.disk("greet/notes.txt", "disk\n")
	p.list("Files")
	p.click("button", "Look again")
	p.see("both the folder and this page have changed /workspace/skills/greet/notes.txt")
	p.click("button", "Write back…")
	p.click("button", "Write")
	p.see("Wrote 0 files to the folder mine. Not mine/greet/notes.txt: it has changed on the disk")
	p.onDisk("greet/notes.txt", "disk\n")
	p.has(p.text("textbox", "Text of /workspace/skills/greet/notes.txt"), "page")

	p.runs(`mine.remove({ recursive: true }).then(() => "")`)
	p.click("button", "Look again")
	p.see("The folder mine was not taken over: it is not there any more")
	p.see("/workspace/skills")
	p.click("button", "Let go")
	p.wait("button", "Pick a folder")
	p.has(p.tell("/reload_skills"), "late")
}

// leave is what the browser answers about reading the folder after a reload. The person
// is asked while their click is under way, or not at all.
const leave = `
	FileSystemHandle.prototype.queryPermission = async ({ mode }) => mode === "read" ? sessionStorage.leave : "prompt";
	FileSystemHandle.prototype.requestPermission = async ({ mode }) => {
		if (!navigator.userActivation.isActive) throw new DOMException("nobody has clicked", "SecurityError");
		return mode === "read" ? sessionStorage.answer : "granted";
	};
`

// again reloads the page, with what the browser then says of the folder.
func (p *tab) again(state, answer string) {
	p.Helper()
	p.js(fmt.Sprintf("sessionStorage.leave = %q; sessionStorage.answer = %q; ''", state, answer))
	p.reload()
	p.js(disk)
	p.js(leave + "''")
	p.pane("Files")
}

func (p *tab) js(code string) {
	p.Helper()
	_, err := eval[string](p, code)
	p.must(err)
}

// TestAFolderIsFollowedAfterAReload: the folder is remembered with what was read of it,
// and the browser asks where it wants to. VF-4, VF-6, SN-4.
func TestAFolderIsFollowedAfterAReload(t *testing.T) {
	t.Parallel()
	p := open(t)
	p.size(1600, 900)
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: leave})
	p.js(disk)
	p.disk("greet/SKILL.md", asItWas)
	p.disk("greet/notes.txt", "one\n")
	p.pane("Files")
	p.click("button", "Pick a folder")
	p.previewed()
	p.click("button", accept)
	p.see("It is remembered for after a reload.")
	p.edit("/workspace/skills/greet/notes.txt", "page\n")
	p.disk("greet/SKILL.md", asItIs)

	p.again("prompt", "denied")
	p.has(p.text("region", "Folder on this machine"), "mine was read as /workspace/skills. The browser wants to be asked before it is read again.")
	p.axeStates("a folder to be connected", "Documents")
	p.js(`dispatchEvent(new Event("focus")), ""`)
	p.click("button", "Connect")
	p.see("The folder mine was not connected: the browser does not allow it")
	p.js(`sessionStorage.answer = "granted"`)
	p.click("button", "Connect")
	p.see("Took over 1 changed file from the folder mine.")
	p.wait("button", "Look again")

	p.disk("late/SKILL.md", asItWas)
	p.again("granted", "denied")
	p.see("Took over 1 changed file from the folder mine.")
	p.click("button", "Write back…")
	p.has(p.text("dialog", "Write back"), "1 file would be changed on this machine.", "mine/greet/notes.txt")
	p.click("button", "Write")
	p.see("Wrote 1 file to the folder mine.")
	p.onDisk("greet/notes.txt", "page\n")

	p.click("button", "Let go")
	p.wait("button", "Pick a folder")
	p.again("granted", "granted")
	p.wait("button", "Pick a folder")
}

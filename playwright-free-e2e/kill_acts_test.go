package e2e

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
)

func editable(i int) string { return fmt.Sprintf("/workspace/e%d.txt", i) }

// edits changes one of three files.
func (l *life) edits() act {
	l.Helper()
	path, text := editable(l.n%3), fmt.Sprintf("edited %d\n", l.n)
	l.openFile(path)
	l.fill("Text of "+path, text)
	l.until("a text to save", func() (bool, error) { return eval[bool](l.tab, `!(`+saveButton+`?.disabled ?? true)`) })
	return act{
		kind: "edit", role: "button", name: "Save…", writes: map[string]string{path: text},
		says: map[string][]any{"done": {"Saved " + path}},
	}
}

// imports drops a skill of several files, which are of one number.
func (l *life) imports() act {
	l.Helper()
	files, writes := map[string]string{}, map[string]string{}
	name := fmt.Sprintf("k%d", l.n%4)
	for _, file := range []string{"SKILL.md", "references/a.txt", "references/b.txt"} {
		files[name+"/"+file] = fmt.Sprintf("%s of number %d.\n", name, l.n)
		writes["/workspace/skills/"+name+"/"+file] = files[name+"/"+file]
	}
	l.dropInto("workspace", filepath.Join(l.folder(files), name))
	l.previewed()
	return act{
		kind: "import", role: "button", name: accept, writes: writes,
		says: map[string][]any{"done": {"Imported 1 skill"}},
	}
}

// line types a line, which is sent then.
func (l *life) types(kind, line, answer string) act {
	l.Helper()
	l.boxed()
	turns := l.turns()
	l.fill("Message", line)
	l.press("Escape")
	return act{
		kind: kind, role: "button", name: "Send", line: line, answer: answer,
		says: map[string][]any{"asked": {turns + 1, "Saved"}, "done": {turns + 1, answer, "Saved"}},
	}
}

func (l *life) talks() act {
	l.Helper()
	return l.types("message", fmt.Sprintf("Utter %d 1", l.n), fmt.Sprintf("Reply %d.", l.n))
}

func (l *life) reloads() act {
	l.Helper()
	return l.types("reload", "/reload_skills", "")
}

// approves lets a model write a file.
func (l *life) approves() act {
	l.Helper()
	l.boxed()
	l.fill("Message", fmt.Sprintf("Compose %d", l.n))
	l.press("Escape", "Enter")
	l.wait("region", "Approval needed")
	answer := fmt.Sprintf("Reply %d.", l.n)
	return act{
		kind: "approval", role: "button", name: "Allow once…", answer: answer,
		writes: map[string]string{fmt.Sprintf("/workspace/w%d.txt", l.n%3): fmt.Sprintf("composed %d\n", l.n)},
		says:   map[string][]any{"done": {answer, "Saved"}},
	}
}

// renames types a new title of the session that is shown.
func (l *life) renames() act {
	l.Helper()
	id, title := l.session(), fmt.Sprintf("Title %d", l.n)
	l.lists()
	l.click("button", "Rename session "+l.named(id))
	l.fill("Title of session "+id+"…", title)
	return act{kind: "rename", role: "textbox", name: "Title of session " + id + "…", session: id, title: title, says: map[string][]any{"done": {"Renamed session " + id + "."}}}
}

// deletes takes one of the other sessions off the list, a new one where there is none.
func (l *life) deletes() act {
	l.Helper()
	id := l.another()
	l.lists()
	l.wait("button", "Delete session "+l.named(id))
	return act{kind: "delete", role: "button", name: "Delete session " + l.named(id), session: id, says: map[string][]any{"done": {"Deleted session " + l.named(id)}}}
}

// restores brings back a session that was deleted just now.
func (l *life) restores() act {
	l.Helper()
	id := l.another()
	l.lists()
	l.click("button", "Delete session "+l.named(id))
	l.wait("button", "Undo")
	return act{kind: "undo", role: "button", name: "Undo", session: id, says: map[string][]any{"done": {l.named(id) + " is back."}}}
}

// lists opens the list of sessions.
func (l *life) lists() {
	l.Helper()
	l.press("Alt+5")
	l.wait("searchbox", "Find a session")
}

// named is how the page calls a session.
func (l *life) named(id string) string { return l.titles[id] + " (" + id + ")" }

// another is a session that is not shown.
func (l *life) another() string {
	l.Helper()
	shown := l.session()
	for _, id := range slices.Sorted(maps.Keys(l.events)) {
		if id != shown {
			return id
		}
	}
	l.begins()
	l.remember(l.looks())
	return shown
}

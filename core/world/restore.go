package world

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lily/core/conf"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
)

// The files of an export of everything beside its folders.
const (
	profileFile = "profile.yaml"
	policyFile  = "policy.yaml"
	marksFile   = "untrusted.yaml"
	sessions    = "sessions"
)

// LeftOut is the file of an export of everything that says what is not in it, a sentence
// on each line.
const LeftOut = "left-out.txt"

// maxMarks is how many bytes of marks are read: a hundred thousand folders.
const maxMarks = 8 << 20

// editable are the folders of the tree that a person can edit.
var editable = [...]string{"user", "workspace", "persona"}

// marksYAML lists folders as [conf] reads them.
func marksYAML(folders []string) []byte {
	var b strings.Builder
	b.WriteString("folders:")
	if len(folders) == 0 {
		b.WriteString(" []")
	}
	for _, f := range folders {
		fmt.Fprintf(&b, "\n  - %q", f)
	}
	b.WriteString("\n")
	return []byte(b.String())
}

// Restorable reports whether a tree is an export of everything, or may be a part of
// one: it has the rules beside the folders.
func Restorable(t tree.Tree) bool {
	_, rules := t.File(policyFile)
	_, declared := t.File(profileFile)
	return rules && declared
}

// Restored is an export of everything that was read back.
type Restored struct {
	files     tree.Tree
	profile   profile.Profile
	policy    policy.Policy
	untrusted []string
	// Sessions are the exported sessions in it, each a bundle (EV-4), by the names of
	// their files.
	Sessions []tree.Blob
	// Asks says that its policy was full auto and is not any more: only the person
	// chooses that, and not a file (PO-9).
	Asks bool
	// Left says what could not be exported, each a sentence.
	Left []string
}

// Restore reads what [World.Export] made. An error
// names the file that is wrong; then nothing is restored.
func Restore(t tree.Tree) (Restored, error) {
	var r Restored
	for e := range t.Children() {
		beside := []string{sessions, profileFile, policyFile, marksFile, LeftOut}
		if !slices.Contains(editable[:], e.Name) && !slices.Contains(beside, e.Name) {
			return r, fmt.Errorf("%q is in no export of everything", e.Name)
		}
	}
	for _, top := range editable {
		if sub, err := t.At(top); err == nil {
			if r.files, err = r.files.Graft(top, sub); err != nil {
				return r, err
			}
		}
	}
	if kept, err := t.At(sessions); err == nil {
		for name, f := range kept.Walk() {
			if !strings.HasSuffix(name, LinesOnly) {
				r.Sessions = append(r.Sessions, f)
			}
		}
	}
	if left, err := t.ReadFile(LeftOut); err == nil {
		r.Left = strings.FieldsFunc(string(left), func(c rune) bool { return c == '\n' })
	}
	return r, r.rules(t)
}

// rules reads the profile, the policy and the marks.
func (r *Restored) rules(t tree.Tree) (err error) {
	var data [3][]byte
	for i, name := range []string{profileFile, policyFile, marksFile} {
		if data[i], err = t.ReadFile(name); err != nil && name != marksFile {
			return err
		}
	}
	var fault, fault2 error
	r.profile, fault = profile.Parse(profileFile, data[0])
	r.policy, fault2 = policy.Parse(policyFile, data[1])
	if r.Asks = r.policy.FullAuto(); r.Asks {
		r.policy.Asks = policy.Default().Asks
	}
	d := conf.ReadLong(marksFile, data[2], maxMarks)
	r.untrusted = slices.Compact(slices.Sorted(slices.Values(d.List("folders"))))
	return errors.Join(fault, fault2, d.Err())
}

// Files is how many files there are in it, without its sessions.
func (r Restored) Files() int { return r.files.Files() }

// In returns a world with what can be edited replaced by what was restored.
func (r Restored) In(w World) (World, error) {
	for _, top := range editable {
		sub, _ := r.files.At(top) // without it, it is empty
		next, err := w.Tree.Graft(top, sub)
		if err != nil {
			return w, err
		}
		w.Tree = next
	}
	for _, root := range w.Roots {
		if _, err := w.Tree.At(root.Path); err != nil && !strings.HasPrefix(root.Path, "bundled/") {
			next, err := w.Tree.Graft(root.Path, tree.Tree{})
			if err != nil {
				return w, err
			}
			w.Tree = next
		}
	}
	w.Profile, w.Policy, w.Untrusted = r.profile, r.policy, r.untrusted
	return w, nil
}

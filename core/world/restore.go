package world

import (
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"lily/core/conf"
	"lily/core/order"
	"lily/core/origin"
	"lily/core/policy"
	"lily/core/profile"
	"lily/core/tree"
)

// Restorable reports whether a tree is an export of everything, or may be: it has the rules.
func Restorable(t tree.Tree) bool {
	_, rules := t.File(policyFile)
	_, declared := t.File(profileFile)
	return rules && declared
}

// Restored is an export of everything that was read back.
type Restored struct {
	files    tree.Tree
	profile  profile.Profile
	policy   policy.Policy
	origins  origin.Places
	From     string      // the name of its file, to say where what it brings came from
	Sessions []tree.Blob // each a bundle (EV-4), by the names of their files
	Left     []string    // the sentences on what could not be exported
	// Asks says that its policy was full auto and is not any more: only the person
	// chooses that, and not a file (PO-9).
	Asks bool
}

// Restore reads what [World.Export] made. An error names the file that is wrong.
func Restore(t tree.Tree) (Restored, error) {
	var r Restored
	for e := range t.Children() {
		beside := []string{sessions, profileFile, policyFile, marksFile, LeftOut}
		if !slices.Contains(editable[:], e.Name) && !slices.Contains(beside, e.Name) {
			return r, fmt.Errorf("%q is in no export of everything", e.Name)
		}
	}
	r.files = edited(t)
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
	r.origins = origin.Marks(d.List("folders")...)
	return errors.Join(fault, fault2, d.Err())
}

// Files is how many files there are in it, without its sessions.
func (r Restored) Files() int { return r.files.Files() }

// Rules are the profile and the policy that it has, as they are written.
func (r Restored) Rules() (profile, policy []byte) { return r.profile.YAML(), r.policy.YAML() }

// Persona are its agents' files; empty where it has none.
func (r Restored) Persona() tree.Tree {
	sub, _ := r.files.At("persona")
	return sub
}

// Take says what of an export comes in the place of what is here. The zero Take replaces
// nothing: what is not here yet is added, and all that is here stays.
type Take struct {
	Profile, Policy, Persona bool
	Differing                bool // files and skills that both have, and that differ
}

// Any reports whether something that is here is replaced.
func (t Take) Any() bool { return t != Take{} }

// Differing are the files, and the folders of skills, that both have and that differ, sorted. A
// skill is one thing: half of one and half of another is neither.
func (r Restored) Differing(w World) []string {
	here, units := shared(w.Tree), map[string]bool{}
	for _, t := range []tree.Tree{here, r.files} {
		for at := range w.folders(t) {
			a, err := here.At(at)
			b, err2 := r.files.At(at)
			units[at] = err == nil && err2 == nil && a.Digest() != b.Digest()
		}
	}
	_, clashes := tree.Merge(tree.Tree{}, shared(r.files), here)
	for _, at := range clashes {
		units[at] = true
	}
	list := []string{}
	for at, differs := range units {
		if differs && !below(units, at) {
			list = append(list, at)
		}
	}
	slices.Sort(list)
	return list
}

// below reports whether a path lies in another unit that differs.
func below(units map[string]bool, at string) bool {
	for up := path.Dir(at); up != "."; up = path.Dir(up) {
		if units[up] {
			return true
		}
	}
	return false
}

// In returns a world with what was restored. Nothing that is here is lost, but for what is taken.
// A skill that comes in, and is not to the byte one that is trusted here, is marked as not trusted
// (PO-5): who made an export is known to nobody.
func (r Restored) In(w World, take Take) (World, error) {
	next, err := r.merged(w, take)
	for _, root := range w.Roots {
		if _, lost := next.Tree.At(root.Path); err == nil && lost != nil && !strings.HasPrefix(root.Path, "bundled/") {
			next.Tree, err = next.Tree.Graft(root.Path, tree.Tree{})
		}
	}
	if err != nil {
		return w, err
	}
	if take.Profile {
		next.Profile = r.profile
	}
	if take.Policy {
		next.Policy = r.policy
	}
	next.Origins = r.marked(w, next)
	return next, nil
}

// merged is the world with the files of both.
func (r Restored) merged(w World, take Take) (World, error) {
	mine, theirs, list := shared(w.Tree), shared(r.files), r.Differing(w)
	var err error
	if take.Differing {
		mine, err = give(mine, theirs, list)
	} else {
		theirs, err = give(theirs, mine, list)
	}
	all, clashes := tree.Merge(tree.Tree{}, theirs, mine)
	if len(clashes) > 0 {
		err = errors.Join(err, &tree.PathError{Code: "path_taken", Path: clashes[0], Why: "is a file here, and a folder there"})
	}
	if take.Persona {
		all, _ = all.Graft("persona", r.Persona()) // nothing is in its place
	}
	for e := range all.Children() {
		if err == nil {
			w.Tree, err = w.Tree.Graft(e.Name, e.Sub)
		}
	}
	return w, err
}

// give is t with other's in the places of the list.
func give(t, other tree.Tree, list []string) (_ tree.Tree, err error) {
	files, folders := map[string]bool{}, map[string]map[string]*tree.Tree{}
	for _, at := range list {
		if _, file := t.File(at); file {
			files[at] = true // the other's comes by the merge
			continue
		}
		dir := path.Dir(at)
		if folders[dir] == nil {
			folders[dir] = map[string]*tree.Tree{}
		}
		folders[dir][path.Base(at)] = nil
		if sub, err := other.At(at); err == nil {
			folders[dir][path.Base(at)] = &sub
		}
	}
	for dir, subs := range folders {
		if t, err = t.GraftAll(dir, subs); err != nil {
			return t, err
		}
	}
	return t.Without(func(at string) bool { return files[at] }), nil
}

// shared are the folders in which two worlds are merged. A persona is one thing, and is not.
func shared(t tree.Tree) tree.Tree {
	next, err := edited(t).Remove("persona")
	if err != nil { // there is none
		return edited(t)
	}
	return next
}

// marked are the places that are not trusted once the export has come in: every file of it that
// is not here already, but for skills that are trusted here.
func (r Restored) marked(was, now World) origin.Places {
	trusted, list := map[string]bool{}, []origin.Place{}
	for at, sub := range was.folders(was.Tree) {
		if len(was.Origins.Of("/"+at)) == 0 {
			trusted[version(at, sub)] = true
		}
	}
	arrived, places := map[string]bool{}, was.Origins
	for _, a := range Arrived(was, now) {
		arrived[a.Path] = true
		if trusted[version(a.Path, a.Folder)] && len(r.origins.Of("/"+a.Path)) == 0 {
			places = places.Clear(now.Tree, "/"+a.Path)
		} else {
			list = append(list, origin.Place{Path: "/" + a.Path, Origin: origin.Of(r.From)})
		}
	}
	for _, c := range tree.Diff(was.Tree, now.Tree) {
		if c.Op != tree.Removed && !strings.HasPrefix(c.Path, "persona/") && !below(arrived, c.Path) {
			list = append(list, origin.Place{Path: "/" + now.made(was, c.Path), Origin: origin.Of(r.From)})
		}
	}
	for _, p := range r.origins {
		if _, err := was.Tree.At(strings.TrimPrefix(p.Path, "/")); err != nil {
			list = append(list, p)
		}
	}
	return places.Put(list...)
}

// version names a skill and its bytes.
func version(at string, folder tree.Tree) string {
	return path.Base(at) + " " + folder.Digest().String()
}

// Arrival is a skill's folder that is there, and was not, or not like that.
type Arrival struct {
	Path   string
	Folder tree.Tree
}

// Arrived are the skills that one world has and another did not, sorted.
func Arrived(was, now World) (list []Arrival) {
	for at, sub := range now.folders(now.Tree) {
		if old, err := was.Tree.At(at); err != nil || old.Digest() != sub.Digest() {
			list = append(list, Arrival{at, sub})
		}
	}
	order.Func(list, func(a, b Arrival) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// folders are those below the roots that hold a SKILL.md, the uppermost ones.
func (w World) folders(t tree.Tree) iter.Seq2[string, tree.Tree] {
	return func(yield func(string, tree.Tree) bool) {
		for _, r := range w.Roots {
			if sub, err := t.At(r.Path); err == nil && !found(sub, r.Path, yield) {
				return
			}
		}
	}
}

func found(t tree.Tree, at string, yield func(string, tree.Tree) bool) bool {
	for e := range t.Children() {
		place := at + "/" + e.Name
		_, is := e.Sub.File("SKILL.md")
		if e.Dir && is && !yield(place, e.Sub) || e.Dir && !is && !found(e.Sub, place, yield) {
			return false
		}
	}
	return true
}

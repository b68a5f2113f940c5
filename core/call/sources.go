package call

import (
	"path"
	"slices"
	"strings"

	"lily/core/argv"
	"lily/core/loader"
	"lily/core/program"
	"lily/core/tree"
)

// Source is a text that a program would run, or may (PO-6).
type Source struct {
	Role   Role
	Path   string // of the file, with its leading slash; empty for code
	Word   int    // the word that names the file or holds the code; 0 for none but the program
	By     string // the program that is given it; empty where the file itself is the program
	Text   tree.Blob
	Pinned bool // it is of the skill's version, and does not change as long as that holds
}

// Role says how a text has to do with a call.
type Role string

// The roles of texts.
const (
	Runs   Role = "runs"   // the words run it
	Named  Role = "named"  // a word, or a text that runs, names it
	Beside Role = "beside" // it lies in the skill's folder, too
)

// The bounds of what is looked for. A text that is run is shown however long it is.
const (
	maxNamed   = 64       // texts that run, and files that they and the words name
	maxBeside  = 200      // other files of the skill's folder
	maxScanned = 64 << 10 // bytes of a text in which names are looked for
)

// sources finds the texts behind the words of a program, in the very files that it would get: what
// runs, then what that names, then what lies beside it, and how many more there are.
func sources(s program.Spec, k *loader.Candidate) (list []Source, more int) {
	f := &sourcing{spec: s, skill: k, seen: map[string]bool{}}
	for _, r := range argv.Runs(s.Argv) {
		source, text := Source{Role: Runs, Word: r.Word, By: r.By}, r.Text(s.Argv)
		if !r.Code {
			f.add(source, s.Dir, text)
			continue
		}
		source.Text = tree.NewBlob([]byte(text))
		f.list = append(f.list, source)
	}
	running := len(f.list)
	for i, w := range s.Argv {
		if !f.add(Source{Role: Named, Word: i}, s.Dir, w) {
			f.named(w, s.Dir)
		}
	}
	for i := 0; i < len(f.list); i++ {
		f.namedBy(f.list[i])
	}
	if running > 0 && k != nil {
		for name := range k.Folder().Walk() {
			f.add(Source{Role: Beside}, k.Path, name)
		}
	}
	return f.list, f.more
}

type sourcing struct {
	spec  program.Spec
	skill *loader.Candidate // nil for none
	list  []Source
	more  int
	seen  map[string]bool // by path
}

// add adds a file, by its name in a folder, and reports whether there is such a file.
func (f *sourcing) add(s Source, dir, name string) bool {
	if !strings.HasPrefix(name, "/") {
		name = dir + "/" + name
	}
	s.Path = path.Clean(name)
	b, ok := f.spec.Files.File(strings.TrimPrefix(s.Path, "/"))
	if !ok || f.seen[s.Path] {
		return ok
	}
	f.seen[s.Path] = true
	if n := len(f.list); s.Role == Named && n >= maxNamed || s.Role == Beside && n >= maxNamed+maxBeside {
		f.more++
		return true
	}
	s.Text, s.Pinned = b, f.skill != nil && strings.HasPrefix(s.Path, f.skill.Path+"/")
	f.list = append(f.list, s)
	return true
}

// namedBy adds the files that a text names. What a name means there is for its program to say: it
// is looked for from the folder that the program runs in, from the text's own and the skill's.
func (f *sourcing) namedBy(s Source) {
	data, err := s.Text.Bytes()
	if err != nil {
		return // the card says so
	}
	dirs := []string{f.spec.Dir}
	if s.Path != "" {
		dirs = append(dirs, path.Dir(s.Path))
	}
	if f.skill != nil {
		dirs = append(dirs, f.skill.Path)
	}
	f.named(string(data[:min(len(data), maxScanned)]), dirs...)
}

func (f *sourcing) named(text string, dirs ...string) {
	ends := func(r rune) bool { return r <= ' ' || strings.ContainsRune("\"'`(){}[]<>|&;,=:*?!#\\", r) }
	tried := map[string]bool{}
	for _, name := range strings.FieldsFunc(text, ends) {
		if !tried[name] && strings.ContainsAny(name, "./") {
			tried[name] = true
			f.find(name, dirs)
		}
	}
}

func (f *sourcing) find(name string, dirs []string) {
	for _, dir := range dirs {
		for _, meant := range meanings(name) {
			if f.add(Source{Role: Named}, dir, meant) {
				return
			}
		}
	}
}

// meanings are what a name in a text may mean: $here/lib.sh is lib.sh somewhere, as is
// the /lib.sh that "${here}"/lib.sh leaves, and Node leaves .js away.
func meanings(name string) []string {
	if strings.HasPrefix(name, "$") {
		_, name, _ = strings.Cut(name, "/")
	}
	list := []string{name, name + ".js"}
	if rest := strings.TrimLeft(name, "/"); rest != name {
		list = append(list, rest)
	}
	return list
}

// same reports whether the same texts would run; whoever has read them means these (PO-6).
func same(a, b []Source) bool {
	return slices.EqualFunc(a, b, func(a, b Source) bool {
		return a.Role == b.Role && a.Path == b.Path && a.Word == b.Word && a.By == b.By && a.Text.Digest() == b.Text.Digest()
	})
}

package advice

import (
	"path"
	"strings"

	"lily/core/answer"
)

// aside are files that nobody needs to name: they are for people, for tools, or found by what lies beside them.
var aside = []string{
	"license", "licence", "copying", "notice", "readme", "changelog", "contributing", "security", "authors", "version",
	"package", "package-lock", "tsconfig", "requirements", "pyproject", "makefile", "dockerfile", "gemfile", "cargo", "go",
	"__init__", "conftest", "setup", "_meta", "plugin", "skill", "metadata", "manifest", "marketplace",
}

// The bounds of a skill whose files are searched for names: each file for the name of each other one.
const (
	mostFiles = 300
	mostBytes = 4 << 20
)

// unnamed tells of files that no text of the skill names, neither by their name nor by a folder that they are in.
func (l *look) unnamed() {
	var list []string
	for at := range l.Files.Walk() {
		if at != main && l.Files.Files() <= mostFiles && !l.passed(at) {
			list = append(list, at)
		}
	}
	if len(list) == 0 {
		return
	}
	all, whole := l.words()
	if !whole {
		return
	}
	for _, at := range list {
		stem := strings.ToLower(strings.TrimSuffix(path.Base(at), path.Ext(at)))
		if stem == "" || l.said(all, at, stem) {
			continue
		}
		l.find("file_unnamed", main, 1, 1, "Nothing in the skill names %s, so that no agent will look for it.", answer.Short(at))
	}
}

// passed reports whether a file is none that a text would name.
func (l *look) passed(at string) bool {
	name := strings.ToLower(path.Base(at))
	for part := range strings.SplitSeq(strings.ToLower(at), "/") {
		if strings.HasPrefix(part, ".") || part == "node_modules" || part == "__pycache__" || strings.HasPrefix(part, "test") || part == "evals" || part == "agents" {
			return true
		}
	}
	for _, one := range aside {
		if rest, ok := strings.CutPrefix(name, one); ok && (rest == "" || strings.ContainsAny(rest[:1], ".-_")) {
			return true
		}
	}
	for dir := path.Dir(at); dir != "."; dir = path.Dir(dir) {
		if l.has(path.Join(dir, main)) { // the file of another skill
			return true
		}
	}
	return strings.Contains(name, "test") || strings.HasSuffix(name, ".lock")
}

// words are all texts of the skill by their paths. What was not read might name anything.
func (l *look) words() (all map[string]string, whole bool) {
	all = map[string]string{}
	if l.Files.Files() > mostFiles || l.Files.Bytes() > mostBytes {
		return nil, false
	}
	for at := range l.Files.Walk() {
		if !speaks[strings.ToLower(path.Ext(at))] {
			continue
		}
		text := l.file(at)
		if text == "" && !strings.HasSuffix(at, "__init__.py") {
			return nil, false
		}
		all[at] = strings.ToLower(text)
	}
	return all, true
}

// speaks are the kinds of files that name others.
var speaks = map[string]bool{
	".md": true, ".txt": true, ".py": true, ".sh": true, ".bash": true, ".js": true, ".mjs": true, ".cjs": true, ".ts": true, ".tsx": true, ".jsx": true,
	".json": true, ".yaml": true, ".yml": true, ".toml": true, ".rb": true, ".pl": true, ".go": true, ".rs": true, ".html": true, ".css": true,
	".ps1": true, ".php": true, ".lua": true, ".r": true, ".mdx": true, ".csv": true, ".xml": true, ".ipynb": true, ".swift": true, ".kt": true, ".java": true,
}

// said reports whether another text names a file, or the folder that it is in.
func (l *look) said(all map[string]string, at, stem string) bool {
	dirs := []string{}
	for dir := path.Dir(at); dir != "."; dir = path.Dir(dir) {
		dirs = append(dirs, strings.ToLower(path.Base(dir)))
	}
	loose := strings.NewReplacer("_", " ", "-", " ").Replace(stem)
	for from, text := range all {
		if from != at && (strings.Contains(text, stem) || strings.Contains(text, loose)) {
			return true
		}
		for _, dir := range dirs {
			if from != at && sweeps(text, dir) {
				return true
			}
		}
	}
	return false
}

// sweeps reports whether a text speaks of a folder as a whole, and not only of single files in it.
func sweeps(text, dir string) bool {
	odd := strings.ContainsAny(dir, "-_") // no word that a text has by chance
	for rest := text; ; {
		at := strings.Index(rest, dir)
		if at < 0 {
			return false
		}
		open := at > 0 && strings.IndexByte("`/\"'", rest[at-1]) >= 0
		rest = rest[at+len(dir):]
		next, slash := strings.CutPrefix(rest, "/")
		ends := next == "" || strings.ContainsAny(next[:1], " `*\"')<{[.,:;$%|\n\r")
		if ends && (odd || open || slash || strings.HasPrefix(next, " folder") || strings.HasPrefix(next, " director")) {
			return true
		}
	}
}

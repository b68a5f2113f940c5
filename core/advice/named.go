package advice

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lily/core/answer"
)

// usual are the folders that the standard gives a skill.
var usual = []string{"scripts", "references", "assets"}

// bases are what texts write for the skill's own folder.
var bases = []string{"{baseDir}/", "${CLAUDE_SKILL_DIR}/", "$CLAUDE_SKILL_DIR/", "${SKILL_DIR}/", "$SKILL_DIR/", "{{SKILL_DIR}}/", "<skill-dir>/", "./"}

// mention is a file as a text names it.
type mention struct {
	span
	path   string // in the skill's folder
	direct bool   // it is started by its own name
	by     string // the interpreter that it is given to
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// named tells of files that are named and not there.
func (l *look) named() {
	there, folders, told := l.byFold(), l.folders(), map[string]bool{}
	for _, m := range l.names {
		if told[m.path] || m.path == "." || folders[m.path] || l.has(m.path) {
			continue
		}
		if real, ok := there[strings.ToLower(m.path)]; ok {
			told[m.path] = true
			f := l.spot("file_case", m.span, "The text names %s, and the file is %s: where capitals count it is not found.", answer.Short(m.path), answer.Short(real))
			l.replace(f, m, real)
			continue
		}
		if l.certain(m, folders) {
			told[m.path] = true
			l.spot("file_missing", m.span, "The text names %s, and the skill has no such file.", answer.Short(m.path))
		}
	}
}

func (l *look) has(at string) bool {
	_, ok := l.Files.File(at)
	return ok
}

func (l *look) byFold() map[string]string {
	all := map[string]string{}
	for at := range l.Files.Walk() {
		all[strings.ToLower(at)] = at
	}
	return all
}

// certain reports whether a file that is not there is one that the skill means to have.
func (l *look) certain(m mention, folders map[string]bool) bool {
	if !extended(m.path) || placeholder(m.path) {
		return false
	}
	first, _, deep := strings.Cut(m.path, "/")
	switch m.kind {
	case link:
		return !strings.ContainsAny(m.path, "{}<>$*[]|") && !l.example(m)
	case code, prose:
		return deep && (slices.Contains(usual, first) || folders[first]) && !l.example(m)
	}
	return deep && (m.direct || m.by != "") && folders[first] && !l.example(m)
}

// mentions are all files that a text names by a relative path. After a command of a block went to another folder, its paths are
// that folder's.
func mentions(spans []span) (list []mention) {
	gone, last := false, span{}
	for _, s := range spans {
		if s.kind != shell || s.line != last.line+1 || last.kind != shell {
			gone = false
		}
		last = s
		switch {
		case s.kind == link:
			if at, ok := linked(s.text); ok {
				list = append(list, mention{span: s, path: at})
			}
		case s.kind == shell && (gone || leaves(s.text)):
			gone = true
		case (s.kind == code || s.kind == shell) && strings.Contains(s.text, "/"):
			list = append(list, words(s)...)
		}
	}
	return list
}

// leaves reports whether a command goes to another folder.
func leaves(line string) bool {
	for _, word := range []string{"cd", "pushd", "git clone", "ssh", "docker", "kubectl exec"} {
		if strings.Contains(line, word) {
			return elsewhere.MatchString(line)
		}
	}
	return false
}

var elsewhere = regexp.MustCompile(`(^|[\s;&|(])(cd|pushd|git clone|ssh|docker|kubectl exec)\s`)

// linked is the file of the skill that a link leads to, if it is one.
func linked(to string) (string, bool) {
	to, _, _ = strings.Cut(to, "#")
	to, _, _ = strings.Cut(to, "?")
	if to == "" || scheme.MatchString(to) || strings.ContainsAny(to[:1], "/~$@{") {
		return "", false
	}
	if plain, err := url.PathUnescape(to); err == nil {
		to = plain
	}
	return inside(to)
}

func inside(at string) (string, bool) {
	at = path.Clean(at)
	return at, at != ".." && !strings.HasPrefix(at, "../") && !strings.HasPrefix(at, "/")
}

// interpreters start a script that is given to them.
var interpreters = []string{"python", "python3", "bash", "sh", "zsh", "node", "bun", "deno", "tsx", "ruby", "perl", "uv", "source", ".", "php", "Rscript", "pwsh"}

// words are the files among the words of a command, or a span of code that is one path.
func words(s span) (list []mention) {
	for part := range commands(s) {
		by, first := "", true
		for _, w := range part {
			bare, based := w.text, false
			for _, base := range bases {
				if rest, ok := strings.CutPrefix(bare, base); ok {
					bare, based = rest, true
					break
				}
			}
			if at, ok := inside(bare); ok && (strings.Contains(bare, "/") || based) && isPath(bare) {
				list = append(list, mention{span: w, path: at, by: by, direct: first && by == ""})
			}
			if slices.Contains(interpreters, bare) {
				by = bare
			} else if !strings.HasPrefix(bare, "-") && bare != "run" {
				by = ""
			}
			first = false
		}
	}
	return list
}

// Named is a place of SKILL.md at which it names a file of the skill by a relative path, whether that is there or not.
type Named struct {
	Path              string
	Line, Column, End int // 1-based, in code points; End is the column after it
}

// Files lists the files that a SKILL.md names, in its text from a line on.
func Files(text string, body int) (list []Named) {
	for _, m := range read(text, body).names {
		list = append(list, Named{m.path, m.line, m.column, m.column + utf8.RuneCountInString(m.text)})
	}
	return list
}

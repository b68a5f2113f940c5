package skill

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lily/core/argv"
	"lily/core/glob"
)

// Shell is the tool that runs one program.
const Shell = "shell"

// usual maps the names that skills in the wild give tools to Lily's (PO-3).
var usual = map[string]string{
	"read": "read", "view": "read", "notebookread": "read",
	"write": "write", "create": "write",
	"edit": "edit", "multiedit": "edit", "notebookedit": "edit", "str_replace": "edit",
	"glob": "find", "find": "find",
	"grep": "grep", "search": "grep",
	"ls": "list", "list": "list",
	"bash": Shell, "shell": Shell, "terminal": Shell,
}

// pathed are the tools that take the path of a file or a folder.
var pathed = []string{"read", "write", "edit", "list", "find", "grep"}

// Hint is one entry of allowed-tools, as it is held to (PO-3).
//
//	Bash             any words
//	Bash(git:*)      words that begin with git; Bash(git *) is the same
//	Bash(npm test)   just these words
//	Read             any file
//	Read(docs/**)    files below docs, of the workspace or of the skill's folder
//	Read(/user/x/*)  files of that folder, from the top of the tree
//
// (*) is any words, or any path.
type Hint struct {
	Tool  string   // Lily's name for it
	Any   bool     // no pattern narrows it
	Words []string // of a command
	Open  bool     // others may follow the words
	glob  glob.Pattern
	top   bool // the pattern begins at the top of the tree
}

// ToolName is Lily's name for a tool as a skill writes it: what stands in
// parentheses is left out, and a name of another agent is translated.
func ToolName(hint string) string {
	name, _, _ := strings.Cut(hint, "(")
	name = strings.TrimSpace(name)
	if to, ok := usual[strings.ToLower(name)]; ok {
		return to
	}
	return name
}

// ReadHint reads one entry of allowed-tools. The error says why it cannot be held to;
// then it allows nothing.
func ReadHint(text string) (Hint, error) {
	h := Hint{Tool: ToolName(text)}
	_, inside, narrow := strings.Cut(text, "(")
	inside, closed := strings.CutSuffix(strings.TrimSpace(inside), ")")
	inside = strings.TrimSpace(inside)
	switch {
	case !narrow:
		h.Any = true
		return h, nil
	case !closed:
		return h, errors.New("it does not end with its parenthesis")
	case strings.Contains(inside, ")("):
		return h, errors.New("it has two parentheses; write each with its tool")
	case h.Tool == Shell:
		return h, h.words(inside)
	case !slices.Contains(pathed, h.Tool):
		return h, fmt.Errorf("only %s and the tools that take paths (%s) can be held to a pattern", Shell, strings.Join(pathed, ", "))
	}
	return h, h.path(inside)
}

func (h *Hint) words(text string) (err error) {
	text, h.Open = strings.CutSuffix(text, ":*")
	if before, star := strings.CutSuffix(" "+text, " *"); star && !h.Open {
		text, h.Open = before, true
	}
	if len(text) > argv.MaxCommand {
		return fmt.Errorf("its words have %d bytes, want at most %d", len(text), argv.MaxCommand)
	}
	if h.Words, err = argv.Split(text); err != nil {
		return fmt.Errorf("its words cannot be split: %w", err)
	}
	if len(h.Words) == 0 && !h.Open {
		return errors.New("it names no words")
	}
	return nil
}

// tops are the folders at the top of the tree (VF-1).
var tops = []string{"bundled", "user", "workspace", "persona"}

func (h *Hint) path(text string) (err error) {
	if h.Any = text == "*"; h.Any {
		return nil
	}
	if fault := notPath(text); fault != "" {
		return errors.New(fault)
	}
	rest := strings.TrimLeft(text, "/")
	h.top = rest != text
	rest = strings.TrimPrefix(rest, "./")
	if first, _, _ := strings.Cut(rest, "/"); h.top && !slices.Contains(tops, first) {
		return fmt.Errorf("the files here have no folder /%s; a path of the workspace is written without the slash", first)
	}
	if strings.HasSuffix(rest, "/") {
		rest += "**"
	}
	if h.glob, err = glob.Parse(rest); err != nil {
		return fmt.Errorf("its path cannot be read: %w", err)
	}
	return nil
}

// notPath says why what stands in parentheses is no pattern for paths, if so.
func notPath(text string) string {
	switch {
	case text == "":
		return "it names no path"
	case strings.HasPrefix(text, "~"):
		return "there is no home folder here"
	case strings.HasPrefix(text, "!"):
		return "a pattern says what is allowed, not what is not"
	case slices.Contains(strings.Split(text, "/"), ".."):
		return "a path here goes up by no .. segment"
	case strings.HasSuffix(text, ":*"):
		return "words of a command are no path"
	case strings.ContainsAny(text, "\\\"'$()"):
		return "a path here has no quotes, no parentheses, no backslash and no $"
	case commaOutside(text):
		return "it lists several; write each with its tool"
	}
	return ""
}

// commaOutside reports a comma that stands outside of braces.
func commaOutside(text string) bool {
	depth := 0
	return strings.ContainsFunc(text, func(r rune) bool {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		return r == ',' && depth <= 0
	})
}

// Path reports whether the tool may use a file, by its path in the tree; folder is
// the skill's. A relative pattern is one of the workspace and of that folder (CV-5).
func (h Hint) Path(file, folder string) bool {
	return h.Any || slices.ContainsFunc(h.bases(folder), func(base string) bool {
		rest, ok := strings.CutPrefix(file, base)
		return ok && h.glob.Match(rest)
	})
}

// Below reports whether a path below dir may be one that [Hint.Path] allows.
func (h Hint) Below(dir, folder string) bool {
	return h.Any || dir == "." || slices.ContainsFunc(h.bases(folder), func(base string) bool {
		rest, ok := strings.CutPrefix(dir+"/", base)
		return strings.HasPrefix(base, dir+"/") || ok && h.glob.Below(strings.TrimSuffix(rest, "/"))
	})
}

// bases are the folders that the pattern begins in, each with its slash.
func (h Hint) bases(folder string) []string {
	if h.top {
		return []string{""}
	}
	return []string{"workspace/", strings.TrimPrefix(folder, "/") + "/"}
}

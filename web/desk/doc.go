// Package desk is which documents are open and where: tabs in one group or two, the list
// beside them, and the sizes of all.
//
// It promises that a document has one address and an address one document, that each is open
// once, and that no stored or foreign text makes a desk that cannot be shown. It knows no
// document from inside, and touches no browser.
//
//	d, err := desk.Parse("#skill/workspace/skills/haiku")
//	err = k.Open(d)
package desk

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"lily/core/tree"
)

// Doc names a document: what kind it is, and of what. Some kinds are of nothing more.
type Doc struct{ Kind, Of string }

// The kinds that the frame itself has to know.
const (
	Conversation = "conversation" // of a session
	Recording    = "recording"    // of a recording that is open
	Skill        = "skill"        // of a candidate's path, without the / at its beginning
	File         = "file"         // of a path of the tree
	Import       = "import"       // that waits for a yes
)

// kinds are all there are, each with what it must be of.
var kinds = map[string]func(of string) bool{
	"start": nothing, Conversation: name, Skill: path, File: path, Import: nothing, "compare": anything, "matrix": agents,
	"trace": nothing, Recording: name, "snapshot": nothing, "profile": nothing, "policy": nothing, "persona": nothing,
}

func nothing(of string) bool  { return of == "" }
func agents(of string) bool   { return of == "" || of == "agents" }
func anything(of string) bool { return len(of) <= tree.MaxPath }
func name(of string) bool     { return of != "" && len(of) <= 100 && !strings.Contains(of, "/") }
func path(of string) bool     { return tree.Check(of) == nil }

// Is reports whether there can be such a document at all.
func (d Doc) Is() bool {
	fits, ok := kinds[d.Kind]
	return ok && fits(d.Of) && utf8.ValidString(d.Of) && !strings.ContainsFunc(d.Of, unicode.IsControl)
}

// Talks reports a document that shows a session, of which one is shown at a time.
func (d Doc) Talks() bool { return d.Kind == Conversation || d.Kind == Recording }

// String is the address: `#skill/workspace/skills/haiku`.
func (d Doc) String() string {
	if d.Of == "" {
		return "#" + d.Kind
	}
	return "#" + d.Kind + "/" + strings.ReplaceAll(url.PathEscape(d.Of), "%2F", "/")
}

// ErrAddress says that nothing can be at an address.
var ErrAddress = errors.New("the address names no document of Lily’s")

// longest is the length of the longest address: of a path whose every byte is escaped.
const longest = 32 + 3*tree.MaxPath

// Parse reads an address, which anyone may have written.
func Parse(address string) (Doc, error) {
	text, ok := strings.CutPrefix(address, "#")
	if !ok || len(text) > longest {
		return Doc{}, ErrAddress
	}
	kind, of, _ := strings.Cut(text, "/")
	of, err := url.PathUnescape(of)
	if kind == "trace" && (of == "events" || of == "context") { // documents that the trace has taken in
		of = ""
	}
	if d := (Doc{kind, of}); err == nil && d.Is() {
		return d, nil
	}
	return Doc{}, ErrAddress
}

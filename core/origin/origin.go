// Package origin keeps where files came from, other than from the person (PO-5).
//
// A file that the person wrote, or brought along in a folder, has no [Origin]. Others have one:
// what came out of an archive, and what a request wrote. [Places] are those of a world, each
// for a file or for a folder with all that is below it. The package promises that an origin
// stays with its place whatever is written there, until someone clears it by name, and that of
// two origins of one place the foreign one stays. It judges no skill: that is the loader's.
package origin

import (
	"strings"

	"lily/core/answer"
)

// Origin is where bytes came from.
type Origin struct {
	Foreign bool   `json:"foreign,omitempty"` // they may be an archive's, so nothing of them runs unasked
	Archive string `json:"archive,omitempty"` // that they came out of; empty where nobody knows its name
	Tool    string `json:"tool,omitempty"`    // that wrote them for a request; empty for none
	Skill   string `json:"skill,omitempty"`   // whose request it was; empty for none
	Session string `json:"session,omitempty"` // of the request
	Saw     string `json:"saw,omitempty"`     // the archive, or the foreign file, that lay before the program that wrote them
}

// Marked is the origin of what is known to be not trusted, and nothing more.
var Marked = Origin{Foreign: true}

// Of is the origin of what came out of an archive.
func Of(archive string) Origin { return Origin{Foreign: true, Archive: archive} }

// String is a full sentence about the file or the skill, which it calls it.
func (o Origin) String() string {
	switch {
	case o.Tool == "" && o.Archive == "":
		return "It came out of an archive."
	case o.Tool == "":
		return "It came out of " + answer.Line(o.Archive) + "."
	}
	said := "The tool " + answer.Line(o.Tool) + " wrote to it in the session " + answer.Line(o.Session)
	switch {
	case o.Skill != "":
		said += ", for the skill " + answer.Line(o.Skill)
	default:
		said += ", for no skill"
	}
	switch {
	case o.Saw != "":
		said += ", where " + answer.Line(o.Saw) + " lay before it"
	case o.Foreign:
		said += ", where a skill was used that is not trusted"
	}
	return said + "."
}

// join is what is known of a place of which both are: what is foreign stays foreign, and the
// later one counts else.
func (o Origin) join(later Origin) Origin {
	if o.Foreign && (!later.Foreign || later == Marked) {
		return o
	}
	return later
}

// within reports whether a path is a folder's, or the folder itself.
func within(path, folder string) bool {
	return strings.HasPrefix(path, folder) && (len(path) == len(folder) || path[len(folder)] == '/')
}

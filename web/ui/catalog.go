package ui

import (
	"lily/core/prompt"
)

// stood says how an entry stands, with what the model gets of a summary that is cut.
func stood(e prompt.Entry) string {
	switch {
	case e.Listing == prompt.Listed:
		return "listed whole"
	case e.Listing == prompt.Shortened && e.Summary != "":
		return "cut to “" + e.Summary + "” " + e.Why
	case e.Listing == prompt.Shortened:
		return "without its summary: " + e.Why
	}
	return string(e.Listing) + ": " + e.Why
}

// costs is the word of an entry that the budget cost something, for a list; else nothing.
func costs(e prompt.Entry) string {
	switch e.Listing {
	case prompt.Shortened:
		return "cut in the catalog"
	case prompt.Dropped:
		return "not in the catalog"
	}
	return ""
}

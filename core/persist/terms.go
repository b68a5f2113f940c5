package persist

import (
	"errors"
	"strings"

	"lily/core/store"
)

// Terms is what people call the store and those who share it.
type Terms struct {
	Other string // another program that has the same store open
	Full  string // a sentence: there is no room
	Newer string // a sentence: a newer program's store
	Gone  string // the beginning of a sentence: nothing can be stored
}

// InBrowser are the terms of a page.
func InBrowser() Terms {
	return Terms{
		Other: "another tab",
		Full:  "The browser's storage is full: what changes now is not stored, unless you make room.",
		Newer: "A newer Lily has kept its work in this browser, which this one is too old to read. Nothing of it is deleted or changed: " +
			"start that version again to have it. Until then this page stores nothing.",
		Gone: "This page can store nothing",
	}
}

// why says why all is in memory only after a commit ended as it did; a conflict says nothing of that.
func (t Terms) why(before string, err error) string {
	switch {
	case err == nil:
		return ""
	case conflict(err):
		return before
	case errors.Is(err, store.ErrFull):
		return t.Full
	case errors.Is(err, store.ErrNewer):
		return t.Newer
	case errors.Is(err, store.ErrGone):
		return t.Gone + reason(err) + "."
	}
	return "What changes now could not be stored: " + err.Error() + "."
}

// reason is why a store is not there, after a colon, where that is known.
func reason(err error) string {
	_, why, known := strings.Cut(strings.TrimSuffix(err.Error(), "."), store.ErrGone.Error()+": ")
	if !known {
		return ""
	}
	return ": " + why
}

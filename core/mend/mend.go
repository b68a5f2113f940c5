// Package mend says what is wrong with a frontmatter that cannot be read, and proposes
// fixes that were tried before they are offered (SK-9).
//
// It promises that a fix keeps every letter, key, value and comment that the author
// wrote, and that nothing new is wrong once it is made. Where that is in doubt it
// proposes none. It changes no file: a person applies a fix.
//
//	d := frontmatter.Read("---\ndescription: Use: now\n---\n") // d.Outcome is Invalid
//	mend.Repair(d) // the fault has the fix that puts quotes around the value
package mend

import "lily/core/frontmatter"

type mender struct {
	*frontmatter.Doc
	again func(text string) *frontmatter.Doc // of a proof
	grave func(code string) bool
	cut   []block
}

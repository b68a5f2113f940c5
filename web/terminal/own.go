package terminal

import (
	"lily/core/command"
)

// own answers a word of the terminal's own, which the engine is never told of.
func (f *Face) own(text string) bool {
	line, ok := command.Parse(text)
	if !ok {
		return false
	}
	switch {
	case line.Name == "quit" && line.Args == "":
		f.left = errLeft
		return true
	}
	return false
}

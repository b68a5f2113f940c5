package main

import (
	"path/filepath"
	"regexp"
)

// remarks are comments of a style sheet, and lines of a script that are nothing else. They are for who reads the
// sources, and 5 KB of the first load.
var remarks = map[string]*regexp.Regexp{
	".css": regexp.MustCompile(`(?s)/\*.*?\*/\s*`),
	".js":  regexp.MustCompile(`(?m)^[ \t]*//.*\n`),
}

// unremarked is a source of Lily's own without its remarks.
func unremarked(name string, data []byte) []byte {
	if remark, ok := remarks[filepath.Ext(name)]; ok {
		return remark.ReplaceAll(data, nil)
	}
	return data
}

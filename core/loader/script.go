package loader

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"lily/core/tree"
)

// IsScript reports whether a file is one that a program runs, by its name or by its first bytes. One that cannot
// be read may be.
func IsScript(at string, f tree.Blob) bool {
	ends := strings.Fields(".sh .bash .zsh .js .mjs .cjs .ts .py .rb .pl .php .lua .awk .sed .jq .mk")
	if name := path.Base(at); slices.Contains(ends, strings.ToLower(path.Ext(name))) || strings.EqualFold(name, "makefile") {
		return true
	}
	data, err := f.Bytes()
	return err != nil || bytes.HasPrefix(data, []byte("#!"))
}

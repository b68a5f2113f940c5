package agents

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// Said is what a reader of YAML holds against a text, as one sentence: on one line, and printable.
func Said(what string, err error) string {
	why := strings.TrimPrefix(OneLine(err), "yaml: ")
	return what + ": " + strings.TrimSuffix(strings.Join(strings.Fields(why), " "), ".") + "."
}

// LineOf is the line of the file that the value of a key stands on, where the frontmatter has so many lines above it; the
// first of the frontmatter without the key.
func LineOf(n *yaml.Node, key string, above int) int {
	if v := Get(n, key); v != nil {
		return v.Line + above
	}
	return max(1, above)
}

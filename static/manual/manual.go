// Package manual holds Lily's manual: pages of Markdown, and the order in which they are read.
//
// It promises that every page that index.txt names is there, as NAME.md. What a topic is
// and how one is found, core/help says; here the pages are content. `lily help` reads
// them out of the binary, and web/pack packs them for the page.
package manual

import "embed"

//go:embed index.txt *.md
var files embed.FS

// Files returns the pages and their index.
func Files() embed.FS { return files }

// Package static holds the page's plain sources and, once `make build` has packed them, what the server sends.
//
// It promises that [Dist] is the packed page or an empty folder: the sources beside it are never served.
//
//	m, err := server.ReadManifest(static.Dist())
package static

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var packed embed.FS

// Dist is the packed page (see web/pack). In a binary built without it, it holds no manifest.json.
func Dist() fs.FS {
	sub, _ := fs.Sub(packed, "dist") // fails for a path that is not valid only
	return sub
}

package main

import (
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"

	"lily/web/server"
)

// The version names the release, the commit and Go's version, and no time.
func TestVersion(t *testing.T) {
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	clean, dirty := debug.BuildSetting{Key: "vcs.modified", Value: "false"}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for _, tt := range []struct {
		version  string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", []debug.BuildSetting{revision, clean}, "lily v1.2.3, commit 0123456789ab, go1.26.0"},
		{"v1.2.3+dirty", []debug.BuildSetting{revision, dirty}, "lily v1.2.3, commit 0123456789ab, modified, go1.26.0"},
		{"v1.2.3", nil, "lily v1.2.3, go1.26.0"}, // by go install
		{"v0.0.0-20261122054816-26eb432abcde", nil, "lily devel, commit 26eb432abcde, go1.26.0"},
		{"v0.0.0-20261122054816-0123456789ab+dirty", []debug.BuildSetting{revision, dirty}, "lily devel, commit 0123456789ab, modified, go1.26.0"},
		{"v1.2.4-0.20261122054816-26eb432abcde", nil, "lily devel, commit 26eb432abcde, go1.26.0"},
		{"v1.3.0-rc.1", nil, "lily v1.3.0-rc.1, go1.26.0"},
		{"(devel)", nil, "lily devel, go1.26.0"},
		{"", nil, "lily devel, go1.26.0"},
	} {
		info := debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: tt.version}, Settings: tt.settings}
		if got := describe(&info); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.version, got, tt.want)
		}
	}
	code, out, _ := lily(t, "", "--version")
	if _, want, _ := lily(t, "", "version"); code != exitWell || out != want || !strings.HasPrefix(out, version()+"\npage: ") {
		t.Errorf("got %d, %q, want %q", code, out, want)
	}
}

// What stands in for packages of Go is told with the version.
func TestPageBuilt(t *testing.T) {
	for manifest, want := range map[string]string{
		`{}`:                                     "page: built in a way that is not known",
		`{"build":"go1.26.8, without net/http"}`: "page: go1.26.8, without net/http",
		``:                                       "page: not built",
	} {
		page := fstest.MapFS{}
		if manifest != "" {
			page[server.ManifestName] = &fstest.MapFile{Data: []byte(manifest)}
		}
		if got := pageBuilt(page); got != want {
			t.Errorf("%s: got %q, want %q", manifest, got, want)
		}
	}
}

package main

import (
	"cmp"
	"context"
	_ "embed" // for NOTICE
	"flag"
	"io"
	"io/fs"
	"regexp"
	"runtime/debug"
	"strings"

	"lily/static"
	"lily/web/server"
)

func versionCommand() subcommand {
	return subcommand{
		name: "version", summary: "print the version, the commit, and the version of Go",
		more: `A second line says how the page's engine was built: by which Go, and which packages of
Go's own library something of Lily's stands in for.`,
		examples: []string{"lily version", "lily version --licenses"},
		declare: func(f *flag.FlagSet) action {
			licenses := f.Bool("licenses", false, "print the licences of all that is in the command and on the page")
			return func(_ context.Context, t terminal, _ []string) error {
				text := version() + "\n" + pageBuilt(static.Dist()) + "\n"
				if *licenses {
					text = notice
				}
				_, err := io.WriteString(t.out, text)
				return err
			}
		},
	}
}

//go:embed NOTICE
var notice string

// pageBuilt says how the engine of the packed page was built.
func pageBuilt(page fs.FS) string {
	m, err := server.ReadManifest(page)
	switch {
	case err != nil:
		return "page: not built"
	case m.Build == "":
		return "page: built in a way that is not known"
	}
	return "page: " + m.Build
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "lily devel"
	}
	return describe(info)
}

// pseudo ends the version of a commit without a tag. It holds a time, which says nothing that the commit does not.
var pseudo = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})$`)

// describe is the version, the commit, where it is known, a mark where it was changed, and Go's version.
func describe(info *debug.BuildInfo) string {
	release, modified := strings.CutSuffix(info.Main.Version, "+dirty")
	commit := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case "vcs.modified":
			modified = modified || s.Value == "true"
		}
	}
	if m := pseudo.FindStringSubmatch(release); m != nil {
		release, commit = "", m[1]
	}
	words := []string{"lily " + cmp.Or(strings.Trim(release, "()"), "devel")}
	if commit != "" {
		words = append(words, "commit "+commit)
	}
	if modified {
		words = append(words, "modified")
	}
	return strings.Join(append(words, info.GoVersion), ", ")
}

package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
)

func versionCommand() subcommand {
	return subcommand{
		name: "version", summary: "print the version, the commit, and the version of Go",
		declare: func(*flag.FlagSet) action {
			return func(_ context.Context, t terminal, _ []string) error {
				_, err := fmt.Fprintln(t.out, version())
				return err
			}
		},
	}
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

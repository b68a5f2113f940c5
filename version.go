package main

import (
	"context"
	"flag"
	"fmt"
	"runtime/debug"
)

func versionCommand() subcommand {
	return subcommand{
		name: "version", summary: "print the version",
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
	if !ok || info.Main.Version == "" {
		return "lily (devel)"
	}
	return "lily " + info.Main.Version + " " + info.GoVersion
}

package main

import (
	"context"
	"flag"
	"io"
	"maps"
	"slices"
	"strings"

	"lily/core/agents/all"
	"lily/core/format"
	"lily/core/skill"
	"lily/core/world"
	"lily/web/complete"
	"lily/web/lint"
	"lily/web/whatif"
)

func completionCommand() subcommand {
	return subcommand{
		name: "completion", args: "SHELL", summary: "print what a shell needs to complete commands, flags and values", most: 1,
		more:     `The shell is bash, zsh or fish. The manual has the line that your shell reads when it starts.`,
		examples: []string{"lily completion bash", "lily completion fish"},
		words:    complete.Shells(),
		declare: func(*flag.FlagSet) action {
			return func(_ context.Context, t terminal, args []string) error {
				if len(args) == 0 {
					return wrong("completion wants a shell: %s", strings.Join(complete.Shells(), ", "))
				}
				text, ok := complete.For(args[0], completed())
				if !ok {
					return wrong("there is no completion for %q; there is one for %s", args[0], strings.Join(complete.Shells(), ", "))
				}
				_, err := io.WriteString(t.out, text)
				return err
			}
		},
	}
}

// completed are all commands with their flags, as a shell completes them.
func completed() (list []complete.Command) {
	for _, c := range subcommands() {
		one := complete.Command{Name: c.name, Summary: c.summary, Words: c.words}
		if c.name == "help" {
			for _, other := range subcommands() {
				one.Words = append(one.Words, other.name)
			}
			for _, p := range pages() {
				one.Words = append(one.Words, p.Name)
			}
		}
		f, _ := c.flags()
		f.VisitAll(func(f *flag.Flag) {
			arg, usage := flag.UnquoteUsage(f)
			one.Flags = append(one.Flags, complete.Flag{Name: dashes(f.Name), Usage: usage, Takes: arg != "", Values: valuesOf(c.name, f.Name)})
		})
		list = append(list, one)
	}
	return list
}

// valuesOf are what a flag may be; none where it is a path, or anything.
func valuesOf(command, name string) (list []string) {
	switch {
	case slices.Contains([]string{"for", "agent", "require", "catalog"}, name):
		return all.Names()
	case name == "as":
		return strings.Split(presetNames(), ", ")
	case name == "scan":
		return []string{string(world.Children), string(world.Deep)}
	case command == "diff" && name == "format":
		return []string{"text", "json", "markdown"}
	case command == "what-if" && name == "profile":
		return whatif.Names()
	case command == "check" && name == "format":
		return format.Names()
	case command == "check" && name == "min":
		return []string{string(skill.Error), string(skill.Warning), string(skill.Info)}
	case command == "check" && name == "rule":
		codes := lint.Codes()
		for _, code := range slices.Sorted(maps.Keys(codes)) {
			if !codes.Held(code) {
				list = append(list, code+"=off")
			}
		}
	}
	return list
}

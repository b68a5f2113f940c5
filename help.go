package main

import (
	"context"
	"flag"
	"fmt"
	"strings"
)

const exitCodes = `Exit codes:
  0  all is well
  1  there are findings of severity error, or the work failed
  2  the call was wrong
`

func helpCommand() subcommand {
	return subcommand{
		name: "help", args: "[TOPIC]", summary: "print what the commands are, or what the manual says of a topic", most: 1,
		more:     `A topic is a command, a page of the manual, a code, or another name that the manual explains.`,
		examples: []string{"lily help check", "lily help no_frontmatter", "lily help --search trust"},
		declare: func(f *flag.FlagSet) action {
			words := f.String("search", "", "list the entries of the manual that have all `WORDS`")
			return func(_ context.Context, t terminal, args []string) error { return explain(t, *words, args) }
		},
	}
}

// explain prints the flags of a command, a topic of the manual, or what a search finds.
func explain(t terminal, words string, args []string) error {
	if words != "" {
		return searched(t, words)
	}
	text := overview()
	if len(args) > 0 {
		c, err := find(args[0])
		if err != nil {
			return topic(t, args[0])
		}
		text = c.help()
	}
	_, err := fmt.Fprint(t.out, text)
	return err
}

// overview lists the commands.
func overview() string {
	var b strings.Builder
	b.WriteString("Lily decides which agent skills count, and says why the others do not.\n\n")
	b.WriteString("Usage: lily [COMMAND] [flags] [arguments]\n\nCommands:\n")
	for _, c := range subcommands() {
		fmt.Fprintf(&b, "  %-9s %s\n", c.name, c.summary)
	}
	b.WriteString("\nWithout a command lily serves. Flags may stand anywhere before a lone --.\n")
	b.WriteString("Run lily help COMMAND for the flags of a command.\n\nTopics of the manual, for lily help TOPIC:\n")
	b.WriteString(topics() + "\n" + exitCodes)
	return b.String()
}

// usage is the one line that says how a command is called.
func (c subcommand) usage() string {
	line := "Usage: lily " + c.name
	if len(c.flagLines()) > 0 {
		line += " [flags]"
	}
	if c.args != "" {
		line += " " + c.args
	}
	return line + "\n"
}

// help is all that there is to say of a command.
func (c subcommand) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "lily %s: %s\n\n%s", c.name, c.summary, c.usage())
	if c.more != "" {
		b.WriteString("\n" + c.more + "\n")
	}
	for _, list := range []struct {
		title string
		lines []string
	}{{"Flags", c.flagLines()}, {"Examples", c.examples}} {
		if len(list.lines) > 0 {
			fmt.Fprintf(&b, "\n%s:\n  %s\n", list.title, strings.Join(list.lines, "\n  "))
		}
	}
	b.WriteString("\n" + exitCodes)
	return b.String()
}

// flagLines are the flags of a command with what they mean, by name.
func (c subcommand) flagLines() (lines []string) {
	f, _ := c.flags()
	f.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		said := strings.TrimSpace(dashes(f.Name) + " " + arg)
		if f.DefValue != "" && f.DefValue != "false" {
			text += " (" + f.DefValue + ")"
		}
		lines = append(lines, fmt.Sprintf("%-17s %s", said, text))
	})
	return lines
}

// dashes is a flag's name as it is usually typed.
func dashes(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

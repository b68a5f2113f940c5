package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"lily/core/help"
	"lily/static/manual"
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
		if paged(c.name) {
			text += fmt.Sprintf("\nThe page of the manual: lily help %s.md\n", c.name)
		}
	}
	_, err := fmt.Fprint(t.out, text)
	return err
}

func overview() string {
	var b strings.Builder
	b.WriteString("Lily decides which agent skills count, and says why the others do not.\n\n")
	b.WriteString("Usage: lily [COMMAND] [flags] [arguments]\n\nCommands:\n")
	for _, c := range subcommands() {
		fmt.Fprintf(&b, "  %-9s %s\n", c.name, c.summary)
	}
	b.WriteString("\nWithout a command lily serves. Flags may stand anywhere before a lone --.\n")
	b.WriteString("Run lily help COMMAND for the flags of a command.\n\nTopics of the manual, for lily help TOPIC:\n")
	for _, p := range pages() {
		fmt.Fprintf(&b, "  %-14s %s\n", p.Name, p.Title)
	}
	b.WriteString("\n" + exitCodes)
	return b.String()
}

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

func dashes(name string) string { return strings.Repeat("-", min(len(name), 2)) + name }

func pages() help.Book {
	book, err := help.Read(manual.Files())
	if err != nil {
		panic(err) // the index and the pages are of the binary
	}
	return book
}

// paged reports whether the manual has a page of a name.
func paged(name string) bool {
	return slices.ContainsFunc(pages(), func(p help.Page) bool { return p.Name == name })
}

// topic prints what the manual says of a topic; one that is unknown is a wrong call.
func topic(t terminal, name string) error {
	book := pages()
	page, ok := strings.CutSuffix(name, ".md")
	if ok && paged(page) {
		name = page
	}
	found := book.Find(name)
	if len(found) == 0 {
		why := fmt.Sprintf("there is no command %q and no such topic", name)
		if near := book.Near(name); len(near) > 0 {
			why += "; did you mean " + strings.Join(near, ", ") + "?"
		}
		return &usageError{why, helpCommand().usage() + "Run lily help for the commands and the topics.\n"}
	}
	for i, e := range found {
		if i > 0 {
			fmt.Fprintln(t.out)
		}
		if e.Level > 1 {
			fmt.Fprintf(t.out, "In the page %s:\n\n", e.Page)
		}
		if _, err := fmt.Fprintln(t.out, strings.TrimSpace(e.Text)); err != nil {
			return err
		}
	}
	return nil
}

func searched(t terminal, words string) error {
	found := pages().Search(words)
	if len(found) == 0 {
		return fmt.Errorf("no entry of the manual has all of %q", words)
	}
	for _, e := range found {
		fmt.Fprintf(t.out, "%-14s %s\n", e.Page, e.Name)
	}
	return nil
}

package main

import (
	"fmt"
	"strings"

	"lily/core/help"
	"lily/static/manual"
)

// topic prints what the manual says of a topic; one that is unknown is a wrong call.
func topic(t terminal, name string) error {
	book, err := help.Read(manual.Files())
	if err != nil {
		return err
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

// searched lists the entries of the manual that have all of the words.
func searched(t terminal, words string) error {
	book, err := help.Read(manual.Files())
	if err != nil {
		return err
	}
	found := book.Search(words)
	if len(found) == 0 {
		return fmt.Errorf("no entry of the manual has all of %q", words)
	}
	for _, e := range found {
		fmt.Fprintf(t.out, "%-14s %s\n", e.Page, e.Name)
	}
	return nil
}

// topics lists the pages of the manual for the overview of the commands.
func topics() string {
	var b strings.Builder
	book, err := help.Read(manual.Files())
	if err != nil {
		panic(err) // the index and the pages are of the binary
	}
	for _, p := range book {
		fmt.Fprintf(&b, "  %-14s %s\n", p.Name, p.Title)
	}
	return b.String()
}

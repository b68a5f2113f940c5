package tool

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"lily/core/command"
	"lily/core/skill"
)

var wordCount = Tool{
	Name:    "word_count",
	Summary: "Count the lines, words, characters and bytes of a text.",
	Params:  []skill.Param{param("text", "string", "The text to count.")},
	Run: func(_ World, args command.Args) (Output, error) {
		s := text(args, "text")
		lines := strings.Count(s, "\n")
		if s != "" && !strings.HasSuffix(s, "\n") {
			lines++
		}
		return Output{Text: fmt.Sprintf("lines: %d\nwords: %d\ncharacters: %d\nbytes: %d",
			lines, len(strings.Fields(s)), utf8.RuneCountInString(s), len(s))}, nil
	},
}

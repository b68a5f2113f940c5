package guide

import (
	"path"
	"slices"
	"strings"
)

// unlinked is a text of the manual without its links to other places of the manual, and
// the topics that they lead to: the page shows these as buttons below the text.
func unlinked(text string) (plain string, topics []string) {
	var b strings.Builder
	for {
		mid := strings.Index(text, "](")
		if mid < 0 {
			break
		}
		open, end := strings.LastIndexByte(text[:mid], '['), strings.IndexByte(text[mid:], ')')
		if open < 0 || end < 0 {
			break
		}
		to := text[mid+2 : mid+end]
		topic := topicOf(to)
		if topic == "" {
			b.WriteString(text[:mid+end+1])
		} else {
			b.WriteString(text[:open] + text[open+1:mid])
			if !slices.Contains(topics, topic) {
				topics = append(topics, topic)
			}
		}
		text = text[mid+end+1:]
	}
	return b.String() + text, topics
}

// topicOf is the topic of a link within the manual; empty for any other.
func topicOf(to string) string {
	page, anchor, _ := strings.Cut(to, "#")
	switch {
	case strings.Contains(page, "/") || page != "" && path.Ext(page) != ".md":
		return ""
	case anchor != "":
		return anchor
	}
	return strings.TrimSuffix(page, ".md")
}

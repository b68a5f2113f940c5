package skill

import (
	"strings"

	"lily/core/frontmatter"
)

// Fresh is the text of a new SKILL.md in a format, to be gone on with: its name, its description on one line, and what
// the format asks for besides. Where name and description are what the format allows, nothing is found in it (SK-8).
func Fresh(format Format, name, description string) string {
	description = strings.Join(strings.Fields(description), " ")
	var b strings.Builder
	b.WriteString(frontmatter.Fence + "\n")
	if format == Lily {
		b.WriteString("summary: " + frontmatter.Quote(description) + "\n")
	} else {
		b.WriteString("name: " + name + "\ndescription: " + frontmatter.Quote(description) + "\n")
	}
	if format == Tools {
		b.WriteString("version: 0.1.0\nread_only: true\nnetwork: false\n")
	}
	b.WriteString(frontmatter.Fence + "\n\n# " + title(name) + "\n\n")
	if format == Tools {
		b.WriteString(freshTool)
	} else {
		b.WriteString(freshText)
	}
	return b.String()
}

const freshText = `Begin with what is there when the work is done.

1. Say what to look at first.
2. Say what to do, one step a line.
3. Say when to stop, and when to ask.
`

const freshTool = `Say what the tools are for.

### count_lines

Count the lines of a file.

#### Parameters

| Name | Type | Required | Description |
|------|------|----------|-------------|
| file | string | yes | The file, relative to /workspace. |

#### Command

` + "```bash\nwc -l -- {{file}}\n```\n"

// title is a name as a heading: tidy-notes is Tidy notes.
func title(name string) string {
	words := strings.NewReplacer("-", " ", "_", " ").Replace(name)
	if words == "" {
		return words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

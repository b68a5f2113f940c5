package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"lily/core/advice"
	"lily/core/answer"
	"lily/core/frontmatter"
	"lily/core/skill"
	"lily/core/tool"
	"lily/web/disk"
)

// item is a completion.
type item struct {
	Label    string         `json:"label"`
	Kind     int            `json:"kind"`
	Detail   string         `json:"detail,omitempty"`
	Text     string         `json:"insertText,omitempty"`
	Document map[string]any `json:"documentation,omitempty"`
}

// The kinds of completions that are used.
const (
	property = 10
	value    = 12
	snippet  = 15
	fileKind = 17
)

func short(s string) string { return answer.Short(answer.Line(s)) }

// completion offers what can stand at a place: a format, a key, a value, a file.
func (s *Server) completion(p placed) (any, *wrong) {
	d, at, fault := s.at(p)
	if fault != nil {
		return nil, fault
	}
	if !d.isSkill() {
		return []item{}, nil
	}
	begin := strings.LastIndexAny(d.text[:at], "\r\n") + 1
	before := d.text[begin:at]
	list := []item{}
	switch doc := frontmatter.Read(d.text); {
	case strings.TrimSpace(d.text) == "" || strings.TrimSpace(d.text) == "---":
		list = formats(d)
	case doc.Outcome == frontmatter.None:
		list = s.files(d, before)
	case doc.Outcome != frontmatter.Unclosed && at > doc.Head.To:
		list = s.files(d, before)
	case begin > 0:
		list = s.head(d, begin, before)
	}
	return list, nil
}

// formats are the three kinds of a skill, each as a beginning.
func formats(d *document) []item {
	name := filepath.Base(filepath.Dir(d.path))
	list := []item{
		{Label: "agentskills", Detail: "a skill of the Agent Skills standard", Text: "---\nname: " + name + "\ndescription: What it does. Use when …\n---\n\n"},
		{Label: "lily", Detail: "a skill of Lily's own format", Text: "---\nsummary: What it does. Use when …\n---\n\n"},
		{
			Label: "tools", Detail: "a skill that brings tools along",
			Text: "---\nname: " + name + "\nversion: 1.0.0\ndescription: What it does.\nmodes: [Global]\n---\n\n### tool_name\n\nWhat the tool does.\n\n" +
				"#### Parameters\n\n| Name | Type | Required | Description |\n|---|---|---|---|\n| text | string | yes | What it is |\n\n#### Command\n\n```\necho {{text}}\n```\n",
		},
	}
	for i := range list {
		list[i].Kind = snippet
		if strings.HasPrefix(strings.TrimSpace(d.text), "---") {
			list[i].Text = strings.TrimPrefix(list[i].Text, "---\n")
		}
	}
	return list
}

// head offers keys at the beginning of a line, and values behind a key or in its list.
func (s *Server) head(d *document, begin int, before string) []item {
	key, rest, isKey := strings.Cut(before, ":")
	switch {
	case isKey && strings.TrimSpace(key) == strings.TrimLeft(key, " -"):
		return values(d, strings.TrimSpace(key), rest)
	case strings.HasPrefix(strings.TrimLeft(before, " "), "-"):
		return values(d, parent(d.text[:begin]), before)
	case strings.HasPrefix(before, " "):
		return nested(parent(d.text[:begin]))
	}
	return s.keys(d)
}

// parent is the key that the line after a text belongs to.
func parent(text string) string {
	found := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for _, line := range slices.Backward(found) {
		if line != "" && !strings.ContainsAny(line[:1], " -#\t\r") {
			key, _, _ := strings.Cut(line, ":")
			return key
		}
	}
	return ""
}

// keys offers those that the frontmatter has not yet.
func (s *Server) keys(d *document) (list []item) {
	written := map[string]bool{}
	doc := frontmatter.Read(d.text)
	for _, line := range frontmatter.Lines(d.text, doc.Head.From, doc.Head.To) { // also of one that cannot be read as YAML now
		key, _, _ := strings.Cut(line, ":")
		written[key] = true
	}
	for _, group := range []struct {
		keys   []string
		detail string
	}{
		{frontmatter.StandardKeys, "Agent Skills standard"},
		{[]string{frontmatter.NoModel, frontmatter.NoPerson}, "Claude Code, VS Code and Lily"},
		{frontmatter.LilyKeys, "Lily"},
		{slices.Concat(frontmatter.ToolKeys, frontmatter.ToolMarks), "tools format"},
		{skill.VendorKeys(), ""},
	} {
		for _, key := range group.keys {
			detail := group.detail
			if detail == "" {
				detail = skill.Vendors(key) + " only"
			}
			if !written[key] {
				list = append(list, item{Label: key, Kind: property, Detail: detail, Text: key + ": "})
			}
		}
	}
	return list
}

// booleans are the keys that say yes or no.
var booleans = []string{frontmatter.NoModel, frontmatter.NoPerson, "read_only", "always_ask", "network"}

// values offers what a key can have.
func values(d *document, key, rest string) (list []item) {
	add := func(detail string, labels ...string) {
		for _, label := range labels {
			if !slices.ContainsFunc(list, func(i item) bool { return i.Label == label }) {
				list = append(list, item{Label: label, Kind: value, Detail: detail})
			}
		}
	}
	switch {
	case slices.Contains(booleans, key):
		add("", "true", "false")
	case key == "name":
		add("the folder's name", filepath.Base(filepath.Dir(d.path)))
	case key == "allowed-tools":
		for agent, names := range advice.ToolsOf() {
			add(agent, names...)
		}
	case key == "requires_tools" || key == "command_tool":
		add("a tool of Lily's", tool.Builtin().Names()...)
	case key == "invocation_mode":
		add("", string(skill.PromptRewrite), string(skill.ToolDispatch))
	case key == "modes":
		add("a mode of the profile", "Global", "Dev", "Meeting")
	case key == "os":
		add("", "linux", "macos", "windows")
	case key == "license":
		add("", "MIT", "Apache-2.0", "BSD-3-Clause", "MPL-2.0", "CC-BY-4.0", "Proprietary")
	case key == "context":
		add("Claude Code", "fork")
	case key == "effort":
		add("Claude Code", "low", "medium", "high", "xhigh", "max")
	case key == "shell":
		add("Claude Code", "bash", "powershell")
	case key == "command-dispatch":
		add("OpenClaw", "tool")
	}
	for i := range list {
		if strings.HasSuffix(rest, ":") || rest == "" && !strings.Contains(rest, " ") {
			list[i].Text = " " + list[i].Label
		}
	}
	return list
}

// nested offers the keys below one.
func nested(key string) (list []item) {
	of := map[string][]string{
		"eligibility": {"os", "env", "binaries"},
		"metadata":    {"lily.model", "lily.context", "lily.tool_defaults", "author", "version"},
	}
	for _, name := range of[key] {
		list = append(list, item{Label: name, Kind: property, Detail: "below " + key, Text: name + ": "})
	}
	return list
}

// mostFiles bounds how many files are offered.
const mostFiles = 200

// files offers the skill's files where a path begins: after ]( or in code marks.
func (s *Server) files(d *document, before string) (list []item) {
	open := max(strings.LastIndex(before, "](")+1, strings.LastIndexByte(before, '`'))
	if open <= 0 && !strings.HasPrefix(before, "`") || strings.Count(before, "`")%2 == 0 && !strings.Contains(before[max(open-1, 0):], "](") {
		return []item{}
	}
	list = []item{}
	for _, at := range beside(filepath.Dir(d.path), mostFiles) {
		list = append(list, item{Label: at, Kind: fileKind})
	}
	return list
}

// beside lists the files of a skill's folder, SKILL.md aside, by their paths in it.
func beside(dir string, most int) (list []string) {
	from, err := disk.Open(dir)
	if err != nil {
		return nil
	}
	defer from.Close()
	var walk func(at string)
	walk = func(at string) {
		for _, e := range entries(from, at) {
			rel := strings.TrimPrefix(at+"/"+e.Name(), "./")
			switch {
			case len(list) >= most || strings.HasPrefix(e.Name(), ".") || e.Name() == "node_modules":
			case e.IsDir():
				walk(rel)
			case rel != "SKILL.md" && e.Type().IsRegular():
				list = append(list, rel)
			}
		}
	}
	walk(".")
	return list
}

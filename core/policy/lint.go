package policy

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"lily/core/answer"
	"lily/core/conf"
	"lily/core/near"
	"lily/core/skill"
)

// Names are all that a policy can name: what there is, whether it can be used or not. The lists need not be sorted.
type Names struct {
	Tools    []string // that Lily has
	Own      []string // of skills, by their full names
	Short    []string // of skills, by the names that the skills give them
	Commands []string // built-in ones
	Aliases  []string
	Skills   []string
}

// With is both together.
func (n Names) With(m Names) Names {
	return Names{
		slices.Concat(n.Tools, m.Tools), slices.Concat(n.Own, m.Own), slices.Concat(n.Short, m.Short),
		slices.Concat(n.Commands, m.Commands), slices.Concat(n.Aliases, m.Aliases), slices.Concat(n.Skills, m.Skills),
	}
}

// kind is what the entries of a list name.
type kind struct {
	key, what string
	names     func(Names) []string
}

var kinds = []kind{
	{"allow", "tool", func(n Names) []string { return slices.Concat(n.Tools, n.Own) }},
	{"deny", "tool", tools},
	{"owner_only.commands", "command", func(n Names) []string { return slices.Concat(n.Commands, n.Aliases, n.Skills, n.Own) }},
	{"owner_only.tools", "tool", tools},
	{"disabled", "skill", func(n Names) []string { return n.Skills }},
}

func tools(n Names) []string { return slices.Concat(n.Tools, n.Own, n.Short) }

// Unknown lists the entries of a policy that name nothing, each a warning with its place in the file (PO-4): a rule
// with a wrong name holds nothing, however it looks. there is asked once, and only where the policy names anything.
func Unknown(file string, data []byte, there func() Names) []skill.Finding {
	list, names := []skill.Finding{}, sync.OnceValue(there)
	d := conf.Read(file, data)
	owner := d.Doc("owner_only")
	for _, k := range kinds {
		doc, key := d, k.key
		if below, ok := strings.CutPrefix(k.key, "owner_only."); ok {
			doc, key = owner, below
		}
		items, _ := doc.Items(key)
		for _, item := range items {
			if !item.Text || item.Value == "*" && k.key != "disabled" {
				continue
			}
			if message := k.unknown(item.Value, names()); message != "" {
				list = append(list, skill.Finding{
					Code: "names_nothing", Severity: skill.Warning, File: file, Line: item.Line, Column: item.Column, Clause: "PO-4", Message: message,
				})
			}
		}
	}
	skill.Sort(list)
	return list
}

// unknown says that an entry names nothing, and what it may have meant; it is empty where it names something.
func (k kind) unknown(entry string, n Names) string {
	known, name := k.names(n), entry
	if k.what == "command" {
		name = plain(entry)
	}
	if slices.Contains(known, name) {
		return ""
	}
	message := fmt.Sprintf("%s: there is no %s %q, so that this rule holds nothing.", k.key, k.what, answer.Cut(entry, shownPattern))
	if also := k.elsewhere(entry, n); also != "" {
		return message + " " + also
	}
	if near := nearest(name, known); near != "" {
		message += fmt.Sprintf(" Is %s meant?", near)
	}
	return message
}

// elsewhere says where a name belongs that is one of another kind.
func (k kind) elsewhere(entry string, n Names) string {
	name := plain(entry)
	switch {
	case k.key == "allow" && slices.Contains(n.Short, name):
		return "A skill's tool is allowed by its full name" + full(name, n.Own) + "."
	case k.what == "command" && slices.Contains(tools(n), name):
		return "It is a tool: owner_only.tools keeps it for the owner."
	case k.what == "tool" && slices.Contains(slices.Concat(n.Commands, n.Aliases, n.Skills), name):
		return "It is a command: owner_only.commands keeps one for the owner, and disabled switches a skill off."
	case k.what == "skill" && slices.Contains(n.Aliases, name):
		return "It is a skill's command: skills are disabled by their names."
	}
	return ""
}

// full lists the full names of the skills' tools that have a short one, where they can be told.
func full(short string, own []string) string {
	list := slices.DeleteFunc(slices.Clone(own), func(name string) bool { return !strings.HasSuffix(name, "__"+short) })
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return ", " + strings.Join(list[:min(len(list), shownPatterns)], ", ")
}

// nearest is the name that a person may have meant by another one: what that is for other agents, the same letters in
// another case, or a name that differs by a letter or two. It is empty where nothing is near.
func nearest(meant string, names []string) string {
	if name := skill.ToolName(strings.TrimSpace(meant)); slices.Contains(names, name) {
		return name
	}
	best, least := "", 1+min(2, len(meant)/2)
	for _, name := range slices.Sorted(slices.Values(names)) {
		if d := near.Distance(strings.ToLower(strings.TrimSpace(meant)), strings.ToLower(name), least); d < least {
			best, least = name, d
		}
	}
	return best
}

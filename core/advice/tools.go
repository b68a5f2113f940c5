package advice

import (
	_ "embed"
	"iter"
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/near"
)

//go:embed tools.txt
var toolTable string

// agentTools are the names of tools of all agents that are known, as [plain] writes them, with the first spelling.
var agentTools = func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(toolTable) {
		_, names, ok := strings.Cut(line, ": ")
		for name := range strings.FieldsSeq(names) {
			if ok && all[plain(name)] == "" {
				all[plain(name)] = name
			}
		}
	}
	return all
}()

// mostTools bounds how many tools are told of: each is looked for in the text.
const mostTools = 100

// tools tells of entries of allowed-tools whose tool no known agent has. One of a server, or with a namespace, may be anything.
func (l *look) tools() {
	told := map[string]bool{}
	for _, entry := range l.Allowed {
		name, _, _ := strings.Cut(entry, "(")
		name = strings.Trim(name, `"'[]-`)
		if name == "" || told[name] || len(told) == mostTools || open(name) || agentTools[plain(name)] != "" {
			continue
		}
		told[name] = true
		at := l.place("allowed-tools", name)
		why := ""
		if guess := nearest(name); guess != "" {
			why = "; " + guess + " is one"
		}
		l.spot("tool_nowhere", at, "No agent that Lily knows has a tool %s, which allowed-tools names%s.", answer.Short(name), why)
	}
}

// open reports whether a name is one that servers and plugins make up.
func open(name string) bool {
	return strings.ContainsAny(name, "*/:.@$") || strings.Contains(name, "__") || strings.HasPrefix(plain(name), "mcp") || strings.HasPrefix(plain(name), "browser") ||
		strings.Contains(strings.ToLower(name), "mcp")
}

func nearest(name string) string {
	keys := []string{}
	for k := range agentTools {
		if len(k) > 3 && near.Distance(plain(name), k, 3) < 3 && near.Distance(plain(name), k, 3) <= len(k)/4 {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return ""
	}
	return agentTools[slices.Min(keys)]
}

// place is where a word stands in the value of a key, or the key itself.
func (l *look) place(key, word string) span {
	for i, f := range l.Fields {
		if f.Key != key {
			continue
		}
		end := l.BodyLine - 1
		if i+1 < len(l.Fields) {
			end = l.Fields[i+1].Line - 1
		}
		for n := f.Line; n <= min(end, len(l.lines)); n++ {
			line := l.lines[n-1]
			if at := strings.Index(line, word); at >= 0 {
				return span{line: n, column: 1, text: line}.from(at)
			}
		}
		return span{line: f.Line, column: 1}
	}
	return span{line: 1, column: 1}
}

// ToolsOf lists the tools of each agent that is known, an agent at a time.
func ToolsOf() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for line := range strings.Lines(toolTable) {
			agent, names, ok := strings.Cut(line, ": ")
			if ok && !yield(agent, strings.Fields(names)) {
				return
			}
		}
	}
}

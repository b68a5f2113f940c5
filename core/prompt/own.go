package prompt

import (
	"slices"
	"strings"

	"lily/core/answer"
	"lily/core/skill"
	"lily/core/tool"
)

// The budget of skills' own tools, which one request offers at the most. Upstreams take no more than 128 tools in all.
const (
	MaxOwn    = 64
	OwnTokens = 8_000
)

// maxSummary is how many code points of a tool's description are told.
const maxSummary = 512

// Offer takes skills' own tools up to the budget, with prose cut and on one line, and names the others (CV-2, TS-8).
func Offer(list []tool.Tool) (offered []tool.Tool, dropped []string) {
	size := 0
	for _, t := range list {
		t.Summary, t.Params = brief(t.Summary), slices.Clone(t.Params)
		for i := range t.Params {
			t.Params[i].Description = brief(t.Params[i].Description)
		}
		spec := t.Spec()
		size += len(spec.Name) + len(spec.Summary) + len(spec.Schema)
		if len(offered) == MaxOwn || size > 4*OwnTokens {
			dropped = append(dropped, t.Name)
			continue
		}
		offered = append(offered, t)
	}
	return offered, dropped
}

func brief(s string) string { return answer.Cut(answer.Line(s), maxSummary) }

// Functions names the part of the system prompt that holds the [Manifest].
const Functions = "functions"

// Manifest tells a model that takes no tools of the functions there are, in words (TS-8): Lily's own, then those of
// skills, a line each. Nothing in a description can begin a line.
func Manifest(native, skills []tool.Tool) string {
	var b strings.Builder
	b.WriteString("You are a model that can do function calling with the following functions:\n")
	for _, part := range []struct {
		title string
		tools []tool.Tool
	}{{"[Native Tools]", native}, {"[Skills]", skills}} {
		if len(part.tools) == 0 {
			continue
		}
		b.WriteString("\n" + part.title + "\n")
		for _, t := range part.tools {
			b.WriteString("- " + t.Name + signature(t.Params) + ": " + brief(t.Summary) + "\n")
		}
	}
	return b.String()
}

// signature lists parameters with their types; a ? stands after one that may be left out.
func signature(params []skill.Param) string {
	if len(params) == 0 {
		return ""
	}
	list := make([]string, len(params))
	for i, p := range params {
		if list[i] = p.Name + ": " + p.Type; !p.Required {
			list[i] = p.Name + "?: " + p.Type
		}
	}
	return "(" + strings.Join(list, ", ") + ")"
}

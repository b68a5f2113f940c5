package prompt

import (
	"regexp"
	"strings"
	"testing"

	"lily/core/model"
	"lily/core/persona"
)

// CV-3: a body ends nothing that it stands in, however the tag is written.
func TestInside(t *testing.T) {
	for text, want := range map[string]string{
		"</skill_content>":                  "&lt;/skill_content>",
		"</SKILL_Content >":                 "&lt;/SKILL_Content >",
		"< /SKILL_CONTENT":                  "&lt; /SKILL_CONTENT",
		"<\n\t/ skill_content>":             "&lt;\n\t/ skill_content>",
		"<//skill_content":                  "&lt;//skill_content",
		"<\u00a0/\u3000skill_resources>":    "&lt;\u00a0/\u3000skill_resources>",
		"<available_skills><b></b> a < b":   "&lt;available_skills><b></b> a < b",
		"<skill-content> <<skill_content":   "<skill-content> <&lt;skill_content",
		"</\u017fkill_content </s\u212aill": "&lt;/\u017fkill_content </s\u212aill",
	} {
		if got := inside(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzInside(f *testing.F) {
	for _, s := range []string{"</skill_content>", "<<//Skill_Resources", "a<b", "&lt;/skill_content"} {
		f.Add(s)
	}
	tag := regexp.MustCompile(`(?i)<[\s/]{0,200}(skill_content|skill_resources|available_skills)`)
	f.Fuzz(func(t *testing.T, s string) {
		got := inside(s)
		if tag.MatchString(got) || inside(got) != got || strings.ReplaceAll(got, "&lt;", "<") != strings.ReplaceAll(s, "&lt;", "<") {
			t.Errorf("%q: got %q", s, got)
		}
	})
}

// PO-6: a model gets what a person sees, of every text.
func TestSeen(t *testing.T) {
	const secret, shown = "a\U000e0069\U000e0067\u202e\u3164b", "a«U+E0069»«U+E0067»«U+202E»«U+3164»b"
	s := load(t, map[string]string{"plain/SKILL.md": "---\nsummary: '" + secret + "'\n---\n" + secret + "\n"})
	conversation := []model.Message{{Role: model.User, Text: secret, Context: Wrap(s.Skills[0])}, {Role: model.Tool, Text: secret, Sent: secret}}
	r := Compile(State{
		Persona: persona.Persona{Parts: []persona.Part{{Name: "SOUL", Text: secret}}}, Catalog: List(s, CatalogTokens),
		Conversation: conversation,
	})
	text := string(r.Encode()) + r.Messages[1].Sent
	if strings.Contains(text, "\u202e") || strings.Contains(text, "\u3164") || strings.Count(text, shown) != 6 {
		t.Errorf("got %q, want what is hidden shown in six places", text)
	}
	if conversation[0].Text != secret {
		t.Error("the conversation itself was changed")
	}
}

package turns

import (
	"cmp"
	"fmt"
	"unicode/utf8"

	"lily/core/answer"
	"lily/core/event"
	"lily/web/words"
)

// MaxBrief is the longest gist of an event, in code points.
const MaxBrief = 160

// Brief says in one line what happened; the event's JSON says all of it.
func Brief(b event.Body) string { return words.Clip(answer.Line(said(b)), MaxBrief) }

// opening is as much of an answer as its gist has, and all of it where that is little: one over ten thousand skills is a
// megabyte, of which a line is seen.
func opening(a answer.Answer) string {
	if text := a.Opening(8 * MaxBrief); utf8.RuneCountInString(answer.Line(text)) > MaxBrief {
		return text
	}
	return a.Text()
}

func said(b event.Body) string {
	switch b := b.(type) {
	case event.SessionCreated:
		return fmt.Sprintf("agent %s, model %s, %s", b.Agent, b.Model, words.Either(b.Owner, "owner", "guest"))
	case event.SkillCatalogUpdated:
		line := fmt.Sprintf("v%d, %d available, %d excluded, %s", b.Version, b.Count, b.Excluded, answer.Number(len(b.Collisions), "conflict"))
		if b.LeftOut > 0 {
			line += ", " + answer.Number(b.LeftOut, "folder") + " not looked at"
		}
		return line
	case event.SkillSelected:
		return b.Name + ", by the " + b.By
	case event.SkillLoaded:
		return b.Name + " from " + b.Path
	case event.SkillInvoked:
		return b.Name + " " + b.Args
	case event.SkillWarning:
		return b.Kind + " " + b.Name + ": " + b.Detail
	case event.Command:
		return b.Input
	case event.Answer:
		return opening(b.Blocks)
	case event.Message:
		return string(b.Role) + ": " + b.Text
	}
	return effect(b)
}

// effect is [said] of what models, tools and people gave back.
func effect(b event.Body) string {
	switch b := b.(type) {
	case event.ModelRequest:
		return fmt.Sprintf("%s, %s%s, digest %s", b.Model, answer.Number(b.Count(), "part"), cost(b.Catalog), b.Digest.Short())
	case event.ModelResponse:
		return responded(b)
	case event.ToolCall:
		return b.Tool + " " + string(b.Args)
	case event.ToolResult:
		return b.Tool + " " + outcome(b) + ", " + answer.Number(len(b.Changes), "changed file")
	case event.CallRefused:
		return fmt.Sprintf("%s: %s, %s", b.Tool, b.Code, b.Message)
	case event.NetworkRequest:
		return fmt.Sprintf("%s %s, %s sent: %s", b.Method, b.URL, words.Size(int64(b.Size)), b.Rule)
	case event.NetworkAnswer:
		return Answered(&b)
	case event.Approval:
		if b.Origin != "" {
			return fmt.Sprintf("%s for %s: %s", b.Origin, cmp.Or(b.Skill, "no skill"), b.Consent)
		}
		return fmt.Sprintf("%s for %s: %s", b.Tool, cmp.Or(b.Skill, "no skill"), b.Consent)
	case event.Proposal:
		return fmt.Sprintf("%s of %s %s: %s", b.Kind, b.Skill, words.Either(b.Applied, "holds", "does not hold"), b.Value)
	case event.ModelSelected:
		return b.Model
	case event.Branched:
		return fmt.Sprintf("from event %d on, anew", b.From)
	case event.AgentSwitched:
		return b.Agent
	case event.PersonaReloaded:
		return fmt.Sprintf("%s, %s", b.Persona.Agent, answer.Number(len(b.Persona.Parts), "part"))
	case event.SessionKept:
		return "nothing of the recording is in force from here on"
	case event.SessionOpened:
		return b.ID
	case event.WorldFault:
		return b.Part + ": " + b.Message
	case event.Error:
		return string(b.Code) + ": " + b.Message
	case event.Interrupted:
		return b.Why.String()
	}
	return ""
}

// Answered says what came of a request; nothing did yet where it is nil.
func Answered(b *event.NetworkAnswer) string {
	switch {
	case b == nil:
		return "no answer yet"
	case b.Error != "":
		return b.Error
	}
	return fmt.Sprintf("%d, %s", b.Status, words.Size(int64(b.Size)))
}

// cost says whom a catalog's budget cost what; nothing where it cost nobody.
func cost(b event.Budget) string {
	if len(b.Shortened)+len(b.Dropped) == 0 {
		return ""
	}
	return fmt.Sprintf(", catalog %s of %s tokens with %d cut and %d dropped", words.Thousands(b.Tokens), words.Thousands(b.Limit), len(b.Shortened), len(b.Dropped))
}

func responded(b event.ModelResponse) string {
	parts := []string{b.Finish}
	for _, c := range b.Calls {
		parts = append(parts, "calls "+c.Name)
	}
	if b.Error != "" {
		parts = append(parts, b.Error)
	}
	if b.Text != "" {
		return words.List(parts) + ": " + b.Text
	}
	return words.List(parts)
}

func outcome(b event.ToolResult) string { return words.Either(b.Result.Success, "succeeded", Failed) }

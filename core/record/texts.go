package record

import (
	"lily/core/event"
	"lily/core/persona"
)

// holes are the texts that a body holds and its line leaves out.
func holes(body event.Body) (texts []string, least, most int) {
	switch b := body.(type) {
	case event.SessionCreated:
		return partsOf(b.Persona)
	case event.AgentSwitched:
		return partsOf(b.Persona)
	case event.PersonaReloaded:
		return partsOf(b.Persona)
	case event.Message:
		return one(b.Context)
	case event.SkillLoaded:
		return one(b.Content)
	}
	return nil, 0, 0
}

func one(text string) ([]string, int, int) {
	if text == "" {
		return nil, 0, 1
	}
	return []string{text}, 0, 1
}

func partsOf(p persona.Persona) (texts []string, least, most int) {
	for _, part := range p.Parts {
		texts = append(texts, part.Text)
	}
	return texts, len(texts), len(texts)
}

// fill returns a body with its texts in their places; there are as many as holes
// says. The body's own lists are written to.
func fill(body event.Body, texts []string) event.Body {
	switch b := body.(type) {
	case event.SessionCreated:
		parts(b.Persona, texts)
	case event.AgentSwitched:
		parts(b.Persona, texts)
	case event.PersonaReloaded:
		parts(b.Persona, texts)
	case event.Message:
		b.Context = first(texts)
		return b
	case event.SkillLoaded:
		b.Content = first(texts)
		return b
	}
	return body
}

func parts(p persona.Persona, texts []string) {
	for i, text := range texts {
		p.Parts[i].Text = text
	}
}

func first(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}

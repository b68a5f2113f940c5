package record

import (
	"lily/core/event"
	"lily/core/persona"
)

// holes are the texts that a body holds and its line leaves out. They are filled in place,
// and with gives the body that has them then. Where there may be none instead of an empty
// one, the hole is optional.
func holes(body event.Body) (texts []*string, optional bool, with func() event.Body) {
	switch b := body.(type) {
	case event.SessionCreated:
		texts = partsOf(b.Persona)
	case event.AgentSwitched:
		texts = partsOf(b.Persona)
	case event.PersonaReloaded:
		texts = partsOf(b.Persona)
	case event.Message:
		return []*string{&b.Context}, true, func() event.Body { return b }
	case event.SkillLoaded:
		return []*string{&b.Content}, true, func() event.Body { return b }
	}
	return texts, false, func() event.Body { return body }
}

func partsOf(p persona.Persona) (texts []*string) {
	for i := range p.Parts {
		texts = append(texts, &p.Parts[i].Text)
	}
	return texts
}

package settle

import (
	"slices"
	"strings"

	"lily/core/event"
)

// Told recognizes an event that settled a turn before there was [event.Interrupted]: such a
// turn was ended by the events of [session.Open.Ends] themselves, which say why in the very
// sentence of the reason. It is empty for any other event. Logs keep their lines, so that
// those events stay what they are; only who asks what was recorded by a turn itself, and
// what by settling it, needs to know.
func Told(body event.Body) event.Why {
	said := ""
	switch b := body.(type) {
	case event.ModelResponse:
		said = b.Error
	case event.ToolResult:
		said = b.Result.Error
	case event.CallRefused:
		said = b.Message
	case event.Error:
		said = b.Message
	}
	for _, why := range []event.Why{event.Closed, event.Midway} {
		sentence := why.String()
		if slices.Contains([]string{strings.TrimSuffix(sentence, "."), why.Call(), "Error: " + sentence}, said) {
			return why
		}
	}
	return ""
}

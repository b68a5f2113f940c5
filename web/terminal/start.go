package terminal

import (
	"fmt"

	"lily/core/answer"
	"lily/web/terminal/row"
)

// start says in one line what a conversation begins with.
func (f *Face) start() {
	s, _ := f.engine.State(f.id)
	skills := answer.Number(len(s.Snapshot.Skills), "skill")
	if out := len(s.Snapshot.Candidates) - len(s.Snapshot.Skills); out > 0 {
		skills += fmt.Sprintf(" and %d that cannot be used", out)
	}
	f.screen.say(row.Faint, "model %s · %s · %s · /help", s.Model, skills, f.Begins)
	f.clashes()
}

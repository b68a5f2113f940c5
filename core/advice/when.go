package advice

import (
	"strings"
	"unicode"

	"lily/core/skill"
)

// moment are the words by which a description says when a skill is for.
var moment = lexiconOf(`when* use uses used useful using usage trigger* invok* activat* call load apply applies if before after during while until once
	every each+time ask* request* need* want* require* mention* say says scenario scenarios case cases situation situations designed+for suit* intended not+for aimed+at
	perfect+for ideal+for best+for great+for good+for prefer run must should
	for+any for+all for+every for+task for+tasks for+work for+project for+projects for+team for+teams for+user for+users for+people for+anyone
	for+developer for+developers help+you help+user help+users help+with helps+you helps+user helps+users helps+with
	helping+you helping+user helping+users helping+with`)

// when tells of a description that does not say when to use the skill. Of one that is not English nobody can tell here.
func (l *look) when() {
	about := strings.TrimSpace(l.Description)
	if l.Format == skill.Tools || l.PersonOnly || len(about) < 2 || foreign(about) || moment.speaks(about) {
		return
	}
	for _, f := range l.Fields {
		if f.Key == "when_to_use" || f.Key == "triggers" || plain(f.Key) == "whentouse" {
			return
		}
		if f.Key == "description" {
			defer l.spot("no_when", span{line: f.Line, column: 1},
				"The description says what the skill does and not when to use it, by which a model selects it.")
		}
	}
}

// foreign reports whether a text is not written in English letters.
func foreign(s string) bool {
	letters, others := 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
			if r > unicode.MaxASCII {
				others++
			}
		}
	}
	return others*20 > letters || letters == 0
}

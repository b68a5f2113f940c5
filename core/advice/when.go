package advice

import (
	"regexp"
	"strings"
	"unicode"

	"lily/core/skill"
)

// moment are the words by which a description says when a skill is for.
var moment = regexp.MustCompile(`(?i)\b(when\w*|use|uses|used|useful|using|usage|trigger\w*|invok\w*|activat\w*|call|load|apply|applies|if|before|after|during|while|until|once|every|each time|` +
	`ask\w*|request\w*|need\w*|want\w*|require\w*|mention\w*|says?|for (any|all|every|tasks?|work|projects?|teams?|users?|people|anyone|developers?)|scenarios?|cases?|situations?|perfect for|ideal for|best for|great for|good for|designed for|suit\w*|intended|not for|aimed at|prefer|run|must|should|say|help(s|ing)? (you|users?|with))\b`)

// when tells of a description that does not say when to use the skill. Of one that is not English nobody can tell here.
func (l *look) when() {
	about := strings.TrimSpace(l.Description)
	if l.Format == skill.Tools || l.PersonOnly || len(about) < 2 || foreign(about) || moment.MatchString(about) {
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

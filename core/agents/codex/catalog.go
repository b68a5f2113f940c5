package codex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lily/core/agents"
	"lily/core/order"
)

// room is what the list may cost: tokens of four bytes, or characters.
type room struct {
	most   int
	tokens bool
}

// widest is the largest window of the models that Codex starts with.
const widest = 872_000

func budget(window int) room {
	if window <= 0 {
		return room{8_000, false}
	}
	return room{max(1, min(window, widest)*2/100), true}
}

func (r room) cost(chars, bytes int) int {
	if r.tokens {
		return (bytes + 3) / 4
	}
	return chars
}

func (r room) of(text string) int { return r.cost(utf8.RuneCountInString(text), len(text)) }

// line is a skill in the list.
type line struct {
	*skill
	about  []rune
	at     string
	extra  []int // what so many characters of the description cost
	given  int   // how many of them there are
	absent bool
}

func (l *line) String() string {
	if l.given == 0 {
		return "- " + l.Name + ": (file: " + l.at + ")"
	}
	return "- " + l.Name + ": " + string(l.about[:l.given]) + " (file: " + l.at + ")"
}

// page is a list with its places, if they are shortened.
type page struct {
	lines  []*line
	places []string
	room   room
}

// catalog tells the model of the skills, and says in their cells what it does not tell.
func catalog(list []*skill, r room) string {
	told := slices.DeleteFunc(slices.Clone(list), func(k *skill) bool { return !k.implicit })
	for _, k := range list {
		if !k.implicit {
			k.Shown = ""
			k.End(agents.Dropped, "implicit", "agents/openai.yaml says allow_implicit_invocation: false.", 0)
		}
	}
	if len(told) == 0 {
		return ""
	}
	p := plain(told, r)
	if q, ok := aliased(told, r); ok && q.better(p) {
		p = q
	}
	for _, l := range p.lines {
		l.tell(len(list))
	}
	return "<skills_instructions>" + p.body() + "</skills_instructions>"
}

// tell says in a skill's cell what the model sees of it.
func (l *line) tell(all int) {
	l.Shown = string(l.about[:l.given])
	switch {
	case l.absent:
		l.Shown = ""
		l.End(agents.Dropped, "left_out", "Names and paths of "+strconv.Itoa(all)+" skills do not fit.", 0)
	case l.given < len(l.about):
		l.End(agents.Cut, "shared", fmt.Sprintf("The model sees %d of %d characters of its description.", l.given, len(l.about)), 0)
	case l.Shown != l.Text:
		l.End(agents.Cut, "long", "The model sees the first 1,021 characters of its description.", 0)
	}
}

func plain(list []*skill, r room) page {
	p := page{room: r}
	for _, k := range list {
		p.lines = append(p.lines, &line{skill: k, about: shortened(k.Text), at: k.at})
	}
	p.share(r.most)
	return p
}

// aliased is the page with its places shortened, unless their table alone is too much.
func aliased(list []*skill, r room) (page, bool) {
	p := page{room: r}
	names, byRoot := map[int]string{}, slices.Clone(list)
	order.StableFunc(byRoot, func(a, b *skill) int { return a.root - b.root })
	for _, k := range byRoot {
		if names[k.root] == "" {
			names[k.root] = "r" + strconv.Itoa(len(names))
			p.places = append(p.places, "- `"+names[k.root]+"` = `"+k.place+"`")
		}
	}
	for _, k := range list {
		p.lines = append(p.lines, &line{skill: k, about: shortened(k.Text), at: names[k.root] + strings.TrimPrefix(k.at, k.place)})
	}
	if p.table() >= r.most {
		return p, false
	}
	p.share(r.most - p.table())
	return p, true
}

// shortened is a description with at most 1,024 characters.
func shortened(s string) []rune {
	text := []rune(s)
	if len(text) > 1024 {
		return append(slices.Clip(text[:1021]), []rune("...")...)
	}
	return text
}

// share deals the room out: to all, or to names and paths and then to a character each in turn, or to who fits.
func (p page) share(most int) {
	full, least := 0, 0
	for _, l := range p.lines {
		least += l.weigh(p.room)
		full += l.extra[len(l.about)] + l.extra[0]
	}
	left := most - least
	switch {
	case full <= most:
		for _, l := range p.lines {
			l.given = len(l.about)
		}
	case left >= 0:
		deal(p.lines, left)
	default:
		used := 0
		for _, l := range p.lines {
			if l.absent = used+l.extra[0] > most; !l.absent {
				used += l.extra[0]
			}
		}
	}
}

// weigh returns the cost of the line without its description. What a part of the description costs beside is kept,
// and that cost itself as what nothing of it costs.
func (l *line) weigh(r room) int {
	bare := l.String()
	chars, bytes := utf8.RuneCountInString(bare)+1, len(bare)+1
	least := r.cost(chars, bytes)
	l.extra = make([]int, len(l.about)+1)
	l.extra[0] = least
	for i, c := range l.about {
		chars, bytes = chars+1, bytes+utf8.RuneLen(c)
		l.extra[i+1] = r.cost(chars+1, bytes+1) - least
	}
	return least
}

// deal gives each description a character in turn, as long as one can be paid.
func deal(lines []*line, left int) {
	for open := slices.Clone(lines); len(open) > 0; {
		next := open[:0]
		for _, l := range open {
			if l.given == len(l.about) {
				continue
			}
			price := l.extra[l.given+1]
			if l.given > 0 {
				price -= l.extra[l.given]
			}
			if price <= left {
				l.given, left = l.given+1, left-price
				next = append(next, l)
			}
		}
		open = next
	}
}

func (p page) lost() (absent, runes int) {
	for _, l := range p.lines {
		if l.absent {
			absent++
		}
		runes += len(l.about) - l.given
	}
	return absent, runes
}

// better reports that a page tells more than another one, or as much in less room.
func (p page) better(q page) bool {
	absent, runes := p.lost()
	absent2, runes2 := q.lost()
	if absent != absent2 {
		return absent < absent2
	}
	if runes != runes2 {
		return runes < runes2
	}
	return p.cost() < q.cost()
}

func (p page) cost() int {
	sum := p.table()
	for _, l := range p.lines {
		if !l.absent {
			sum += p.room.of(l.String() + "\n")
		}
	}
	return sum
}

// table is what the places cost beside a page that has none.
func (p page) table() int {
	if len(p.places) == 0 {
		return 0
	}
	with, without := page{places: p.places}, page{}
	return max(0, p.room.of(with.body())-p.room.of(without.body()))
}

const (
	intro = "A skill is a set of instructions provided through a `SKILL.md` source. Below is the list of skills that can be used. " +
		"Each entry includes a name, description, and source locator. `file` locators are on the host filesystem, " +
		"`executor package` locators are owned by their execution environment, `cloud package` locators are opaque package identifiers, " +
		"and `custom resource` locators use their provider's access mechanism."
	introPlaces = "A skill is a set of local instructions to follow that is stored in a `SKILL.md` file. Below is the list of skills that can be used. " +
		"Each entry includes a name, description, and a short path that can be expanded into an absolute path using the skill roots table."
)

// body is the list between its tags.
func (p page) body() string {
	var b strings.Builder
	b.WriteString("\n## Skills\n")
	if len(p.places) == 0 {
		b.WriteString(intro + "\n")
	} else {
		b.WriteString(introPlaces + "\n### Skill roots\n" + strings.Join(p.places, "\n") + "\n")
	}
	b.WriteString("### Available skills\n")
	for _, l := range p.lines {
		if !l.absent {
			b.WriteString(l.String() + "\n")
		}
	}
	return b.String()
}

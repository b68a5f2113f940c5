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
	about  string
	long   int // how many characters that has
	at     string
	given  int // how many of them are told
	end    int // and how many bytes
	absent bool

	chars, bytes int // of the line without its description
}

func (l *line) String() string {
	if l.given == 0 {
		return "- " + l.Name + ": (file: " + l.at + ")"
	}
	return "- " + l.Name + ": " + l.about[:l.end] + " (file: " + l.at + ")"
}

// page is a list with its places, if they are shortened.
type page struct {
	lines  []*line
	places []string
	room   room
}

// catalog tells the model of the skills, and says in their cells what it does not tell.
func catalog(list []*skill, r room) func() string {
	told := slices.DeleteFunc(slices.Clone(list), func(k *skill) bool { return !k.implicit })
	for _, k := range list {
		if !k.implicit {
			k.Shown = ""
			k.End(agents.Dropped, "implicit", "agents/openai.yaml says allow_implicit_invocation: false.", 0)
		}
	}
	if len(told) == 0 {
		return nil
	}
	p := plain(told, r)
	if q, ok := aliased(told, r); ok && q.better(p) {
		p = q
	}
	for _, l := range p.lines {
		l.tell(len(list))
	}
	return func() string { return "<skills_instructions>" + p.body() + "</skills_instructions>" }
}

// tell says in a skill's cell what the model sees of it.
func (l *line) tell(all int) {
	l.Shown = l.about[:l.end]
	switch {
	case l.absent:
		l.Shown = ""
		l.End(agents.Dropped, "left_out", "Names and paths of "+strconv.Itoa(all)+" skills do not fit.", 0)
	case l.given < l.long:
		l.End(agents.Cut, "shared", fmt.Sprintf("The model sees %d of %d characters of its description.", l.given, l.long), 0)
	case l.Shown != l.Text:
		l.End(agents.Cut, "long", "The model sees the first 1,021 characters of its description.", 0)
	}
}

func plain(list []*skill, r room) page {
	p := page{room: r}
	for _, k := range list {
		p.add(k, k.at)
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
		p.add(k, names[k.root]+strings.TrimPrefix(k.at, k.place))
	}
	if p.table() >= r.most {
		return p, false
	}
	p.share(r.most - p.table())
	return p, true
}

// add adds a line of which nothing of the description is told yet.
func (p *page) add(k *skill, at string) {
	about, long := shortened(k.Text)
	p.lines = append(p.lines, &line{skill: k, about: about, long: long, at: at})
}

// shortened is a description with at most 1,024 characters, and how many it has.
func shortened(s string) (string, int) {
	long := utf8.RuneCountInString(s)
	if long <= 1024 {
		return s, long
	}
	end := 0
	for range 1021 {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return s[:end] + "...", 1024
}

// share deals the room out: to all, or to names and paths and then to a character each in turn, or to who fits.
func (p page) share(most int) {
	full, least := 0, 0
	for _, l := range p.lines {
		l.weigh()
		least += p.price(l, 0, 0)
		full += p.price(l, l.long, len(l.about))
	}
	left := most - least
	switch {
	case full <= most:
		for _, l := range p.lines {
			l.given, l.end = l.long, len(l.about)
		}
	case left >= 0:
		p.deal(left)
	default:
		used := 0
		for _, l := range p.lines {
			least := p.price(l, 0, 0)
			if l.absent = used+least > most; !l.absent {
				used += least
			}
		}
	}
}

// weigh keeps what the line has without its description.
func (l *line) weigh() {
	text := len("- : (file: )\n") + len(l.Name) + len(l.at)
	l.chars, l.bytes = text-len(l.Name)-len(l.at)+utf8.RuneCountInString(l.Name)+utf8.RuneCountInString(l.at), text
}

// price is what a line costs with so many characters of its description, and a blank after them.
func (p page) price(l *line, chars, bytes int) int {
	if chars > 0 {
		chars, bytes = chars+1, bytes+1
	}
	return p.room.cost(l.chars+chars, l.bytes+bytes)
}

// deal gives each description a character in turn, as long as one can be paid.
func (p page) deal(left int) {
	for open := slices.Clone(p.lines); len(open) > 0; {
		next := open[:0]
		for _, l := range open {
			if l.given == l.long {
				continue
			}
			_, size := utf8.DecodeRuneInString(l.about[l.end:])
			price := p.price(l, l.given+1, l.end+size) - p.price(l, l.given, l.end)
			if price <= left {
				l.given, l.end, left = l.given+1, l.end+size, left-price
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
		runes += l.long - l.given
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

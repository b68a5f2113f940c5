package approval

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/sight"
	"lily/core/tree"
	"lily/web/html"
	"lily/web/words"
)

// program shows a program's words one by one: what looks like one word is one (PO-6, TS-2).
// Then the texts that it would run.
func (v *view) program(p *call.Program) app.UI {
	return html.With("div", "",
		html.When(p.Warning != "", func() app.UI { return html.Text("p", "wrong", p.Warning).Role("alert") }),
		whence(p.Whence),
		html.Text("h4", "", "The program and its words"),
		v.words(p),
		v.programTexts(p),
	)
}

// surroundings is all else that a program would get.
func (v *view) surroundings(p *call.Program) app.UI {
	network := words.Either(p.Network, "its skill says that it needs the internet; the policy and you decide about each request", "")
	n := min(len(p.Env), v.names)
	env := cmp.Or(words.List(p.Env[:n]), "None.")
	return html.With("div", "",
		html.Pairs([][2]string{{"Runs in", p.Dir}, {"For at most", answer.Number(p.Timeout, "second")}, {"Trust", string(p.Trust)}, {"Network", network}}),
		html.With("details", "fold env",
			html.Text("summary", "", "Environment, "+answer.Number(len(p.Env), "name")), html.Text("p", "", env),
			v.out(len(p.Env)-n, "environment name")),
	)
}

// whence says why it is asked, by where the files came from.
func whence(list []string) app.UI {
	return html.When(len(list) > 0, func() app.UI {
		return html.With("ul", "whence", app.Range(list).Slice(func(i int) app.UI {
			return html.With("li", "", html.Foreign("span", "", list[i]))
		}))
	})
}

// words lists the words with their numbers, those at the head and at the foot where they are many.
func (v *view) words(p *call.Program) app.UI {
	n := len(p.Argv)
	head := min(n, v.extent.words)
	if head+v.tail >= n {
		head = n
	}
	foot := n
	if head < n {
		foot = n - v.tail
	}
	boxed := v.boxed(p, append(places(0, head), places(foot, n)...))
	return html.With("div", "",
		wordList(p, 0, head, boxed),
		v.out(foot-head, "word"),
		html.When(foot < n, func() app.UI { return wordList(p, foot, n, boxed) }),
		v.out(cutShort(p, boxed), "long word"),
	)
}

func wordList(p *call.Program, from, to int, boxed map[int]bool) app.UI {
	list := make([]app.UI, to-from)
	for i := range list {
		list[i] = html.With("li", "", word(p, from+i, boxed))
	}
	return html.With("ol", "words", list...).Attr("start", from+1)
}

// boxed are the words among these that stand as a block with its lines: code first, then what is
// long, until there is no box left. Another long one is false.
func (v *view) boxed(p *call.Program, list []int) map[int]bool {
	boxed, left := map[int]bool{}, v.boxes
	for _, code := range []bool{true, false} {
		for _, i := range list {
			if by := codeFor(p, i); code == (by != "") && (code || isLong(p.Argv[i])) {
				boxed[i] = left.take()
			}
		}
	}
	return boxed
}

func places(from, to int) (list []int) {
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

func cutShort(p *call.Program, boxed map[int]bool) (n int) {
	for i, is := range boxed {
		if !is && isLong(p.Argv[i]) {
			n++
		}
	}
	return n
}

// inLine are the code points of a word that is shown within a line.
const inLine = 120

func isLong(text string) bool {
	return utf8.RuneCountInString(text) > inLine || strings.Contains(text, "\n")
}

// codeFor is the program for which a word is code, empty for none.
func codeFor(p *call.Program, i int) string {
	at := slices.IndexFunc(p.Sources, func(s call.Source) bool {
		return s.Role == call.Runs && s.Path == "" && s.Word == i && s.By != ""
	})
	if at < 0 {
		return ""
	}
	return p.Sources[at].By
}

// word is one word of a program: code and what is long as a block, with its lines.
func word(p *call.Program, i int, boxed map[int]bool) app.UI {
	text, label := p.Argv[i], "Word "+strconv.Itoa(i+1)
	if !boxed[i] {
		return clipped(text)
	}
	if by := codeFor(p, i); by != "" {
		label += ", code for " + by
	}
	return listing(text, label, label+words.Either(len(text) > 4<<10, ", "+words.Size(int64(len(text))), "")+".")
}

// listing is a text that is read before it runs, under what is to be known of it.
func listing(text, label, about string) app.UI {
	about = strings.Join(append([]string{about}, html.Oddities(text)...), " ")
	return html.With("div", "", html.Text("p", "hint", about), &html.Code{Source: text, Label: label})
}

// programTexts shows the files that run, as they are now, and folded those beside them (PO-6).
func (v *view) programTexts(p *call.Program) app.UI {
	// Something runs that can change, and ends a lasting yes then.
	loose := slices.ContainsFunc(p.Sources, func(s call.Source) bool {
		return s.Role != call.Beside && s.Path != "" && !s.Pinned
	})
	return html.With("div", "",
		v.sources(p, call.Runs, "What it runs"),
		v.sources(p, call.Named, "Files that this names"),
		v.sources(p, call.Beside, "Other files of the skill's folder"),
		html.When(p.More > 0, func() app.UI {
			return html.Text("p", "hint", "And "+answer.Number(p.More, "more file")+", which the Files tab has.")
		}),
		html.When(p.Exact && loose, func() app.UI {
			return html.Text("p", "hint", "A yes that lasts is for these words and the scripts of /workspace that they run, as they are now.")
		}),
	)
}

// sources are the files of a role. Those that run are open while there are boxes.
func (v *view) sources(p *call.Program, role call.Role, heading string) app.UI {
	all := slices.DeleteFunc(slices.Clone(p.Sources), func(s call.Source) bool { return s.Role != role || s.Path == "" })
	if len(all) == 0 {
		return html.With("div", "")
	}
	n := min(len(all), v.files)
	list, left, folded := []app.UI{html.Text("h4", "", heading)}, v.boxes, 0
	for _, s := range all[:n] {
		open := role == call.Runs && left.take()
		if role == call.Runs && !open {
			folded++
		}
		list = append(list, &fileText{Path: s.Path, Text: s.Text, Pinned: s.Pinned, Folded: !open})
	}
	return html.With("div", "", html.With("section", "texts", append(list, v.out(folded, "folded script"), v.out(len(all)-n, "file"))...))
}

// fileText shows a file that a program would have; a folded one is read when it is opened.
type fileText struct {
	app.Compo
	Path   string
	Text   tree.Blob
	Pinned bool
	Folded bool

	open bool
	read bool
	text string
	err  error
}

func (f *fileText) CompoID() string { return f.Path }

func (f *fileText) Render() app.UI {
	path := html.Text("code", "", sight.Spell(f.Path))
	if !f.Folded {
		return html.With("div", "", html.With("p", "", path), f.body())
	}
	return html.Fold("fold", &f.open, html.With("summary", "", path, html.Say(", "+words.Size(f.Text.Size()))), f.body)
}

// body says how long the text is and which version, whether it can still become another, and shows it.
func (f *fileText) body() app.UI {
	if !f.read {
		data, err := f.Text.Bytes()
		f.read, f.text, f.err = true, string(data), err
	}
	if f.err != nil {
		return html.Text("p", "wrong", "It cannot be read: "+words.Endless(f.err)+".")
	}
	lines := strings.Count(f.text, "\n")
	if f.text != "" && !strings.HasSuffix(f.text, "\n") {
		lines++
	}
	whose := words.Either(f.Pinned, "of this version of the skill", "as it is now; if it changes before you answer, the call fails")
	about := words.List([]string{words.Size(f.Text.Size()), answer.Number(lines, "line"), f.Text.Digest().Short(), whose})
	return listing(f.text, sight.Spell(f.Path), about+".")
}

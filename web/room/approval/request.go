package approval

import (
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"lily/core/answer"
	"lily/core/call"
	"lily/core/sight"
	"lily/web/html"
	"lily/web/words"
)

// request shows what a running program would send, and to whom: what has left the machine is not taken back (PO-6).
func (v *view) request(r *call.Request) app.UI {
	path, sends := strings.TrimPrefix(r.URL, r.Origin()), "nothing but the lines of its header"
	if len(r.Body) > 0 {
		sends = words.Size(int64(len(r.Body)))
	}
	return html.With("div", "",
		html.When(r.Warning != "", func() app.UI { return html.Text("p", "wrong", r.Warning).Role("alert") }),
		html.Pairs([][2]string{
			{"Method", r.Method},
			{"Host", r.Origin()},
			{"Path", sight.Exact(clip(path, 2<<10))},
			{"Sends", sends},
			{"Credential", words.Either(r.Named, "lily adds the one that you named for this host when you started it", "")},
			{"Not sent", words.List(r.Left)},
		}),
		html.When(len(path) > 2<<10, func() app.UI { return v.out(len(path)-2<<10, "byte of the path") }),
		v.sent(r),
		html.With("details", "fold", html.Text("summary", "", "Header, "+answer.Number(len(r.Header), "line")), v.header(r)),
		html.Text("p", "hint", "The program waits, and its time stands still. What is sent cannot be taken back; the answer goes to the program."),
	)
}

func (v *view) header(r *call.Request) app.UI {
	var lines strings.Builder
	for _, f := range r.Header {
		lines.WriteString(f.Name + ": " + sight.Exact(f.Value) + "\n")
	}
	shown := clip(lines.String(), v.extent.words*160)
	return html.With("div", "", html.Foreign("pre", "", shown).TabIndex(0), v.out(lines.Len()-len(shown), "byte of the header"))
}

// sent are the first lines of the body.
func (v *view) sent(r *call.Request) app.UI {
	if len(r.Body) == 0 {
		return html.With("div", "")
	}
	text := string(r.Body)
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return html.Text("p", "hint", "What it sends is not text that can be shown.")
	}
	shown, lines := clip(text, v.extent.words*160), 0
	for i, c := range shown {
		if c == '\n' {
			if lines++; lines == v.extent.words {
				shown = shown[:i+1]
				break
			}
		}
	}
	return html.With("div", "",
		html.Text("h4", "", "What it sends"),
		html.Text("pre", "", sight.Exact(shown)).TabIndex(0),
		v.out(len(text)-len(shown), "byte"),
	)
}

// clip is the beginning of a text, of so many bytes at most.
func clip(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

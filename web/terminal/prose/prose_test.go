package prose

import (
	"strings"
	"testing"

	"lily/core/answer"
	"lily/web/terminal/row"
)

const document = `# Title *one*

A paragraph with **bold**, ` + "`code`" + `, ~~gone~~ and a [link](https://a.example/x) that is long enough to wrap.

- one
- two
  goes on
  - inner
    ` + "```go\n    x := 1\n    ```" + `
1. first

   more of it
2. second

> quoted
> text

| Name | What it is | N |
|---|---|---|
| haiku | Writes three lines about whatever you say to it | 1 |
| x | | 22 |

- [x] done
- [ ] open

---

` + "```\n  if a {\n\tb\n```" + `

<b>raw</b> &amp; ![picture](https://p.example/i.png)
`

func shown(s Style, source string) string {
	var b strings.Builder
	for _, r := range s.Markdown(source) {
		b.WriteString(strings.TrimRight(s.Pen.Paint(r), " ") + "\n")
	}
	return b.String()
}

func TestMarkdown(t *testing.T) {
	for _, tt := range []struct {
		name  string
		style Style
		want  string
	}{
		{"forty", Style{row.Pen{}, 40}, `Title one

A paragraph with bold, ` + "`code`" + `, gone and
a link (https://a.example/x) that is
long enough to wrap.

• one
• two goes on
  • inner
        x := 1

1. first

   more of it

2. second

│ quoted text

Name   What it is                     N
haiku  Writes three lines about       1
       whatever you say to it
x                                     22

• [x] done
• [ ] open

────────────────────

      if a {
        b

<b>raw</b> & image: picture
(https://p.example/i.png)
`},
		{"words", Style{row.Pen{Words: true, ASCII: true}, 60}, `Heading 1: Title one

A paragraph with bold, code, gone and a link
(https://a.example/x) that is long enough to wrap.

- one
- two goes on
  - inner
    Code go:
    x := 1
    End of code.

1. first

   more of it

2. second

Quote:
quoted text

Row 1 of 2:
Name: haiku
What it is: Writes three lines about whatever you say to it
N: 1
Row 2 of 2:
Name: x
N: 22

- [x] done
- [ ] open

Code:
  if a {
    b
End of code.

<b>raw</b> & image: picture (https://p.example/i.png)
`},
	} {
		if got := shown(tt.style, document); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
	if got := shown(Style{row.Pen{Colour: true}, 40}, "# A\n\n**b** *c* `d`"); got != "\x1b[1;4mA\x1b[0m\n\n\x1b[1mb\x1b[0m \x1b[3mc\x1b[0m \x1b[36md\x1b[0m\n" {
		t.Errorf("got %q", got)
	}
}

// A table that fits no screen is its lines one below the other; what is too large is as it was written.
func TestNarrow(t *testing.T) {
	s := Style{row.Pen{}, 20}
	if got, want := shown(s, "|A|B|C|\n|-|-|-|\n|one long cell|two long cell|three long cell|\n"), "A: one long cell\nB: two long cell\nC: three long cell\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := shown(s, strings.Repeat(">", 300)+"x"); strings.Count(got, ">") != 300 {
		t.Errorf("got %q", got)
	}
}

func TestAnswer(t *testing.T) {
	a := answer.Answer{
		{Kind: answer.Table, Columns: []string{"Name", "Summary"}, Rows: [][]string{{"haiku", "Writes."}, {"x\x1b[2J", "E\u202evil."}}},
		{Kind: answer.Text, Text: "2 available."},
		{Kind: answer.Definitions, Title: "Rules", Rows: [][]string{{"State", "well"}}},
		{Kind: answer.List, Rows: [][]string{{"one"}}},
	}
	var got strings.Builder
	for _, r := range (Style{row.Pen{}, 60}).Answer(a) {
		got.WriteString(strings.TrimRight(Style{}.Pen.Paint(r), " ") + "\n")
	}
	want := "Name          Summary\nhaiku         Writes.\nx«U+001B»[2J  E«U+202E»vil.\n2 available.\n\nRules:\nState: well\n\n• one\n"
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// FuzzMarkdown: no row is wider than asked for, no text drives the terminal, and none fails.
func FuzzMarkdown(f *testing.F) {
	f.Add(document, 40)
	f.Add("- - - > 1. |a|\n|-|", 12)
	f.Fuzz(func(t *testing.T, source string, columns int) {
		columns = 20 + max(0, columns)%80
		for _, pen := range []row.Pen{{}, {Words: true, ASCII: true}} {
			for _, r := range (Style{pen, columns}).Markdown(source) {
				if at := strings.IndexAny(pen.Paint(r), "\x1b\u009b\a\r\n"); at >= 0 {
					t.Fatalf("got %q", pen.Paint(r))
				}
			}
		}
	})
}

package frontmatter

import "testing"

// SK-2, SK-3, SK-10: how far a reading comes, and where a key stands.
func TestRead(t *testing.T) {
	for text, want := range map[string]Outcome{
		"---\nname: x\n---\nText": Whole, "---\n---\n": Whole, "Text": None, "---\nname: x\n": Unclosed,
		"---\nname: x: y\n---\n": Invalid, "---\na: b\n---\n\x00": Refused, "---\n- a\n---\n": Refused, "---\na: b\na: c\n---\n": Refused,
	} {
		d := Read(text)
		if d.Outcome != want || (want == Refused) != (len(d.Faults) > 0) || (want == Invalid) != (d.Err != nil) {
			t.Errorf("%q: got %+v, want %d", text, d, want)
		}
	}
	d := Read("---\nname: x\n---\nText")
	e, ok := d.Get("name")
	line, column := d.Place(e.Raw.From)
	if text, at := d.Trimmed(); !ok || e.Value.Value != "x" || line != 2 || column != 7 || text != "Text" || at != 4 {
		t.Errorf("got %+v at %d:%d and %q on line %d", e, line, column, text, at)
	}
}

// SK-9: of two edits that overlap the later one is made.
func TestApply(t *testing.T) {
	got, made := Apply("abcdef", []Edit{{Span{0, 3}, "X"}, {Span{2, 4}, "Y"}, {Span{6, 6}, "Z"}})
	if got != "abYefZ" || len(made) != 2 || made[0].From != 2 {
		t.Errorf("got %q by %v", got, made)
	}
}

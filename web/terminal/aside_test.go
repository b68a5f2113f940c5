package terminal

import (
	"context"
	"fmt"
	"io"
	"testing"
)

// files are what is kept aside of a project whose disk writes one when the test says so.
type files struct {
	far  func(done, of int)
	next chan struct{}
	left int
}

func (*files) Kept() string                       { return "" }
func (*files) Names() []string                    { return nil }
func (*files) Diff(out io.Writer, _ string) error { _, err := io.WriteString(out, "M a\n"); return err }

func (f *files) Write(ctx context.Context, out io.Writer, _ string) error {
	all, done := f.left, 0
	for ; f.left > 0 && ctx.Err() == nil; f.left-- {
		select {
		case <-f.next:
			done++
			f.far(done, all)
		case <-ctx.Done():
		}
	}
	_, err := fmt.Fprintf(out, "lily: wrote %d files; %v\n", done, context.Cause(ctx))
	return err
}

// TM-3: while files are written the terminal answers keys and says how far it is; Ctrl-C stops between two files, and gives
// back the lines that waited.
func TestWritingGoesOnBesideTheKeys(t *testing.T) {
	for _, redraw := range []bool{true, false} {
		a := &files{next: make(chan struct{}), left: 9}
		d := satBefore(t, newSlowly(), func(c *Config) { c.Redraw = redraw }, a)
		d.has("/help\n>")
		a.far = d.face.Far
		if !redraw {
			d.press("/write\n")
			d.waits("Writing. Ctrl-C stops it.")
			a.next <- struct{}{}
			d.told <- "interrupted"
			d.has("lily: wrote 1 files; context canceled\n>")
			continue
		}
		d.press("/write\r")
		a.next <- struct{}{}
		a.next <- struct{}{}
		d.waits("writing: 2 of 9 files · ")
		d.press("/diff\rabc")
		d.sees("Ctrl-C stops it\nnext: /diff\n> abc")
		a.next <- struct{}{}
		d.has("writing: 3 of 9 files · ")
		d.press("\x03")
		d.sees("lily: wrote 3 files; context canceled\n> /diff\n  abc")
	}
}

// A terminal that is closed ends the writing, too, and is no word of the person's.
func TestWritingIsEndedFromOutside(t *testing.T) {
	a := &files{next: make(chan struct{}), left: 9}
	d := satBefore(t, newSlowly(), nil, a)
	d.has("/help\n>")
	a.far = d.face.Far
	d.press("/write\r")
	a.next <- struct{}{}
	d.typed.Close()
	if err := d.ends(); err == nil {
		t.Error("got no error")
	}
	d.sees("lily: wrote 1 files; " + ErrEnded.Error())
}

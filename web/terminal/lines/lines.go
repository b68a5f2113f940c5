// Package lines answers lines that come through a pipe, one by one, for scripts.
//
// It promises that what came of a line is on the disk before its answer is shown (EV-6), and that a line is whole or an
// error. A person is asked only where one types the lines.
package lines

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lily/core"
	"lily/core/answer"
	"lily/core/call"
	"lily/core/command"
	"lily/core/policy"
	"lily/core/sight"
	"lily/web/asking"
	"lily/web/terminal"
)

// ErrEnded is that no more lines are read, since a signal said so.
var ErrEnded = errors.New("the session was ended by a signal")

// Conversation is lines and their answers.
type Conversation struct {
	core.Memory
	In     *bufio.Reader
	Out    io.Writer
	Err    io.Writer              // what else a person is told
	Asks   bool                   // a person types the lines
	JSON   bool                   // one object for each line
	Strict bool                   // one line that fails is an error in the end
	Where  string                 // what holds programs here
	Real   func(at string) string // where a file of the tree is on this machine; nil knows nothing
}

// Approve implements [core.Person] on a terminal (TM-5).
func (c *Conversation) Approve(ctx context.Context, q call.Question) policy.Consent {
	if !c.Asks {
		return policy.Nobody
	}
	line := func(ctx context.Context) (string, error) { return next(ctx, c.In) }
	return asking.Terminal{Out: c.Out, Line: line, Where: c.Where, Real: c.Real}.Ask(ctx, q)
}

// Until is the context: an interrupt ends it.
func (c *Conversation) Until(ctx context.Context) context.Context { return ctx }

// Watching adds nothing to who is told of events.
func (c *Conversation) Watching(s core.Sessions) core.Sessions { return s }

// Run answers to the end of lines or of the context, in a session and those that follow it.
func (c *Conversation) Run(ctx context.Context, e *core.Engine, id string, hooks terminal.Hooks) error {
	return errors.Join(c.answer(ctx, e, id, hooks.Sync), hooks.Lastly(ctx))
}

// Told is where a person is told what is no answer.
func (c *Conversation) Told() io.Writer { return c.Err }

// Far says nothing: what goes through a pipe is not drawn anew.
func (c *Conversation) Far(int, int) {}

// Asker asks who types the lines.
func (c *Conversation) Asker() func(context.Context, string) (string, error) {
	if !c.Asks {
		return nil
	}
	return func(ctx context.Context, q string) (string, error) {
		fmt.Fprint(c.Out, q)
		return next(ctx, c.In)
	}
}

func (c *Conversation) answer(ctx context.Context, e *core.Engine, id string, sync func(context.Context, io.Writer) error) error {
	failed := 0
	for {
		line, err := next(ctx, c.In)
		if line != "" {
			line = strings.TrimRight(line, "\r\n")
			r := e.Turn(ctx, id, line)
			if id = r.Session; r.Err != nil {
				failed++
			}
			if err := errors.Join(sync(ctx, c.Err), c.show(line, r)); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF && c.Strict && failed > 0:
			return fmt.Errorf("--strict: %s failed", answer.Number(failed, "line"))
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

func (c *Conversation) show(input string, r core.Result) error {
	if c.JSON {
		var b strings.Builder
		to := json.NewEncoder(&b)
		to.SetEscapeHTML(false)
		if err := to.Encode(struct {
			Input  string       `json:"input"`
			Output string       `json:"output"`
			Code   command.Code `json:"code"`
		}{input, r.Output(), r.Code()}); err != nil {
			return err
		}
		_, err := c.Out.Write(sight.JSON([]byte(b.String())))
		return err
	}
	if r.Output() == "" {
		return nil
	}
	_, err := fmt.Fprintln(c.Out, r.Output())
	return err
}

// next reads a line, and waits for none when the context ends: a reader that waits cannot be ended, and is left alone.
func next(ctx context.Context, in *bufio.Reader) (string, error) {
	if ctx.Err() != nil {
		return "", ErrEnded
	}
	var line string
	var err error
	read := make(chan struct{})
	go func() {
		defer close(read)
		line, err = lineOf(in)
	}()
	select {
	case <-read:
		return line, err
	case <-ctx.Done():
		return "", ErrEnded
	}
}

// MostLine is how many bytes a line may have, which is one message: what comes in may have no end.
const MostLine = 16 << 20

// lineOf reads a line with its end, and refuses one that is too long.
func lineOf(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); len(line) > MostLine {
			return "", fmt.Errorf("a line of standard input has more than %d bytes, which is the most", MostLine)
		}
		if err != bufio.ErrBufferFull {
			return string(line), err
		}
	}
}

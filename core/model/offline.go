package model

import (
	"context"
	"fmt"
	"strings"

	"lily/core/tree"
)

// Offline is the model that is always there (MD-3): it shows the context, but for its own replies, named by digest.
type Offline struct{}

// Name implements [Model].
func (Offline) Name() string { return "offline" }

// Reply implements [Model]. Equal requests get equal replies.
func (Offline) Reply(ctx context.Context, r Request, on func(Delta)) (Reply, error) {
	if err := ctx.Err(); err != nil {
		return Reply{Finish: Interrupted}, err
	}
	var b strings.Builder
	b.WriteString(intro)
	for _, p := range r.System {
		section(&b, "System: "+p.Name, p.Text)
	}
	if len(r.Tools) > 0 {
		section(&b, "Tools", strings.TrimRight(r.Manifest(), "\n"))
	}
	for _, m := range r.Messages {
		section(&b, "Message: "+string(m.Role), quoted(m))
	}
	fmt.Fprintf(&b, "\nContext digest: `%s`", r.Digest())
	on(Delta{Text: b.String()})
	return Reply{Text: b.String(), Finish: Stop}, nil
}

const intro = "This is Lily's offline model. It is not a language model and makes up nothing: " +
	"it shows the exact context that a model would get here.\n"

// quoted is a message, but for the model's own replies, which quote the context and would double with each turn.
func quoted(m Message) string {
	text := m.wire()
	if m.Role != Assistant || !strings.HasPrefix(text, intro) {
		return text
	}
	return fmt.Sprintf("(an earlier reply of %d bytes, digest %s)", len(text), tree.Sum([]byte(text)))
}

// section fences a part so that nothing in it can end the fence.
func section(b *strings.Builder, title, text string) {
	longest := 2
	for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '`' }) {
		longest = max(longest, len(run))
	}
	fence := strings.Repeat("`", longest+1)
	fmt.Fprintf(b, "\n### %s\n\n%stext\n%s\n%s\n", title, fence, text, fence)
}

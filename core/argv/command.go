package argv

import (
	"fmt"
	"strings"
)

// MaxCommand is the longest command that [Command] reads, in bytes.
const MaxCommand = 64 << 10

// Command splits a command that someone wrote out into a program and its
// arguments (TS-2, TS-3). Nothing is expanded, so * and $HOME are text. What a shell
// would act on outside of quotes (|, &, ;, <, >, $( and `, and a second line) is an
// error and no word: it would do something else than was meant. So are a NUL and
// a command without a program. An error is a [*SyntaxError].
func Command(text string) ([]string, error) {
	if len(text) > MaxCommand {
		return nil, &SyntaxError{MaxCommand, fmt.Sprintf("the command has %d bytes, want at most %d", len(text), MaxCommand)}
	}
	if at := strings.IndexByte(text, 0); at >= 0 {
		return nil, &SyntaxError{at, "got a NUL character, which no word of a command can hold"}
	}
	words, err := (&scanner{text: text, command: true}).split()
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = &SyntaxError{0, "the command is empty; want a program and its arguments"}
	}
	if err != nil {
		return nil, err
	}
	return words, nil
}

// refused says what to do instead.
func refused(at int, op string) error {
	what := "got " + op + " outside of quotes"
	if op == "\n" {
		what = "got a second line"
	}
	return &SyntaxError{at, what + ", and no shell reads the command; put text in quotes, or run bash -c '…', a shell within the page's sandbox"}
}

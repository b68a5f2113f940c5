package port

// Editors puts text editors in the place of text boxes.
type Editors interface {
	// Load fetches what they are made of. It returns at once; there is told one time, now or on another
	// goroutine, that it is here, or why not. After an error it may be tried again.
	Load(there func(error))
	// Open takes the text of a box over, with the focus and the place in it, and hides the box until the editor is
	// closed. It may be called once Load has told of no error.
	Open(Editing) Editor
}

// Editing is what an editor is opened for. Its functions are called on any goroutine, and must not wait.
type Editing struct {
	Box, Place string // the ids of the box and of the empty element that the editor fills
	Of         string // what is edited: who opens the same text again can undo what was typed before
	Label      string // the name of the text, for a screen reader
	About      string // the id of what describes it
	Language   string // yaml, markdown, or empty for none
	ReadOnly   bool

	Typed   func()           // something was typed; see [Editor.Text]
	Save    func()           // the key for it was pressed
	Fixed   func(alone bool) // a fix was made in the text; alone where all else was told of before
	Wrapped func()           // long lines are wrapped from now on, or are not
}

// Editor is one that is open. Line ends are line feeds, as in a text box.
type Editor interface {
	Text() string
	Write(text string)              // shows another text; nobody is told of it
	Mark(text string, marks []Mark) // what was found in a text; nothing where that is not the one that was read last
	Lock(on bool)                   // read-only or not
	Act(Act)                        // what a key does, by a button
	Wraps() bool                    // long lines
	Close()                         // gives the box back
}

// Mark is something at a place of a text, in bytes.
type Mark struct {
	From, To int
	Kind     string // error, warning or info of a finding; unseen of what nobody can see
	Code     string // of a finding
	Text     string // a sentence; of what is unseen, how it is drawn
	About    string // of what is unseen, what it is
	Fix      *Change
}

// Change puts a text in the place of another one.
type Change struct {
	From, To int
	Text     string
}

// Act is what a person can ask an editor for.
type Act string

// The acts.
const (
	Find Act = "find" // opens the search
	Next Act = "next" // goes to the next finding
	Fix  Act = "fix"  // makes the fix at the cursor, else goes to the next one
	Wrap Act = "wrap" // long lines, or not
)

// Package agents says what other programs make of skills: which files they find, read, refuse, shadow or drop, and what
// their models are told, word for word.
//
// It promises that each cell has a state with its reasons, that each reason cites a rule, and that each rule cites its
// source and says whether it was measured against the program, read in its code, or is documented only. It runs none of
// these programs and reads no disk: an installation is a tree. One folder below holds one agent; package all lists them.
//
//	in := agents.AsDropped(t)
//	table := agents.Evaluate(in, all.List, agents.Terms{Window: 200_000})
//	table.Rows[0].Cells[1].State // refused
package agents

// Known is how a rule is known.
type Known string

// Strongest first.
const (
	Measured   Known = "measured"   // the program was run, and did so
	Read       Known = "read"       // its code says so
	Documented Known = "documented" // its documents, or its makers in public, say so
)

// Rule is one thing that an agent does, with where that is known from.
type Rule struct {
	ID     string `json:"id"`     // unique within the agent, such as "name_long"
	Text   string `json:"text"`   // a sentence
	Source string `json:"source"` // a repository with commit or version and file, the address of a document, an issue
	Known  Known  `json:"known"`
}

// Rule is a rule that is known so.
func (k Known) Rule(id, text, source string) Rule { return Rule{id, text, source, k} }

// Agent is one program that loads skills, in one version.
type Agent struct {
	Name    string // as it is typed, such as "claude-code"
	Title   string // as people write it
	Version string // which the rules describe; the date of the documents where there is no version
	Usual   string // the folder of a project that most people keep skills for it in, such as ".agents/skills"
	Known   Known  // the weakest of its rules that decide a cell: an agent that is documented only says so in every cell
	Rules   []Rule
	Listed  string // the rule of what depends on the order in which a disk lists a folder; empty where nothing does
	See     func(*Site, Terms) View
}

// Rule returns the rule of an id. That there is one is held by a test for every agent.
func (a *Agent) Rule(id string) Rule {
	for _, r := range a.Rules {
		if r.ID == id {
			return r
		}
	}
	return Rule{ID: id}
}

// Terms are what an agent's budget depends on beside the skills.
type Terms struct {
	Window int // the model's context window, in tokens; 0 where the agent does not know it
}

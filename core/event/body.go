package event

import (
	"encoding/json"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/network"
	"lily/core/persona"
	"lily/core/policy"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

// The bodies of EV-2. What JSON leaves out has its digest in it, and lets the fold build the state without a store.

// SessionCreated begins every session.
type SessionCreated struct {
	Agent   string          `json:"agent"`
	Owner   bool            `json:"owner"` // holds the owner's token (PO-4)
	Model   string          `json:"model"`
	Persona persona.Persona `json:"persona"`
	Window  int             `json:"window,omitempty"` // the tokens of the model's context, where that is known
	Kept    int             `json:"kept,omitempty"`   // how many session_kept belong to it: until the last one it is someone else's
}

// SessionKept ends what is of a session that someone else may have made: a recording, or one of an
// export. What was allowed until then is not allowed any more, and the session is the owner's
// (PO-4). The model, the persona and the snapshot of the one who keeps it stand before it.
type SessionKept struct{}

// SkillCatalogUpdated is a snapshot taken (SN-1).
type SkillCatalogUpdated struct {
	Version    int               `json:"version"`
	Digest     tree.Digest       `json:"digest"`
	Count      int               `json:"count"`
	Excluded   int               `json:"excluded"`
	LeftOut    int               `json:"not_looked_at,omitempty"` // folders beyond the bounds of a scan (LD-2)
	Profile    tree.Digest       `json:"profile"`
	Policy     tree.Digest       `json:"policy"`
	Roots      []RootDigest      `json:"roots"`
	Collisions []loader.Conflict `json:"collisions"`
	Snapshot   *loader.Snapshot  `json:"-"`
	Input      loader.Input      `json:"-"` // what it was taken of; its policy is in force from now on
}

// RootDigest is one root of a snapshot.
type RootDigest struct {
	Source  world.Source `json:"source"`
	Path    string       `json:"path"`
	Present bool         `json:"present"`
	Digest  tree.Digest  `json:"digest"`
	Count   int          `json:"count"`
}

// Catalog returns the event of a snapshot that was taken of an input.
func Catalog(s *loader.Snapshot, in loader.Input) SkillCatalogUpdated {
	e := SkillCatalogUpdated{
		Version: s.Version, Digest: s.Digest, Count: len(s.Skills), Excluded: len(s.Candidates) - len(s.Skills),
		Profile: s.Profile, Policy: s.Policy, Roots: []RootDigest{}, Collisions: s.Conflicts, Snapshot: s, Input: in,
	}
	for _, r := range s.Roots {
		e.LeftOut += r.LeftOut
		e.Roots = append(e.Roots, RootDigest{r.Source, r.Path, r.Present, r.Digest, r.Count})
	}
	return e
}

// SkillSelected is the choice of a request's one skill (CV-3, CV-6).
type SkillSelected struct {
	Name string `json:"name"`
	By   string `json:"by"` // user, model
}

// SkillLoaded is a body that went into the context; Call is the model's call for it, and Content what that got.
type SkillLoaded struct {
	Name        string          `json:"name"`
	Path        string          `json:"path"`
	Digest      tree.Digest     `json:"digest"`
	Frontmatter []skill.Field   `json:"frontmatter"`
	Warnings    []skill.Finding `json:"warnings"`
	Call        string          `json:"call,omitempty"`
	Content     string          `json:"-"`
}

// SkillInvoked is a skill put to use.
type SkillInvoked struct {
	Name      string   `json:"name"`
	Args      string   `json:"args"`
	Mode      string   `json:"mode"` // manual, auto
	Effective []string `json:"effective_allowed_tools"`
}

// Proposal is what a skill proposes for its request, and whether the policy lets it hold (PO-8).
type Proposal struct {
	Skill   string `json:"skill"`
	Kind    string `json:"kind"` // model, context, tool_defaults
	Value   string `json:"value"`
	Applied bool   `json:"applied"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Window  int    `json:"window,omitempty"` // the tokens of a model's context, where it is known and the model holds
}

// SkillWarning is something about a skill that replay should be able to explain.
type SkillWarning struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// Command is a message that was read as a command (CM-1).
type Command struct {
	Input string `json:"input"`
	Name  string `json:"name"`
	Args  string `json:"args"`
}

// Answer is what a command said when it went well.
type Answer struct {
	Blocks answer.Answer `json:"blocks"`
}

// Message is one entry of the conversation.
type Message struct {
	model.Message
}

// MarshalJSON leaves the context out: skill_loaded names it by digest.
func (m Message) MarshalJSON() ([]byte, error) {
	short := m.Message
	short.Context = ""
	return encode(short), nil
}

// ModelSelected is the person's choice of a model for what follows.
type ModelSelected struct {
	Model  string `json:"model"`
	Window int    `json:"window,omitempty"` // the tokens of its context, where that is known
}

// Branched takes the conversation back to before the event From, whose turn is answered anew; no record is lost.
type Branched struct {
	From int `json:"from"`
}

// ModelRequest is one call of a model; Digest is that of the exact context. Parts are those that Earlier has not named.
type ModelRequest struct {
	Model   string        `json:"model"`
	Digest  tree.Digest   `json:"digest"`
	Earlier Earlier       `json:"earlier,omitzero"`
	Parts   []model.Size  `json:"parts"`
	Catalog Budget        `json:"catalog"`
	Request model.Request `json:"-"`
	named   []model.Size  // what Earlier stands for
}

// Budget is what the catalog took of its budget, and the names of the skills, and skills' tools, that it cost (CV-2).
type Budget struct {
	Tokens    int      `json:"tokens"`
	Limit     int      `json:"limit"`
	Shortened []string `json:"shortened"`
	Dropped   []string `json:"dropped"`
}

// ModelResponse is what a model answered. One that was interrupted holds what arrived, and in Error why (CV-7).
type ModelResponse struct {
	Model   string       `json:"model"`
	Finish  string       `json:"finish"`
	Text    string       `json:"text"`
	Calls   []model.Call `json:"calls,omitempty"`
	Usage   model.Usage  `json:"usage,omitzero"`
	Retries int          `json:"retries,omitempty"`
	Error   string       `json:"error,omitempty"`
}

// ToolCall is a tool about to run, by the rule that allowed it (PO-7). Call is empty where a person dispatched.
type ToolCall struct {
	Call  string          `json:"call,omitempty"`
	Tool  string          `json:"tool"`
	Skill string          `json:"skill"`
	Args  json.RawMessage `json:"args"`
	Argv  []string        `json:"argv,omitempty"` // a program's final words (TS-2); none for a built-in tool
	Rule  string          `json:"rule"`
	Auto  string          `json:"unasked,omitempty"` // the rule that let it run without a question which it else had been (PO-9)
}

// ToolResult is what a tool gave back. Program says that it was a skill's program, of which a model gets the whole
// envelope (TS-6), and Code how one failed.
type ToolResult struct {
	Call    string        `json:"call,omitempty"`
	Tool    string        `json:"tool"`
	Program bool          `json:"program,omitempty"`
	Code    command.Code  `json:"code,omitempty"` // tool_failed, timeout, cancelled
	Result  tool.Envelope `json:"result"`
	Changes []tree.Change `json:"changes"`
}

// CallRefused is a model's call that did not run: a tool that is not allowed, arguments that do not fit, a second
// skill, an approval denied (CV-4, PO-7). Args is the text as the model wrote it.
type CallRefused struct {
	Call    string       `json:"call"`
	Tool    string       `json:"tool"`
	Args    string       `json:"args"`
	Code    command.Code `json:"code"`
	Rule    string       `json:"rule"`
	Message string       `json:"message"`
}

// Approval is a person's answer, or the lack of one, to what the policy asks. It holds for this session and this
// digest of the skill, and of a command that someone wrote out for just its words (PO-6).
type Approval struct {
	Call    string         `json:"call,omitempty"`
	Tool    string         `json:"tool"`
	Skill   string         `json:"skill"`
	Digest  tree.Digest    `json:"digest"`
	Argv    []string       `json:"argv,omitempty"` // the words that it is for, of a command that someone wrote out
	Granted bool           `json:"granted"`
	Consent policy.Consent `json:"consent"`
	Rule    string         `json:"rule"`
	Files   tree.Digest    `json:"files,omitzero"`   // that it would run and the skill's version does not hold
	Origin  string         `json:"origin,omitempty"` // whom a program may ask over the network, and it is about nothing else
}

// NetworkRequest is what a program asks of the network, before anyone decides about it. Size and Digest are its body's.
type NetworkRequest struct {
	Call   string          `json:"call,omitempty"`
	Method string          `json:"method"`
	URL    string          `json:"url"`
	Header []network.Field `json:"header"`
	Left   []string        `json:"left_out,omitempty"` // fields that the program set and nobody sends
	Size   int             `json:"size"`
	Digest tree.Digest     `json:"digest"`
	Rule   string          `json:"rule"` // that lets it pass, asks about it or refuses it
	Body   string          `json:"-"`
}

// NetworkAnswer is what came of the request before it: an answer, or in Error why there is none.
type NetworkAnswer struct {
	Call   string          `json:"call,omitempty"`
	Status int             `json:"status"`
	Header []network.Field `json:"header"`
	Size   int             `json:"size"`
	Digest tree.Digest     `json:"digest"`
	Error  string          `json:"error,omitempty"`
	Body   string          `json:"-"`
}

// AgentSwitched is another persona in effect.
type AgentSwitched struct {
	Agent   string          `json:"agent"`
	Persona persona.Persona `json:"persona"`
}

// PersonaReloaded is the same agent's files read again (PE-2).
type PersonaReloaded struct {
	Persona persona.Persona `json:"persona"`
}

// SessionOpened is another session opened from this one by /new.
type SessionOpened struct {
	ID string `json:"id"`
}

// WorldFault is a part of the world that could not be read again, and did not stop what was asked (CM-10).
type WorldFault struct {
	Part    string `json:"part"`
	Message string `json:"message"`
}

// Error is a turn that did not do what it was asked.
type Error struct {
	Code    command.Code `json:"code"`
	Message string       `json:"message"`
}

// Interrupted is a turn that something from outside cut off: whatever was under way in it has ended, too (CV-7).
type Interrupted struct {
	Why Why `json:"why"`
}

// Why is what cut a turn off.
type Why string

// The reasons of interruptions.
const (
	Closed Why = "closed" // the program ended; found when the session was opened again
	Midway Why = "midway" // the session was made of the first events of another one
)

// String says what happened, as one sentence.
func (w Why) String() string {
	if w == Midway {
		return "This session goes on from the middle of this turn, and the rest of the turn is not in it."
	}
	return "The program was closed during this turn."
}

// Call says it of a call of a tool that was under way.
func (w Why) Call() string {
	if w == Midway {
		return w.String() + " Whether this call has changed anything is not known here."
	}
	return w.String() + " Whether this call has changed anything is not known."
}

// Type implements [Body], as do the methods below.
func (SessionCreated) Type() string      { return "session_created" }
func (SessionKept) Type() string         { return "session_kept" }
func (SkillCatalogUpdated) Type() string { return "skill_catalog_updated" }
func (SkillSelected) Type() string       { return "skill_selected" }
func (SkillLoaded) Type() string         { return "skill_loaded" }
func (SkillInvoked) Type() string        { return "skill_invoked" }
func (SkillWarning) Type() string        { return "skill_warning" }
func (Command) Type() string             { return "command" }
func (Answer) Type() string              { return "answer" }
func (Message) Type() string             { return "message" }
func (ModelRequest) Type() string        { return "model_request" }
func (ModelResponse) Type() string       { return "model_response" }
func (ModelSelected) Type() string       { return "model_selected" }
func (Branched) Type() string            { return "branched" }
func (Proposal) Type() string            { return "proposal" }
func (CallRefused) Type() string         { return "call_refused" }
func (ToolCall) Type() string            { return "tool_call" }
func (ToolResult) Type() string          { return "tool_result" }
func (Approval) Type() string            { return "approval" }
func (AgentSwitched) Type() string       { return "agent_switched" }
func (PersonaReloaded) Type() string     { return "persona_reloaded" }
func (SessionOpened) Type() string       { return "session_opened" }
func (WorldFault) Type() string          { return "world_fault" }
func (NetworkRequest) Type() string      { return "network_request" }
func (NetworkAnswer) Type() string       { return "network_answer" }
func (Error) Type() string               { return "error" }
func (Interrupted) Type() string         { return "interrupted" }

package port

import "errors"

// Models knows the models that are not in the engine. Every method may wait.
type Models interface {
	// Upstreams lists the model servers behind the proxy, or says [ErrNoToken].
	Upstreams() ([]Upstream, error)
	// List asks one of them which models it has.
	List(upstream string) ([]string, error)
	// Local lists models of the browser's own.
	Local() []LocalModel
}

// Upstream is a model server behind the proxy, as the proxy lists it (MD-2).
type Upstream struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	Format string   `json:"format"`
	Local  bool     `json:"local"`
	State  string   `json:"state"`  // ready, no_key, absent
	Detail string   `json:"detail"` // what to do when it is not ready
	Models []string `json:"models"`
	Window int      `json:"context,omitempty"` // the tokens of its models' contexts; 0 is not known
}

// Word is an upstream's state for a person.
func (u Upstream) Word() string {
	switch u.State {
	case "ready":
		return "ready"
	case "no_key":
		return "no key"
	}
	return "not there"
}

// LocalModel is one that needs no server.
type LocalModel struct {
	Name  string // as a session has it
	About string
	Why   string // why it cannot be chosen; empty when it can
}

// ErrNoToken is what [Models.Upstreams] says where the page was opened without
// the token of its launch (MD-4).
var ErrNoToken = errors.New("this page was opened without its token, " +
	"so that models behind the server cannot be used. Open the address that lily printed; it ends in #token=…")

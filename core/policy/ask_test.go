package policy

import "testing"

// PO-1, PO-6: when a call runs unasked, and the rule that says so.
func TestAsk(t *testing.T) {
	for _, tt := range []struct {
		ask     string
		use     Use
		allowed bool
		rule    string
	}{
		{"never", Use{Tool: "read"}, true, "ask: never"},
		{"never", Use{Tool: "write", Writes: true}, true, "ask: never"},
		{"never", Use{Tool: "read", ByModel: true}, true, "ask: never"},
		{"never", Use{Tool: "write", Writes: true, ByModel: true}, false, "a model's first write"},
		{"never", Use{Tool: "write", Writes: true, ByModel: true, Granted: true}, true, "ask: never"},
		{"first_use", Use{Tool: "read"}, false, "ask: first_use"},
		{"first_use", Use{Tool: "read", Granted: true}, true, "ask: first_use"},
		{"first_use", Use{Tool: "write", Writes: true, ByModel: true, Granted: true}, true, "ask: first_use"},
		{"always", Use{Tool: "read", Granted: true}, false, "ask: always"},
		{"always", Use{Tool: "write", Writes: true, ByModel: true, Granted: true}, false, "ask: always"},
	} {
		got := Policy{Asks: tt.ask}.Ask(tt.use)
		if got.Allowed != tt.allowed || got.Rule != tt.rule || got.Message == "" {
			t.Errorf("%s, %+v: got %+v, want %v by %q", tt.ask, tt.use, got, tt.allowed, tt.rule)
		}
	}
}

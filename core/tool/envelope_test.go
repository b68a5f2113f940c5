package tool

import (
	"encoding/json"
	"testing"
)

// TS-6, spec 4.3 and 4.4: the envelopes of the specification, with their
// durations where they are seen and without where they are recorded.
func TestEnvelope(t *testing.T) {
	for _, tt := range []struct {
		e              Envelope
		json, timeless string
	}{
		{
			Envelope{Success: true, Output: "string content here...", Millis: 150},
			`{"success":true,"exit_code":0,"output":"string content here...","truncated":false,"duration_ms":150}`,
			`{"success":true,"exit_code":0,"output":"string content here...","truncated":false}`,
		},
		{
			Envelope{ExitCode: 1, Output: "error: not a git repository", Error: "Command failed with exit code 1", Millis: 50},
			`{"success":false,"exit_code":1,"output":"error: not a git repository","truncated":false,"duration_ms":50,"error":"Command failed with exit code 1"}`,
			`{"success":false,"exit_code":1,"output":"error: not a git repository","truncated":false,"error":"Command failed with exit code 1"}`,
		},
		{
			Envelope{Success: true, Output: `{"status": "ok", "count": 5}`, Parsed: json.RawMessage(`{"status":"ok","count":5}`), Millis: 200},
			`{"success":true,"exit_code":0,"output":"{\"status\": \"ok\", \"count\": 5}","truncated":false,"duration_ms":200,"parsed":{"status":"ok","count":5}}`,
			`{"success":true,"exit_code":0,"output":"{\"status\": \"ok\", \"count\": 5}","truncated":false,"parsed":{"status":"ok","count":5}}`,
		},
		{
			Envelope{Success: true, Output: "[1 <cut> 9]", Truncated: true, Parsed: json.RawMessage(`[1,2,9]`)},
			`{"success":true,"exit_code":0,"output":"[1 <cut> 9]","truncated":true,"duration_ms":0}`,
			`{"success":true,"exit_code":0,"output":"[1 <cut> 9]","truncated":true}`,
		},
	} {
		if got := tt.e.JSON(); got != tt.json {
			t.Errorf("got  %s\nwant %s", got, tt.json)
		}
		if got := tt.e.Timeless(); got != tt.timeless {
			t.Errorf("got  %s\nwant %s", got, tt.timeless)
		}
	}
}

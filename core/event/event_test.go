package event

import (
	"encoding/json"
	"strings"
	"testing"

	"lily/core/answer"
	"lily/core/command"
	"lily/core/loader"
	"lily/core/model"
	"lily/core/network"
	"lily/core/persona"
	"lily/core/skill"
	"lily/core/tool"
	"lily/core/tree"
	"lily/core/world"
)

const zeros = "0000000000000000000000000000000000000000000000000000000000000000"

// EV-2, EV-3: every event's line: its keys in a fixed order, no time, lists
// never null, nothing escaped for HTML.
var golden = []struct {
	body Body
	want string
}{
	{
		SessionCreated{Agent: "lily", Owner: true, Model: "m", Persona: persona.Persona{Agent: "lily", Parts: []persona.Part{{Name: "SOUL", Path: "/persona/SOUL.md", Text: "secret"}}}},
		`"session_created","agent":"lily","owner":true,"model":"m","persona":{"agent":"lily","digest":"0","parts":[{"name":"SOUL","path":"/persona/SOUL.md","digest":"0"}]}}`,
	},
	{
		SkillCatalogUpdated{Version: 1, Count: 2, Excluded: 3, Roots: []RootDigest{{world.User, "/user/skills", true, tree.Digest{}, 4}}, Collisions: []loader.Conflict{{Kind: "alias", Name: "x", Paths: []string{"/a", "/b"}}}, Snapshot: &loader.Snapshot{}},
		`"skill_catalog_updated","version":1,"digest":"0","count":2,"excluded":3,"profile":"0","policy":"0","roots":[{"source":"user","path":"/user/skills","present":true,"digest":"0","count":4}],"collisions":[{"kind":"alias","name":"x","paths":["/a","/b"]}]}`,
	},
	{SkillSelected{"a", "user"}, `"skill_selected","name":"a","by":"user"}`},
	{
		SkillLoaded{Name: "a", Path: "/p", Frontmatter: []skill.Field{{Key: "k", Value: "<v>", Line: 2, Known: true, Scalar: true}}, Warnings: []skill.Finding{}},
		`"skill_loaded","name":"a","path":"/p","digest":"0","frontmatter":[{"key":"k","value":"<v>","line":2,"known":true,"scalar":true}],"warnings":[]}`,
	},
	{SkillInvoked{"a", "x & y", "manual", []string{}}, `"skill_invoked","name":"a","args":"x & y","mode":"manual","effective_allowed_tools":[]}`},
	{WorldFault{"policy", "d"}, `"world_fault","part":"policy","message":"d"}`},
	{SkillWarning{"a", "shadowed", "d"}, `"skill_warning","name":"a","kind":"shadowed","detail":"d"}`},
	{Command{"/a b", "a", "b"}, `"command","input":"/a b","name":"a","args":"b"}`},
	{Answer{answer.Say("x")}, `"answer","blocks":[{"kind":"text","text":"x"}]}`},
	{Message{model.Message{Role: model.User, Text: "x", Skill: "a", Context: "long"}}, `"message","role":"user","text":"x","skill":"a"}`},
	{ModelRequest{Model: "m", Parts: []model.Size{{Part: "rules", Bytes: 5, Tokens: 2}}, Catalog: Budget{9, 10, []string{"a"}, []string{}}, Request: model.Request{Model: "m"}}, `"model_request","model":"m","digest":"0","parts":[{"part":"rules","bytes":5,"tokens":2}],"catalog":{"tokens":9,"limit":10,"shortened":["a"],"dropped":[]}}`},
	{
		ModelResponse{Model: "m", Finish: "interrupted", Text: "x", Calls: []model.Call{{ID: "c1", Name: "read", Args: `{"path":"a"}`}}, Usage: model.Usage{In: 3, Out: 4}, Retries: 1, Error: "cut"},
		`"model_response","model":"m","finish":"interrupted","text":"x","calls":[{"id":"c1","name":"read","args":"{\"path\":\"a\"}"}],"usage":{"in":3,"out":4},"retries":1,"error":"cut"}`,
	},
	{ModelSelected{"a/b", 0}, `"model_selected","model":"a/b"}`},
	{ModelSelected{"a/b", 9}, `"model_selected","model":"a/b","window":9}`},
	{SessionKept{}, `"session_kept"}`},
	{Branched{7}, `"branched","from":7}`},
	{Proposal{"a", "model", "m", false, "proposals: false", "No.", 0}, `"proposal","skill":"a","kind":"model","value":"m","applied":false,"rule":"proposals: false","message":"No."}`},
	{CallRefused{"c1", "t", "{}", command.ToolDenied, "deny: t", "Error: no."}, `"call_refused","call":"c1","tool":"t","args":"{}","code":"tool_denied","rule":"deny: t","message":"Error: no."}`},
	{ToolCall{Call: "c1", Tool: "t", Args: json.RawMessage(`{}`)}, `"tool_call","call":"c1","tool":"t","skill":"","args":{},"rule":""}`},
	{ModelResponse{Model: "m", Finish: "stop", Text: "<b>\n\u2028"}, `"model_response","model":"m","finish":"stop","text":"<b>\n\u2028"}`},
	{ToolCall{Tool: "t", Skill: "a", Args: json.RawMessage(`{"a":1}`), Rule: "allow: *"}, `"tool_call","tool":"t","skill":"a","args":{"a":1},"rule":"allow: *"}`},
	{
		ToolResult{Tool: "t", Result: tool.Envelope{Success: true, Output: "o"}, Changes: []tree.Change{}},
		`"tool_result","tool":"t","result":{"success":true,"exit_code":0,"output":"o","truncated":false},"changes":[]}`,
	},
	{
		ToolCall{Tool: "a__t", Skill: "a", Args: json.RawMessage(`{}`), Argv: []string{"echo", "<x>"}, Rule: "allow: *"},
		`"tool_call","tool":"a__t","skill":"a","args":{},"argv":["echo","<x>"],"rule":"allow: *"}`,
	},
	{
		ToolResult{Tool: "a__t", Program: true, Code: command.Timeout, Result: tool.Envelope{ExitCode: 124, Error: "e", Parsed: json.RawMessage(`{"a":1}`), Millis: 1234567}, Changes: []tree.Change{}},
		`"tool_result","tool":"a__t","program":true,"code":"timeout","result":{"success":false,"exit_code":124,"output":"","truncated":false,"error":"e","parsed":{"a":1}},"changes":[]}`,
	},
	{
		Approval{Tool: "t", Skill: "a", Consent: "once", Rule: "network: ask", Origin: "https://a.com"},
		`"approval","tool":"t","skill":"a","digest":"0","granted":false,"consent":"once","rule":"network: ask","origin":"https://a.com"}`,
	},
	{
		NetworkRequest{Method: "GET", URL: "https://a.com/", Header: []network.Field{{Name: "accept", Value: "*/*"}}, Left: []string{"cookie"}, Rule: "granted", Body: "no part"},
		`"network_request","method":"GET","url":"https://a.com/","header":[{"name":"accept","value":"*/*"}],"left_out":["cookie"],"size":0,"digest":"0","rule":"granted"}`,
	},
	{
		NetworkAnswer{Call: "c1", Header: []network.Field{}, Error: "no", Body: "no part"},
		`"network_answer","call":"c1","status":0,"header":[],"size":0,"digest":"0","error":"no"}`,
	},
	{Approval{Tool: "t", Skill: "a", Granted: true, Consent: "digest", Rule: "ask: always"}, `"approval","tool":"t","skill":"a","digest":"0","granted":true,"consent":"digest","rule":"ask: always"}`},
	{AgentSwitched{"b", persona.Persona{Agent: "b", Parts: []persona.Part{}}}, `"agent_switched","agent":"b","persona":{"agent":"b","digest":"0","parts":[]}}`},
	{PersonaReloaded{persona.Persona{Agent: "b", Parts: []persona.Part{}}}, `"persona_reloaded","persona":{"agent":"b","digest":"0","parts":[]}}`},
	{SessionOpened{"s2"}, `"session_opened","id":"s2"}`},
	{Error{command.Timeout, "m"}, `"error","code":"timeout","message":"m"}`},
	{Interrupted{Closed}, `"interrupted","why":"closed"}`},
}

func TestEncode(t *testing.T) {
	for i, tt := range golden {
		got := string(Encode(Event{Seq: i + 1, Session: "s1", Body: tt.body, At: 1234567}))
		want := strings.ReplaceAll(tt.want, `"0"`, `"`+zeros+`"`)
		head, rest, ok := strings.Cut(got, `"type":`)
		if !ok || !strings.HasSuffix(head, `,"session":"s1",`) || rest != want {
			t.Errorf("got  %s\nwant …%s", got, want)
		}
		if !json.Valid([]byte(got)) || strings.Contains(got, "1234567") || strings.Contains(got, "\n") {
			t.Errorf("got %s, want one line of JSON without a time", got)
		}
	}
}

// EV-3: one object a line.
func TestLines(t *testing.T) {
	got := string(Lines([]Event{{Seq: 1, Session: "s", Body: SessionOpened{"a"}}, {Seq: 2, Session: "s", Body: SessionOpened{"b"}}}))
	want := `{"seq":1,"session":"s","type":"session_opened","id":"a"}` + "\n" + `{"seq":2,"session":"s","type":"session_opened","id":"b"}` + "\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

package skill

import (
	"fmt"
	"strings"
	"testing"
)

// PO-8: flat keys propose as the nested ones do; of both the flat one counts; one that
// cannot be read proposes nothing and keeps its fault.
func TestProposals(t *testing.T) {
	for _, tt := range []struct{ metadata, want, defaults string }{
		{"{lily.model: m, lily.context: message}", "model=m context=message", ""},
		{"{lily: {model: m, context: message}}", "model=m context=message", ""},
		{"{lily: {model: old, context: message}, lily.model: new}", "model=new context=message", ""},
		{`{lily.tool_defaults: '{"read":{"lines":40,"path":"a"}}'}`, `tool_defaults={"read":{"lines":40,"path":"a"}}`, `read.lines=40 read.path="a"`},
		{`{lily.tool_defaults: '{}'}`, "tool_defaults={}", ""},
		{"{lily: {tool_defaults: {read: {lines: 40}}}}", "tool_defaults={read: {lines: 40}}", "read.lines=40"},
		{`{lily: {tool_defaults: {read: {lines: 40}}}, lily.tool_defaults: '[]'}`, "tool_defaults=[]!lily.tool_defaults: the text is not a JSON object.", ""},
		{`{lily.tool_defaults: 'read'}`, "tool_defaults=read!lily.tool_defaults: the text is not a JSON object.", ""},
		{`{lily.tool_defaults: '{"read":3}'}`, `tool_defaults={"read":3}!lily.tool_defaults: read is not a JSON object.`, ""},
		{`{lily.tool_defaults: '{"read":{"lines":1},"read":{}}'}`, `tool_defaults={"read":{"lines":1},"read":{}}!lily.tool_defaults: the text has read twice.`, ""},
		{`{lily.tool_defaults: '{"read":{"lines":1,"lines":2}}'}`, `tool_defaults={"read":{"lines":1,"lines":2}}!lily.tool_defaults: read has lines twice.`, ""},
		{`{lily.tool_defaults: '{"read":{}} x'}`, `tool_defaults={"read":{}} x!lily.tool_defaults: the text is followed by more.`, ""},
		{`{lily.tool_defaults: '{"read":{}'}`, `tool_defaults={"read":{}!lily.tool_defaults: the text is not a JSON object: it is never closed.`, ""},
		{"{lily.tool_defaults: null}", "tool_defaults=null!lily.tool_defaults: got nothing, want text.", ""},
	} {
		s := Parse("x", []byte("---\nname: x\ndescription: d\nmetadata: "+tt.metadata+"\n---\n"))
		var got, defaults []string
		for _, p := range s.Proposals {
			one := p.Key + "=" + p.Value
			if p.Fault != "" {
				one += "!" + p.Fault
			}
			got = append(got, one)
		}
		for _, d := range s.Defaults {
			defaults = append(defaults, fmt.Sprintf("%s.%s=%s", d.Tool, d.Arg, d.Value))
		}
		if strings.Join(got, " ") != tt.want || strings.Join(defaults, " ") != tt.defaults {
			t.Errorf("%s:\ngot  %s, %s\nwant %s, %s", tt.metadata, got, defaults, tt.want, tt.defaults)
		}
		for _, p := range s.Proposals {
			if found := strings.Contains(fmt.Sprint(s.Findings), "bad_proposal"); found != (p.Fault != "") && len(s.Proposals) == 1 {
				t.Errorf("%s: got %+v", tt.metadata, s.Findings)
			}
		}
	}
}

// PO-8: a default is JSON of its parameter's type, however it was written.
func TestDefaultFor(t *testing.T) {
	for _, tt := range []struct {
		d    Default
		kind string
		want string
	}{
		{Default{Value: "40"}, "integer", "40"},
		{Default{Value: "40"}, "string", `"40"`},
		{Default{Value: "abc"}, "integer", `"abc"`},
		{Default{Value: "true"}, "boolean", "true"},
		{Default{Value: `["a"]`}, "array", `["a"]`},
		{Default{Value: "40", JSON: true}, "string", "40"},
		{Default{Value: `"a"`, JSON: true}, "string", `"a"`},
	} {
		if got := string(tt.d.For(Param{Type: tt.kind})); got != tt.want {
			t.Errorf("%+v for %s: got %s, want %s", tt.d, tt.kind, got, tt.want)
		}
	}
}

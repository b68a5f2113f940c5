package model_test

import (
	"context"
	"fmt"

	"lily/core/model"
)

// A conversation with a model that says what its script says.
func ExampleParseScript() {
	m, err := model.ParseScript("demo", []byte(`
# The first request gets a call, the second one a text in two chunks.
{"text":"I will look.","calls":[{"name":"read","args":{"path":"notes.md"}}]}
{"chunks":["It says: ","water the lily."]}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := model.Request{Messages: []model.Message{{Role: model.User, Text: "What do my notes say?"}}}
	reply, _ := m.Reply(context.Background(), r, func(model.Delta) {})
	fmt.Println(reply.Finish, reply.Calls)

	r.Messages = append(r.Messages,
		model.Message{Role: model.Assistant, Text: reply.Text, Calls: reply.Calls},
		model.Message{Role: model.Tool, Text: "Water the lily.", Call: reply.Calls[0].ID})
	reply, _ = m.Reply(context.Background(), r, func(d model.Delta) { fmt.Printf("%q ", d.Text) })
	fmt.Println(reply.Finish)
	// Output:
	// tool_calls [{call_1_1 read {"path":"notes.md"}}]
	// "It says: " "water the lily." stop
}

package network

import (
	"bytes"
	"encoding/json"
	"errors"
)

// What the page and its server tell each other: a request as one JSON object, and an answer as a line of JSON with the
// bytes of its body behind it.

// Path is the server's operation.
const Path = "network"

// asked is a request as it travels.
type asked struct {
	Method string  `json:"method"`
	URL    string  `json:"url"`
	Header []Field `json:"header"`
	Body   []byte  `json:"body"`
}

type head struct {
	Status int     `json:"status"`
	Header []Field `json:"header"`
	Size   int     `json:"size"`
}

// Encode writes a request.
func (r Request) Encode() []byte {
	data, _ := json.Marshal(asked{r.Method, r.URL, r.Header, r.Body}) // texts always encode
	return data
}

// Decode reads a request, and checks it again.
func Decode(data []byte) (Request, error) {
	var a asked
	if err := json.Unmarshal(data, &a); err != nil {
		return Request{}, errors.New("got no request")
	}
	return New(a.Method, a.URL, a.Header, a.Body)
}

// Encode writes an answer.
func (a Answer) Encode() []byte {
	line, _ := json.Marshal(head{a.Status, a.Header, len(a.Body)}) // texts always encode
	return append(append(line, '\n'), a.Body...)
}

// DecodeAnswer reads an answer that is whole.
func DecodeAnswer(data []byte) (Answer, error) {
	line, body, ok := bytes.Cut(data, []byte("\n"))
	var h head
	if !ok || json.Unmarshal(line, &h) != nil || h.Size != len(body) {
		return Answer{}, errors.New("the answer did not arrive whole")
	}
	a := Answer{Status: h.Status, Header: h.Header, Body: body}
	if a.Header == nil {
		a.Header = []Field{}
	}
	return a, a.Check()
}

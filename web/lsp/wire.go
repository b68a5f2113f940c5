package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The bounds of what a client sends: of the headers of a message, and of its body.
const (
	mostHeader = 8 << 10
	mostBody   = 64 << 20
)

// The codes of JSON-RPC and of the protocol that are answered with.
const (
	parseError     = -32700
	invalidRequest = -32600
	noMethod       = -32601
	invalidParams  = -32602
	internalError  = -32603
	notInitialized = -32002
	cancelled      = -32800
	failed         = -32803
)

// message is one message of JSON-RPC, of either side.
type message struct {
	Version string           `json:"jsonrpc"`
	ID      *json.RawMessage `json:"id,omitempty"`
	Method  string           `json:"method,omitempty"`
	Params  json.RawMessage  `json:"params,omitempty"`
	Result  *json.RawMessage `json:"result,omitempty"`
	Error   *wrong           `json:"error,omitempty"`
}

// wrong is an error as it is answered.
type wrong struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (w *wrong) Error() string { return w.Message }

func refuse(code int, format string, args ...any) *wrong {
	return &wrong{code, fmt.Sprintf(format, args...)}
}

// receive reads the body of the next message. After an error that is no io.EOF nobody knows where the next one begins.
func receive(from *bufio.Reader) ([]byte, error) {
	size, read := -1, 0
	for {
		line, err := headerLine(from, mostHeader-read)
		if err == io.EOF && read == 0 && line == "" {
			return nil, io.EOF
		}
		if err != nil {
			return nil, err
		}
		read += len(line)
		if line = strings.TrimRight(line, "\r\n"); line == "" {
			break
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("got the header %.60q, want a name, a colon and a value", line)
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 31)
			if err != nil || n > mostBody || size >= 0 {
				return nil, fmt.Errorf("got Content-Length %.60q, want one number of at most %d", strings.TrimSpace(value), mostBody)
			}
			size = int(n)
		}
	}
	if size < 0 {
		return nil, errors.New("got a message without a Content-Length")
	}
	var body bytes.Buffer // grows with what comes, and not with what is said
	if n, err := io.Copy(&body, io.LimitReader(from, int64(size))); err != nil || int(n) < size {
		return nil, fmt.Errorf("got %d bytes of a message, want %d", n, size)
	}
	return body.Bytes(), nil
}

func headerLine(from *bufio.Reader, most int) (string, error) {
	var line []byte
	for {
		c, err := from.ReadByte()
		if err == io.EOF && len(line) > 0 {
			return string(line), errors.New("the input ends within a header")
		}
		if err != nil {
			return "", err
		}
		if line = append(line, c); c == '\n' {
			return string(line), nil
		}
		if len(line) >= most {
			return "", fmt.Errorf("got headers of more than %d bytes", mostHeader)
		}
	}
}

// parse reads a body. What is no message of JSON-RPC is an error to answer with.
func parse(body []byte) (message, *wrong) {
	var m message
	if trimmed := bytes.TrimSpace(body); len(trimmed) > 0 && trimmed[0] == '[' {
		return m, refuse(invalidRequest, "got a batch, want one message")
	}
	if err := json.Unmarshal(body, &m); err != nil {
		if _, ok := errors.AsType[*json.SyntaxError](err); ok {
			return message{}, refuse(parseError, "the message is no JSON: %v", err)
		}
		return message{}, refuse(invalidRequest, "the message is no request: %v", err)
	}
	if m.Version != "2.0" {
		return m, refuse(invalidRequest, "got jsonrpc %.20q, want \"2.0\"", m.Version)
	}
	return m, nil
}

// send writes a message with its header.
func send(to io.Writer, m message) error {
	m.Version = "2.0"
	body, err := json.Marshal(m)
	if err == nil {
		_, err = fmt.Fprintf(to, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	return err
}

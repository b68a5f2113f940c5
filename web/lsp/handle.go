package lsp

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// handler answers one method.
type handler func(s *Server, params json.RawMessage) (any, *wrong)

// handlers are the methods that a running session takes.
func handlers() map[string]handler {
	return map[string]handler{
		"initialized":                         (*Server).initialized,
		"shutdown":                            (*Server).shutdown,
		"textDocument/didOpen":                with((*Server).didOpen),
		"textDocument/didChange":              with((*Server).didChange),
		"textDocument/didSave":                with((*Server).didSave),
		"textDocument/didClose":               with((*Server).didClose),
		"textDocument/codeAction":             with((*Server).codeAction),
		"textDocument/completion":             with((*Server).completion),
		"textDocument/hover":                  with((*Server).hover),
		"textDocument/definition":             with((*Server).definition),
		"textDocument/prepareRename":          with((*Server).prepareRename),
		"textDocument/rename":                 with((*Server).rename),
		"workspace/didChangeWatchedFiles":     (*Server).didWatch,
		"workspace/didRenameFiles":            (*Server).didWatch,
		"workspace/didChangeWorkspaceFolders": with((*Server).didMove),
	}
}

// with reads the params of a method.
func with[P any](do func(*Server, P) (any, *wrong)) handler {
	return func(s *Server, raw json.RawMessage) (any, *wrong) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, refuse(invalidParams, "the params cannot be read: %v", err)
		}
		return do(s, p)
	}
}

// handle answers a message, whatever becomes of it.
func (s *Server) handle(m message) (result any, fault *wrong) {
	defer func() {
		if r := recover(); r != nil { // a fault of Lily's own, which costs one answer and not the session
			result, fault = nil, refuse(internalError, "%s failed: %v", m.Method, r)
		}
	}()
	do, known := handlers()[m.Method]
	switch {
	case m.Method == "initialize" && s.stage == fresh:
		return with((*Server).initialize)(s, m.Params)
	case m.Method == "initialize":
		return nil, refuse(invalidRequest, "initialize comes once, and first")
	case s.stage == fresh && m.ID == nil:
		return nil, nil
	case s.stage == fresh:
		return nil, refuse(notInitialized, "want initialize before %s", m.Method)
	case s.stage == down && m.ID == nil:
		return nil, nil
	case s.stage == down:
		return nil, refuse(invalidRequest, "nothing is answered after shutdown")
	case known:
		return do(s, m.Params)
	case m.ID == nil:
		return nil, nil // as the protocol wants of what a server does not know
	}
	return nil, refuse(noMethod, "there is no method %.60q", m.Method)
}

// opening is what an editor says of itself.
type opening struct {
	RootURI          string   `json:"rootUri"`
	WorkspaceFolders []folder `json:"workspaceFolders"`
	Capabilities     struct {
		General struct {
			PositionEncodings []units `json:"positionEncodings"`
		} `json:"general"`
		Workspace struct {
			WorkspaceEdit struct {
				ResourceOperations []string `json:"resourceOperations"`
				DocumentChanges    bool     `json:"documentChanges"`
			} `json:"workspaceEdit"`
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

type folder struct {
	URI string `json:"uri"`
}

func (s *Server) initialize(p opening) (any, *wrong) {
	s.stage = running
	for _, u := range p.Capabilities.General.PositionEncodings {
		if u == utf8Units || u == utf16Units || u == utf32Units {
			s.units = u // the editor names what it likes best first
			break
		}
	}
	for _, op := range p.Capabilities.Workspace.WorkspaceEdit.ResourceOperations {
		s.renames = s.renames || op == "rename" && p.Capabilities.Workspace.WorkspaceEdit.DocumentChanges
	}
	s.watches = p.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration
	if len(p.WorkspaceFolders) == 0 && p.RootURI != "" {
		p.WorkspaceFolders = []folder{{p.RootURI}}
	}
	for _, f := range p.WorkspaceFolders {
		if at, ok := pathOf(f.URI); ok {
			s.roots = append(s.roots, at)
		}
	}
	return map[string]any{
		"serverInfo": map[string]any{"name": "lily", "version": s.Version},
		"capabilities": map[string]any{
			"positionEncoding":   s.units,
			"textDocumentSync":   map[string]any{"openClose": true, "change": 2, "save": true},
			"codeActionProvider": map[string]any{"codeActionKinds": []string{"quickfix", "source.fixAll"}},
			"completionProvider": map[string]any{"triggerCharacters": []string{":", " ", "(", "`", "/", ","}},
			"hoverProvider":      true,
			"definitionProvider": true,
			"renameProvider":     map[string]any{"prepareProvider": true},
			"workspace":          map[string]any{"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true}},
		},
	}, nil
}

// initialized asks the editor to watch files, and looks at all skills once.
func (s *Server) initialized(json.RawMessage) (any, *wrong) {
	if s.watches {
		var list []any
		for _, glob := range []string{"**/SKILL.md", "**/lily.yaml", "**/{scripts,references,assets}/**"} {
			list = append(list, map[string]any{"globPattern": glob})
		}
		s.ask("client/registerCapability", map[string]any{"registrations": []any{map[string]any{
			"id": "watched", "method": "workspace/didChangeWatchedFiles", "registerOptions": map[string]any{"watchers": list},
		}}})
	}
	s.lookAround()
	return nil, nil
}

// ask sends a request to the editor, whose answer changes nothing.
func (s *Server) ask(method string, params any) {
	s.asked++
	id := json.RawMessage(strconv.Quote(fmt.Sprintf("lily-%d", s.asked)))
	if data, err := json.Marshal(params); err == nil {
		s.send(message{ID: &id, Method: method, Params: data})
	}
}

func (s *Server) shutdown(json.RawMessage) (any, *wrong) {
	s.stage = down
	return nil, nil
}

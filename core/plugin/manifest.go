package plugin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"

	"lily/core/skill"
)

// reader reads one manifest.
type reader struct {
	p    *Plugin
	text string
	list []skill.Finding
}

// field is a key of the manifest with its value, and where the key stands.
type field struct {
	key   string
	value json.RawMessage
	at    int
}

func (r *reader) read() {
	fields, err := r.fields()
	if err != nil {
		r.fatal(0, "plugin_unreadable", "The manifest cannot be read: %s.", strings.TrimSuffix(err.Error(), "."))
		return
	}
	has := map[string]bool{}
	for _, f := range fields {
		if has[f.key] {
			r.fatal(f.at, "plugin_field", "The key %q is there twice.", f.key)
		}
		has[f.key] = true
		r.field(f)
	}
	if r.p.Kind == Open && !has["$schema"] {
		r.fatal(0, "plugin_schema", "The manifest names no $schema, want %q.", Schema)
	}
	if !has["name"] {
		r.fatal(0, "plugin_name", "The manifest has no name.")
	}
}

// fields are those of the one object that the text has to be.
func (r *reader) fields() (list []field, err error) {
	dec := json.NewDecoder(strings.NewReader(r.text))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, broken(err, "it is no object")
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, broken(err, "")
		}
		f := field{key: key.(string), at: int(dec.InputOffset())}
		f.at = strings.LastIndex(r.text[:f.at-1], `"`)
		if err := dec.Decode(&f.value); err != nil {
			return nil, broken(err, "")
		}
		list = append(list, f)
	}
	if _, err := dec.Token(); err != nil {
		return nil, broken(err, "")
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, broken(nil, "text follows its end")
	}
	return list, nil
}

func broken(err error, otherwise string) error {
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return fmt.Errorf("it ends too early")
	case err != nil:
		return err
	}
	return fmt.Errorf("%s", otherwise)
}

// field judges one.
func (r *reader) field(f field) {
	switch f.key {
	case "name":
		r.string(f, &r.p.Name)
		if why := Valid(r.p.Name); why != "" && r.is(f, '"') {
			r.fatal(f.at, "plugin_name", "The name %q cannot be that of a plugin: %s.", r.p.Name, why)
		}
	case "version":
		r.string(f, &r.p.Version)
	case "description":
		r.string(f, &r.p.Description)
	case "homepage", "repository", "license":
		r.string(f, new(string))
	case "keywords":
		if json.Unmarshal(f.value, new([]string)) != nil || !r.is(f, '[') {
			r.fatal(f.at, "plugin_field", "The keywords are no list of texts.")
		}
	case "author":
		r.author(f)
	case "skills":
		r.folders(f)
	case "$schema":
		r.schema(f)
	case "extensions":
		if r.p.Kind == Open && !r.is(f, '{') {
			r.told(f.at, "plugin_extensions", "The extensions are no object, and are ignored.")
		}
	default:
		r.unknown(f)
	}
}

// unknown is a key that the closed schema does not have. Claude Code's schema has more than is read here.
func (r *reader) unknown(f field) {
	if r.p.Kind == Open {
		r.told(f.at, "plugin_unknown_field", "Agent Plugins 1.0.0 has no key %q, and ignores it: what is one program's belongs below extensions.", f.key)
	}
}

func (r *reader) schema(f field) {
	if r.p.Kind != Open {
		return
	}
	var s string
	if json.Unmarshal(f.value, &s); s != Schema {
		r.fatal(f.at, "plugin_schema", "The $schema is %s, want %q.", f.value, Schema)
	}
}

// author is an object with a name, an address and a page, and nothing else.
func (r *reader) author(f field) {
	if r.p.Kind == Claude && r.is(f, '"') {
		return
	}
	var a struct{ Name, Email, URL *string }
	dec := json.NewDecoder(bytes.NewReader(f.value))
	dec.DisallowUnknownFields()
	if !r.is(f, '{') || dec.Decode(&a) != nil && r.p.Kind == Open || bytes.Contains(f.value, []byte("null")) && r.p.Kind == Open {
		r.fatal(f.at, "plugin_field", "The author is no object of texts with name, email and url.")
	}
}

// folders are what Claude Code looks in beside skills.
func (r *reader) folders(f field) {
	if r.p.Kind == Open {
		r.unknown(f)
		return
	}
	var list []string
	if one := ""; json.Unmarshal(f.value, &one) == nil {
		list = []string{one}
	} else if json.Unmarshal(f.value, &list) != nil {
		r.fatal(f.at, "plugin_field", "The skills are neither a path nor a list of paths.")
		return
	}
	for _, at := range list {
		clean := path.Clean(at)
		if !strings.HasPrefix(at, "./") || clean == ".." || strings.HasPrefix(clean, "../") {
			r.fatal(f.at, "plugin_path", "The path %q does not begin with ./, or leads out of the plugin.", at)
			continue
		}
		r.p.Folders = append(r.p.Folders, clean)
	}
}

// string reads a text.
func (r *reader) string(f field, to *string) {
	if json.Unmarshal(f.value, to) != nil || !r.is(f, '"') {
		r.fatal(f.at, "plugin_field", "The %s is no text.", f.key)
	}
}

// is reports what a value begins with.
func (r *reader) is(f field, begin byte) bool { return len(f.value) > 0 && f.value[0] == begin }

// fatal tells of what makes a program refuse the plugin, at an offset of the manifest.
func (r *reader) fatal(at int, code, format string, args ...any) {
	r.p.Refused = true
	line, column := place(r.text, at)
	r.at(r.p.File, line, column, code, skill.Error, format, args...)
}

// told tells of what is ignored.
func (r *reader) told(at int, code, format string, args ...any) {
	line, column := place(r.text, at)
	r.at(r.p.File, line, column, code, skill.Warning, format, args...)
}

func (r *reader) at(file string, line, column int, code string, s skill.Severity, format string, args ...any) {
	r.list = append(r.list, skill.Finding{
		Code: code, Severity: s, File: file, Line: line, Column: column, Message: fmt.Sprintf(format, args...), Clause: "SK-8",
	})
}

// place is where an offset is, counted from 1.
func place(text string, at int) (line, column int) {
	before := text[:max(0, at)]
	return 1 + strings.Count(before, "\n"), 1 + len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
}

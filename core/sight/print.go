package sight

import (
	"bytes"
	"encoding/json"
	"io"
)

// PrintJSON writes a value for a person and for a program that reads it: indented by two blanks, without the escapes
// for HTML, with those of JSON for what a screen would hide. Its error is the writer's, or that JSON cannot hold the value.
func PrintJSON(to io.Writer, value any) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := to.Write(JSON(text.Bytes()))
	return err
}

package tool

import (
	"encoding/json"

	"lily/core/skill"
)

// schema is the part of JSON Schema that models are told, in a fixed order.
type schema struct {
	Type        string            `json:"type"`
	Description string            `json:"description,omitempty"`
	Enum        []string          `json:"enum,omitempty"`
	Items       *schema           `json:"items,omitempty"`
	Properties  map[string]schema `json:"properties,omitzero"`
	Required    []string          `json:"required,omitempty"`
	Additional  *bool             `json:"additionalProperties,omitempty"`
}

// Schema is the JSON Schema of parameters: an object that knows no others.
func Schema(params []skill.Param) json.RawMessage { return object(params, nil) }

// Choice is the schema of one required string that is one of values.
func Choice(name, description string, values []string) json.RawMessage {
	return object([]skill.Param{param(name, "string", description)}, values)
}

func object(params []skill.Param, values []string) json.RawMessage {
	s := schema{Type: "object", Properties: map[string]schema{}, Additional: new(bool)}
	for _, p := range params {
		property := schema{Type: p.Type, Description: p.Description, Enum: values}
		if p.Type == "array" {
			property.Items = &schema{Type: "string"}
		}
		s.Properties[p.Name] = property
		if p.Required {
			s.Required = append(s.Required, p.Name)
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings, lists and maps of them always encode
	}
	return data
}

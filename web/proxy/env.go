package proxy

import (
	"cmp"
	"errors"
	"fmt"
)

// FromEnv lists what the environment knows: OpenAI and Anthropic, with a key or
// without, and the usual servers of this machine at their usual ports. It reads
// OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL and, if
// it names this machine, OLLAMA_HOST, as the vendors' own tools do. No error
// repeats a value.
func FromEnv(getenv func(string) string) ([]Upstream, error) {
	openai, err1 := vendor(getenv, "OPENAI", "https://api.openai.com/v1")
	openai.ID, openai.Name, openai.Format = "openai", "OpenAI", OpenAI
	anthropic, err2 := vendor(getenv, "ANTHROPIC", "https://api.anthropic.com")
	anthropic.ID, anthropic.Name, anthropic.Format = "anthropic", "Anthropic", Anthropic
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	ollama := guess("ollama", "Ollama", 11434)
	if host := getenv("OLLAMA_HOST"); host != "" {
		if base, ok := ollamaHost(host); ok {
			ollama.URL = base
		}
	}
	return []Upstream{
		openai, anthropic, ollama, guess("llama-cpp", "llama.cpp", 8080), guess("lm-studio", "LM Studio", 1234), guess("vllm", "vLLM", 8000),
	}, nil
}

// vendor reads what the variables of a vendor say. An address on this machine is
// a local server that speaks the vendor's format.
func vendor(getenv func(string) string, prefix, usual string) (Upstream, error) {
	u := Upstream{KeyEnv: prefix + "_API_KEY"}
	key, err1 := secret(getenv(u.KeyEnv))
	base, local, err2 := place(cmp.Or(getenv(prefix+"_BASE_URL"), usual))
	u.Key, u.URL, u.Local = key, base, local
	return u, errors.Join(named(u.KeyEnv, err1), named(prefix+"_BASE_URL", err2))
}

// named says in which variable something is wrong.
func named(variable string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", variable, err)
}

func guess(id, name string, port int) Upstream {
	return Upstream{ID: id, Name: name, Format: OpenAI, URL: fmt.Sprintf("http://127.0.0.1:%d/v1", port), Local: true, Guess: true}
}

package networktest

import "testing"

func TestMemory(t *testing.T) { Test(t, &Memory{}, "https://api.example.com") }

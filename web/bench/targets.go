package main

import (
	"maps"
	"slices"
	"strings"
)

// target is a figure and what it may be at most: that many times another figure of the same run, or that much of its unit.
type target struct {
	by   string // what measures it
	what string
	figure
	to   figure // empty for none
	than string // what that is, to people
	most float64
}

var targets = []target{
	{"bench", "1,000 skills of 4 KB, disk to snapshot, one core, processor time", "Disk/1000 cpu-ms", "Bytes/1000 cpu-ms", "reading the bytes", 1.3},
	{"bench", "1,000 skills of 4 KB, disk to snapshot, all cores", "cores Disk/1000 ms", "cores Bytes/1000 ms", "reading the bytes", 1.3},
	{"bench", "1,000 skills of 4 KB, tree to snapshot, wasm", "wasm Snapshot/1000 ms", "Bytes/1000 ms", "reading the bytes natively", 0},
	{"bench", "reload after one change among 10,000, wasm", "wasm Reload/10000 ms", "", "", 5},
	{"bench", "the same with the edit of the tree, wasm", "wasm EditAndReload/10000 ms", "", "", 5},
	{"bench-peers", "1,000 skills of 4 KB, disk to snapshot, native", "cores Disk/1000 ms", fastest, "the fastest peer", 0.5},
	{"bench-peers", "1,000 skills of 4 KB, tree to snapshot, wasm", "wasm Snapshot/1000 ms", fastest, "the fastest peer", 1},
	{"bench-peers", "crush", "Peer/crush ms", fastest, "the fastest peer", 0},
	{"bench-peers", "pi", "Peer/pi ms", fastest, "the fastest peer", 0},
	{"bench-peers", "codex", "Peer/codex ms", fastest, "the fastest peer", 0},
	{"bench-peers", "gemini", "Peer/gemini ms", fastest, "the fastest peer", 0},
	{"bench-page", "10,000 skills: start until a key is taken, cold", "page start-with-a-new-session-until-a-key-is-taken ms", "", "", 800},
	{"bench-page", "the same, warm", "page start-with-a-session-to-go-on-with-until-a-key-is-taken ms", "", "", 300},
	{"bench-page", "10,000 skills of four files: drop, up to the preview", "page the-drop,-up-to-the-preview ms", "", "", 0},
	{"bench-page", "tasks over 50 ms in it", "page tasks-over-50-ms-in-the-drop,-up-to-the-preview tasks", "", "", 0},
	{"bench-page", "their import", "page the-import ms", "", "", 2000},
	{"bench-page", "tasks over 50 ms in it", "page tasks-over-50-ms-in-the-import tasks", "", "", 0},
	{"bench-page", "10,000 skills: memory of the engine after a start", "page memory-of-the-engine-after-a-start MB", "", "", 60},
	{"bench-page", "500 turns: memory of the engine", "page memory-of-the-engine-after-500-turns MB", "", "", 100},
	{"bench-page", "the same after the next start", "page memory-of-the-engine-after-a-start-with-500-turns MB", "", "", 100},
	{"bench-page", "that start until a key is taken", "page start-with-500-turns-until-a-key-is-taken ms", "", "", 300},
	{"bench-page", "Firefox: start until a key is taken, warm", "page Firefox:-start-until-a-key-is-taken ms", "", "", 300},
	{"bench-page", "Firefox, 10,000 skills: the same", "page Firefox:-10,000-skills:-start-until-a-key-is-taken ms", "", "", 300},
	{"bench-page", "Firefox, 10,000 skills: /skills, seen from outside", "page Firefox:-10,000-skills:-/skills ms", "", "", 0},
	{"bench-page", "first run of Python, from the yes to its answer", "page first-run-of-Python ms", "", "", 2500},
	{"bench-page", "a later one", "page later-run-of-Python ms", "", "", 500},
	{"bench-page", "a later run of the shell", "page later-run-of-Shell ms", "", "", 0},
	{"bench-page", "a later run of JavaScript", "page later-run-of-JavaScript ms", "", "", 0},
	{"bench-page", "worst frame of a scroll", "page worst-frame-of-a-scroll ms", "", "", 50},
}

const fastest = "Peer ms"

const frame = "page frame-of-"

// frames are the targets of all documents, lists and lines whose frame was measured: as many as the tests of the page show.
func (f figures) frames() (list []target) {
	for _, key := range slices.Sorted(maps.Keys(f)) {
		if name, ok := strings.CutPrefix(string(key), frame); ok {
			name, _, _ = strings.Cut(name, " ")
			list = append(list, target{"bench-page", "10,000 skills: frame of " + strings.ReplaceAll(name, "-", " "), key, "", "", 50})
		}
	}
	return list
}

package main

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
	{"bench-peers", "1,000 skills of 4 KB, disk to snapshot, native", "cores Disk/1000 ms", "Peer/crush ms", "crush", 0.5},
	{"bench-peers", "1,000 skills of 4 KB, tree to snapshot, wasm", "wasm Snapshot/1000 ms", "Peer/crush ms", "crush", 1},
	{"bench-peers", "crush itself", "Peer/crush ms", "Peer/crush ms", "crush", 0},
	{"bench-peers", "pi", "Peer/pi ms", "Peer/crush ms", "crush", 0},
	{"bench-peers", "codex", "Peer/codex ms", "Peer/crush ms", "crush", 0},
	{"bench-peers", "gemini", "Peer/gemini ms", "Peer/crush ms", "crush", 0},
}

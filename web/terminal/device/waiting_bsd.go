//go:build unix && !linux

package device

// Of the systems that came from BSD, macOS among them.
const (
	waiting  = 0x4004667f // FIONREAD
	mostLine = 1023       // MAX_CANON, without the end of the line
)

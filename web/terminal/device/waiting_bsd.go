//go:build unix && !linux

package device

const waiting = 0x4004667f // FIONREAD of the systems that came from BSD, macOS among them

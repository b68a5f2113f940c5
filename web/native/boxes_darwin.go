package native

// boxes are the sandboxes of macOS.
var boxes = []func(path string) (*Box, error){seatbelt}

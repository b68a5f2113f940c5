package native

// boxes are the sandboxes of Linux, the best first.
var boxes = []func(path string) (*Box, error){bubblewrap, landlock}

//go:build !unix && !js

package costtest

import "time"

var begun = time.Now()

func cpu() time.Duration { return time.Since(begun) }

// each is which part of the shapes is measured.
const each = 3

package past

import (
	"fmt"
	"path/filepath"
	"runtime"
)

// Home is the folder of the sessions of the person on this machine, as its system wants it: below XDG_DATA_HOME where
// that is set.
func Home(getenv func(string) string) (string, error) {
	dir, of := getenv("XDG_DATA_HOME"), "HOME"
	if dir == "" || !filepath.IsAbs(dir) { // one that is not is none, as the standard says
		var below []string
		switch runtime.GOOS {
		case "windows":
			of = "LocalAppData"
		case "darwin":
			below = []string{"Library", "Application Support"}
		default:
			below = []string{".local", "share"}
		}
		if dir = getenv(of); dir == "" || !filepath.IsAbs(dir) { // which would be one of the project's
			return "", fmt.Errorf("there is no folder to keep sessions in: set XDG_DATA_HOME, or %s, to a whole path", of)
		}
		dir = filepath.Join(append([]string{dir}, below...)...)
	}
	return filepath.Join(dir, "lily", "sessions"), nil
}

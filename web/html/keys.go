package html

import (
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Keys is a text of the page's own with its keys as the system writes them: Mod+K is ⌘K on a Mac or an iPad, else
// Ctrl+K. Which keys there are, is said in the one table of the page.
func Keys(text string) string { return written(apple(), text) }

func written(apple bool, text string) string {
	if apple {
		return strings.NewReplacer("Mod+", "⌘", "Alt+", "⌥", "Shift+", "⇧").Replace(text)
	}
	return strings.ReplaceAll(text, "Mod+", "Ctrl+")
}

// apple reports whether the keyboard is one with ⌘.
var apple = sync.OnceValue(func() bool {
	if !app.IsClient {
		return false
	}
	system := app.Window().Get("navigator").Get("platform").String()
	return strings.HasPrefix(system, "Mac") || strings.HasPrefix(system, "iP")
})

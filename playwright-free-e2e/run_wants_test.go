package e2e

import (
	"slices"
	"strings"
	"testing"

	needed "lily/core/wants"
)

// What the table of the page says that it has, its Python and its JavaScript have: each module can be imported.
func TestRunnerHasWhatItsTableSays(t *testing.T) {
	t.Parallel()
	has := needed.Page(nil)
	python := slices.Concat(has.Names(needed.Python), has.Packages(), has.Names("idle"))
	quoted := `"` + strings.Join(slices.Concat(has.Names(needed.Node), has.Names("idle-node")), `", "`) + `"`
	p, _ := shell(t)
	for run, text := range map[string]string{
		"python3 x": "import importlib\nfor n in '" + strings.Join(python, " ") + "'.split():\n" +
			"    try:\n        importlib.import_module(n)\n    except Exception as e:\n        print(n, e)\nprint('done')\n",
		"node x": "for (const n of [" + quoted + "]) try { require(n) } catch (e) { console.log(n, e.message) }\nconsole.log('done')\n",
	} {
		if r := p.slowly(map[string]string{"workspace/x": text}, "bash", "-c", run); r.Stdout != "done\n" || r.Failed != "" {
			t.Errorf("%s: got %q %s%s, want that all can be imported", run, r.Stdout, r.Stderr, r.Failed)
		}
	}
}

package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"lily/core/model"
	"lily/core/tree"
	"lily/web/proxy/upstream"
)

// types is the line that a person types for a deed, and what a model replies where there is no tool.
func (d deed) types(out string) (line string, replies []upstream.Reply) {
	if d.tool == "" {
		return "/skill " + d.name + " Do it.", done(d.shell(out))
	}
	return "/skill " + d.name + " " + strings.ReplaceAll(d.tool, "{}", out+"/"+d.name), nil
}

func (d deed) shell(out string) upstream.Call {
	return wants("b", "shell", text(map[string]string{"command": strings.ReplaceAll(strings.Join(d.words, " "), "{}", out+"/"+d.name)}))
}

func done(calls ...upstream.Call) []upstream.Reply {
	return []upstream.Reply{upstream.Calls(calls...), upstream.Text("Done.")}
}

// chosen is what a model replies to have a deed done of its own accord: it calls the skill's tool, or selects the skill
// and runs its words.
func (d deed) chosen(out string) []upstream.Reply {
	if d.tool == "" {
		return done(wants("a", "select_skill", text(map[string]string{"name": d.name})), d.shell(out))
	}
	words := strings.Fields(strings.ReplaceAll(d.tool, "{}", out+"/"+d.name))
	args := map[string]string{}
	for _, w := range words[1:] {
		name, value, _ := strings.Cut(w, "=")
		args[name] = value
	}
	return done(wants("a", d.name+"__"+words[0], text(args)))
}

func text(v map[string]string) string {
	data, _ := json.Marshal(v) // texts always encode
	return string(data)
}

// decides sends a line, and answers the one question that it leads to.
func (d *person) decides(line, button string) {
	d.Helper()
	d.begin(line)
	d.wait("region", "Approval needed")
	d.reply = button
	d.until("the end of "+line, func() (bool, error) {
		d.answers()
		return d.there("button", "Send"), nil
	})
}

// did are the results of the programs of the session that is open.
func (d *person) did() (outputs []string, codes []int) {
	d.Helper()
	raw, err := d.Events()
	d.must(err)
	for line := range strings.Lines(raw) {
		var e struct {
			Type   string
			Tool   string
			Result struct {
				Output   string
				ExitCode int `json:"exit_code"`
			}
		}
		d.must(json.Unmarshal([]byte(line), &e))
		if e.Type == "tool_result" && e.Tool != "select_skill" {
			outputs, codes = append(outputs, e.Result.Output), append(codes, e.Result.ExitCode)
		}
	}
	return outputs, codes
}

// everything is each file of the page, by its path, as an export of everything has it.
func (d *person) everything() map[string][]byte {
	d.Helper()
	downloaded := d.downloads()
	d.do1("Export everything")
	data := downloaded("lily.zip")
	all, err := zip.NewReader(bytes.NewReader(data), int64(len(data))) // the names are any that a test brings
	d.must(err)
	files := map[string][]byte{}
	for _, f := range all.File {
		if files[f.Name], err = fs.ReadFile(all, f.Name); err != nil && !strings.HasSuffix(f.Name, "/") {
			d.must(err)
		}
	}
	return files
}

const denied = 12 // the first of so many skills is denied once before it is allowed

// Skills of the kind that people share, all in one import, run to their end on one page: each by a person's line and by
// a model's call, after a yes, and what they say and the files that they leave are those of a machine. What is denied
// leaves nothing.
func TestFortySkillsInThePage(t *testing.T) {
	t.Parallel()
	all := deeds(t)
	want := answeredBefore(t, all)
	if !*everySkill {
		all, want = everyFourth(all), everyFourth(want)
	}
	var lines []string
	var byPerson, ofModel []upstream.Reply
	types := func(line string, replies []upstream.Reply) {
		lines, byPerson = append(lines, line), append(byPerson, replies...)
	}
	skills := map[string]tree.Tree{}
	for i, k := range all {
		var b tree.Builder
		for path, data := range k.brings(t) {
			if err := b.Put(path, data); err != nil {
				t.Fatal(err)
			}
		}
		skills[k.name] = b.Tree()
		if i%denied == 0 {
			types(k.types("no"))
		}
		types(k.types("h"))
		ofModel = append(ofModel, k.chosen("m")...)
	}
	d, _ := speak(t, model.OpenAI, slices.Concat(byPerson, ofModel)...)
	d.must(d.Import("workspace", skills))
	d.tell("/reload_skills")
	for i, line := range lines {
		d.decides(line, map[bool]string{true: "Deny…", false: "Allow once…"}[i%(denied+1) == 0])
	}
	byHand, codesByHand := d.did()
	d.anew("s2")
	d.must(d.Model("up/m"))
	for _, k := range all {
		d.decides("Use "+k.name+".", "Allow once…")
	}
	byModel, codesByModel := d.did()
	if len(byHand) != len(all) || len(byModel) != len(all) {
		t.Fatalf("got %d and %d results, want %d each", len(byHand), len(byModel), len(all))
	}
	files := d.everything()
	for i, k := range all {
		k.agrees(t, "by hand", want[i].told(), k.kept("h", byHand[i], codesByHand[i], files).told())
		k.agrees(t, "by a model", want[i].told(), k.kept("m", byModel[i], codesByModel[i], files).told())
	}
	for path := range files {
		if strings.HasPrefix(path, "workspace/no/") {
			t.Errorf("got %s of what was denied", path)
		}
	}
}

var everySkill = flag.Bool("every-skill", false, "run all skills in the page, and not every fourth")

func everyFourth[T any](list []T) (some []T) {
	for i := 0; i < len(list); i += 4 {
		some = append(some, list[i])
	}
	return some
}

// told is what a result has of it: the lines of both streams in one, in whichever order they came.
func (l left) told() left {
	lines := slices.Sorted(strings.Lines(l.Stdout + l.Stderr))
	l.Stdout, l.Stderr = strings.Join(lines, ""), ""
	return l
}

// kept is what came of a deed in the page.
func (d deed) kept(out, output string, code int, files map[string][]byte) left {
	its := map[string][]byte{}
	for path, data := range files {
		if path, in := strings.CutPrefix(path, "workspace/"); in && (strings.HasPrefix(path, out+"/"+d.name+"/") || strings.HasPrefix(path, out+"/"+d.name+".")) {
			its[path] = data
		}
	}
	return d.leaves(out, output, "", code, its)
}

package e2e

import (
	"strings"
	"testing"

	"lily/core/tree"
)

// wordcount is a skill as many are: a Python script that reads a file, writes a report and tells its end by a code.
var wordcount = map[string]string{
	"SKILL.md": "---\nname: wordcount\nversion: 1.0.0\nauthor: Ann\nmodes: [Global]\ndescription: Counts the words of a file. Use when asked how long a text is.\n---\n" +
		"Run `python3 scripts/count.py FILE`.\n\n### count\n\nCount the words of a file.\n\n#### Parameters\n\n" +
		"| Name | Type | Required | Description |\n|---|---|---|---|\n| file | string | yes | The file. |\n\n" +
		"#### Command\n\n```bash\npython3 scripts/count.py {{file}}\n```\n",
	"scripts/count.py": "#!/usr/bin/env python3\nimport json\nimport sys\nfrom collections import Counter\nfrom pathlib import Path\n\nfrom words import split\n\n" +
		"text = Path(sys.argv[1]).read_text(encoding=\"utf-8\")\ncounts = Counter(split(text))\n" +
		"Path(\"report.json\").write_text(json.dumps(dict(sorted(counts.items())), ensure_ascii=False) + \"\\n\")\n" +
		"print(f\"{sum(counts.values())} words, {len(counts)} of them different\")\nsys.exit(0 if counts else 3)\n",
	"scripts/words.py": "import re\n\n\ndef split(text):\n    return re.findall(r\"\\w+\", text.lower())\n",
}

// A skill's script in Python runs from a slash command and from a model's call, after a question, with the modules beside
// it, and the files that it makes stay; a replay needs no Python.
func TestASkillInPython(t *testing.T) {
	t.Parallel()
	d := someone(open(t))
	folder := tree.Tree{}
	for path, text := range wordcount {
		var err error
		folder, err = folder.Put(path, []byte(text))
		d.must(err)
	}
	d.must(d.Import("workspace", map[string]tree.Tree{"wordcount": folder}))
	d.must(d.Put("/workspace/notes.txt", []byte("Öl und Essig, und Salz.\n")))
	d.must(d.Put("/workspace/replies.jsonl", []byte(`{"calls":[{"name":"wordcount__count","args":{"file":"notes.txt"}}]}`+"\n"+`{"text":"Counted."}`+"\n")))
	d.Type("/reload_skills")
	d.reply = "Allow once…"
	d.begin("/skill wordcount count file=notes.txt")
	d.wait("region", "Approval needed")
	if card := d.text("region", "Approval needed"); !strings.Contains(card, "from words import split") {
		t.Errorf("got no text of the script in the card:\n%s", card)
	}
	d.answers()
	d.see("5 words, 4 of them different")
	d.quiet()
	d.openFile("/workspace/report.json")
	d.holds("Text of /workspace/report.json", `{"essig": 1, "salz": 1, "und": 2, "öl": 1}`+"\n")

	d.must(d.Put("/workspace/notes.txt", []byte("Salz.\n")))
	d.must(d.Model("scripted"))
	d.begin("How many words has notes.txt?")
	d.wait("region", "Approval needed")
	d.answers()
	d.see("Counted.")
	d.quiet()
	events, err := d.Events()
	d.must(err)
	if !strings.Contains(events, `"output":"1 words, 1 of them different\n"`) {
		t.Errorf("got no output of the model's call in\n%.3000s", events)
	}
	d.replays()
}

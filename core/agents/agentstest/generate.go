package agentstest

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// Generate makes the skills of a recipe, so that an archive of many stays small. A line "300 skills/s-%04d 200" is 300
// folders from s-0000 on, each with a SKILL.md whose name is the folder's and whose description is 200 characters
// long. A fourth word is what the descriptions are filled with, such as é, to tell bytes from characters.
func Generate(recipe string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for line := range strings.Lines(recipe) {
		words := strings.Fields(line)
		if len(words) < 3 || len(words) > 4 {
			return nil, fmt.Errorf("got %q, want COUNT FOLDER LENGTH [FILLER]", strings.TrimSpace(line))
		}
		count, err := strconv.Atoi(words[0])
		length, err2 := strconv.Atoi(words[2])
		if err != nil || err2 != nil || strings.Count(words[1], "%") != 1 {
			return nil, fmt.Errorf("got %q, want two numbers and a folder with one %%d", strings.TrimSpace(line))
		}
		filler := strings.Join(words[3:], "")
		for i := range count {
			dir := fmt.Sprintf(words[1], i)
			text := fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n\n# Task %d\n", path.Base(dir), about(i, length, filler), i)
			files[dir+"/SKILL.md"] = []byte(text)
		}
	}
	return files, nil
}

// about is a description with a number of characters, the last of which is a full stop.
func about(i, length int, filler string) string {
	if filler == "" {
		filler = "and-what-belongs-to-it "
	}
	text := []rune(fmt.Sprintf("Does task %d ", i))
	for more := []rune(filler); len(text) < length; {
		text = append(text, more...)
	}
	text = text[:max(length, 1)]
	text[len(text)-1] = '.'
	return string(text)
}

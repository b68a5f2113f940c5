package main

import (
	"archive/zip"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// The extension of VS Code, packed as make packs it, starts this program by the real vscode-languageclient, shows what it
// says of a skill, and does it again after its command Restart. The host has no window.
func TestVSCode(t *testing.T) {
	for _, need := range []string{"node", "npm", "make"} {
		if _, err := exec.LookPath(need); err != nil {
			missing(t, need+" is not installed")
		}
	}
	dir := realDir(t)
	from := filepath.Join(dir, "vscode")
	if err := os.CopyFS(from, os.DirFS("static/vscode")); err != nil {
		t.Fatal(err)
	}
	ci := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	ci.Dir = from
	if out, err := ci.CombinedOutput(); err != nil {
		missing(t, "npm ci: "+string(out))
	}
	write(t, filepath.Join(from, "LICENSE"), document(t, "LICENSE"))
	packed := filepath.Join(dir, "lily.vsix")
	if out, err := exec.Command("go", "run", "./web/vsix", "-from", from, "-to", packed).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	at := filepath.Join(dir, "installed")
	unpacked(t, packed, at)

	text := "---\nname: bad\ndescription: Use when it is bad.\nallowed_tools: Read\n---\nText.\n"
	file := filepath.Join(dir, "skills/bad/SKILL.md")
	write(t, file, text)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	host := exec.Command("node", "static/vscode/host.js", filepath.Join(at, "extension"), exe, file)
	host.Env = append(os.Environ(), "LILY_IN_TEST=1")
	out, err := host.Output()
	var got struct {
		URI                    string
		Codes, Again, Commands []string
	}
	if err == nil {
		err = json.Unmarshal(out, &got)
	}
	if err != nil || got.URI != uri(file) || !slices.Contains(got.Codes, "key_near") || !slices.Equal(got.Codes, got.Again) || !slices.Equal(got.Commands, []string{"lily.restart"}) {
		t.Errorf("got %s, %v", out, err)
	}
}

// missing skips a test for what is not on this machine; where CI runs it must be.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatal(what)
	}
	t.Skip(what)
}

// unpacked unpacks a package as an editor does, and holds its manifest to be one.
func unpacked(t *testing.T, packed, to string) {
	t.Helper()
	z, err := zip.OpenReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil || !filepath.IsLocal(f.Name) {
			t.Fatal(f.Name, err)
		}
		if f.FileInfo().IsDir() {
			continue
		}
		write(t, filepath.Join(to, f.Name), string(data))
	}
	var m struct {
		Metadata struct {
			Identity struct {
				ID string `xml:"Id,attr"`
			}
		}
		Assets struct {
			Asset []struct {
				Path string `xml:"Path,attr"`
			}
		}
	}
	if err := xml.Unmarshal([]byte(document(t, filepath.Join(to, "extension.vsixmanifest"))), &m); err != nil || m.Metadata.Identity.ID != "lily" || len(m.Assets.Asset) == 0 {
		t.Fatalf("got %+v, %v", m, err)
	}
	for _, a := range m.Assets.Asset {
		if _, err := os.Stat(filepath.Join(to, filepath.FromSlash(a.Path))); err != nil {
			t.Error(err)
		}
	}
	if err := xml.Unmarshal([]byte(document(t, filepath.Join(to, "[Content_Types].xml"))), new(struct{ Default []struct{} })); err != nil {
		t.Error(err)
	}
}

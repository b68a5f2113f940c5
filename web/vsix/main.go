// Command vsix packs an extension of VS Code: a zip with a manifest beside the files.
//
// It promises the same bytes for the same files, and that what is for tests or for building stays out.
//
//	go run ./web/vsix -from bin/vscode -to bin/lily.vsix
package main

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"lily/core/archive"
	"lily/core/tree"
	"lily/web/disk"
)

func main() {
	from := flag.String("from", "bin/vscode", "folder with the extension and its node_modules")
	to := flag.String("to", "bin/lily.vsix", "the file to write")
	flag.Parse()
	if err := pack(*from, *to); err != nil {
		fmt.Fprintln(os.Stderr, "vsix:", err)
		os.Exit(1)
	}
}

// about is what the manifest takes of package.json.
type about struct {
	Name, DisplayName, Description, Version, Publisher string
	Engines                                            struct{ VSCode string }
	Categories                                         []string
}

func pack(from, to string) error {
	t, skips, err := disk.Read(from, tree.Folder{Leave: left})
	if err != nil {
		return err
	}
	for _, s := range skips {
		if s.Code != "" {
			return fmt.Errorf("%s: %s", s.Path, s.Message)
		}
	}
	data, err := t.ReadFile("package.json")
	if err != nil {
		return err
	}
	var a about
	if err := json.Unmarshal(data, &a); err != nil {
		return fmt.Errorf("package.json: %w", err)
	}
	all, err := tree.Tree{}.Graft("extension", t)
	if err != nil {
		return err
	}
	more := map[string][]byte{"extension.vsixmanifest": []byte(a.manifest()), "[Content_Types].xml": []byte(types)}
	return disk.Write(to, func(w io.Writer) error { return archive.WriteWith(w, all, more, nil) })
}

// left says what stays out: the host of the tests, what npm writes for itself, maps and types of sources.
func left(at string, _ fs.DirEntry) (tree.Skip, bool) {
	out := at == "host.js" || at == "package-lock.json" || strings.HasPrefix(at, "node_modules/.") ||
		strings.HasSuffix(at, ".map") || strings.HasSuffix(at, ".d.ts")
	return tree.Skip{}, out
}

func (a about) manifest() string {
	e := func(s string) string {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder takes all
		return b.String()
	}
	return fmt.Sprintf(`<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
	<Metadata>
		<Identity Language="en-US" Id="%s" Version="%s" Publisher="%s"/>
		<DisplayName>%s</DisplayName>
		<Description xml:space="preserve">%s</Description>
		<Categories>%s</Categories>
		<Properties>
			<Property Id="Microsoft.VisualStudio.Code.Engine" Value="%s"/>
			<Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
		</Properties>
		<License>extension/LICENSE</License>
	</Metadata>
	<Installation>
		<InstallationTarget Id="Microsoft.VisualStudio.Code"/>
	</Installation>
	<Dependencies/>
	<Assets>
		<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
		<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
	</Assets>
</PackageManifest>
`, e(a.Name), e(a.Version), e(a.Publisher), e(a.DisplayName), e(a.Description), e(strings.Join(a.Categories, ",")), e(a.Engines.VSCode))
}

// types are the media types of the endings in the package; what has none is read as bytes.
const types = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
	<Default Extension=".json" ContentType="application/json"/>
	<Default Extension=".vsixmanifest" ContentType="text/xml"/>
	<Default Extension=".js" ContentType="application/javascript"/>
	<Default Extension=".md" ContentType="text/markdown"/>
	<Default Extension=".txt" ContentType="text/plain"/>
</Types>
`

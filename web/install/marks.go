package install

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"

	"lily/core/lock"
	"lily/core/origin"
	"lily/web/disk"
)

// Marks are the origins of the skills in a folder that its lock says were fetched, as a world has them: these are not
// trusted (PO-5). Root is where the folder lies in that world. A lock that cannot be read may have named any of them.
func Marks(dir, root string) (list []origin.Place) {
	at := filepath.Join(dir, lock.File)
	data, err := disk.File(at, lock.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	l, wrong := lock.Parse(lock.File, data)
	if err != nil || wrong != nil {
		return []origin.Place{{Path: "/" + root, Origin: origin.Marked}}
	}
	for _, s := range l.Skills {
		if s.Source != "" && s.Got != lock.Here && s.Got != "folder" {
			list = append(list, origin.Place{Path: path.Join("/"+root, s.Name), Origin: origin.Of(s.Source)})
		}
	}
	return list
}

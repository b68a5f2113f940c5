#!/bin/sh
# Packs a folder as a release: always the same bytes for the same files.
set -eu
src=$1 out=$2
name=$(basename "$src")-$(sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p' "$src/package.json")
mkdir -p "$out"
out=$(cd "$out" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT HUP INT TERM
cp -R "$src" "$stage/$name"
find "$stage/$name" -name node_modules -prune -exec rm -rf {} +
find "$stage/$name" -name '*.log' -delete
find "$stage/$name" -type d -exec chmod 755 {} +
find "$stage/$name" -type f -exec chmod 644 {} +
chmod 755 "$stage/$name/bin/app"
(cd "$stage" && find "$name" -type f | LC_ALL=C sort > list &&
  tar --no-recursion --owner=0 --group=0 --numeric-owner --mtime='2024-01-01 00:00Z' --format=ustar -cf "$out/$name.tar" -T list)
gzip -n -9 < "$out/$name.tar" > "$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar" > SHA256SUMS && sha256sum -c SHA256SUMS)
tar -tvf "$out/$name.tar" | awk '{ print $1, $3, $6 }'
mkdir "$stage/check"
tar -xzf "$out/$name.tar.gz" -C "$stage/check"
diff -r "$stage/$name" "$stage/check/$name" && echo "unpacks to the same"
rm "$out/$name.tar.gz"

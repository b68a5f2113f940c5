#!/usr/bin/env bash
# Copies files under names that are safe in a URL, and writes down which was which.
set -euo pipefail
shopt -s nullglob nocaseglob
src=$1 out=$2
[[ -d $src ]] || { echo "no folder: $src" >&2; exit 2; }
mkdir -p "$out"
declare -A taken=()
: > "$out/names.tsv"
for file in "$src"/*.{jpg,png,txt}; do
  base=${file##*/} ext=${base##*.} stem=${base%.*}
  slug=${stem,,}
  slug=${slug//ä/ae}; slug=${slug//ö/oe}; slug=${slug//ü/ue}; slug=${slug//ß/ss}
  slug=$(printf '%s' "$slug" | tr -cs 'a-z0-9' '-' | sed 's/^-*//; s/-*$//')
  [[ -n $slug ]] || slug=file
  name=$slug.${ext,,}
  for ((n = 2; ${taken[$name]:-0}; n++)); do name=$slug-$n.${ext,,}; done
  taken[$name]=1
  cp -- "$file" "$out/$name"
  printf '%s\t%s\n' "$base" "$name" >> "$out/names.tsv"
done
column -t -s $'\t' "$out/names.tsv"
echo "${#taken[@]} files"

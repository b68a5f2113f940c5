#!/bin/bash
set -o errexit -o nounset -o pipefail
readonly log="$1" out="$2"
mkdir -p "$out"
gzip -cd "$log" > "$out/access.log"
total=$(wc -l < "$out/access.log")
errors=$(awk '$9 ~ /^5/' "$out/access.log" | wc -l)
rate=$(echo "scale=2; 100 * $errors / $total" | bc)
cat > "$out/summary.md" <<-MD
	# $(basename "$log" .gz)

	$total requests, $errors errors ($rate %), from $(head -n 1 "$out/access.log" | grep -oP '\[\K[^\]]+') on.

	## Slowest

	$(sort -t' ' -k11,11nr "$out/access.log" | head -n 2 | awk '{ printf "- `%s` %s ms\n", $7, $11 }')

	## Hosts

	$(cut -d' ' -f1 "$out/access.log" | sort | uniq -c | sort -rn -k1,1 -k2 | sed -E 's/^ *([0-9]+) (.*)/- \2: \1/')
MD
awk '{ split($4, t, /[:\[]/); hours[t[3]]++ } END { for (h in hours) print h, hours[h] }' "$out/access.log" | sort > "$out/hours.txt"
paste -d, <(cut -d' ' -f1 "$out/hours.txt") <(cut -d' ' -f2 "$out/hours.txt") | sed '1i hour,requests' > "$out/hours.csv"
rm "$out/access.log" "$out/hours.txt"
cat "$out/summary.md"

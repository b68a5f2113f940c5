// Package near says how far two names are from each other, to guess what a person meant.
//
// It promises that it never looks further than it is asked to. It knows no names: who has some takes the nearest.
//
//	near.Distance("lable", "label", 3) // is 2
package near

// Distance counts the bytes to insert, remove or change from a to b, and stops counting where it is most.
func Distance(a, b string, most int) int {
	if max(len(a), len(b))-min(len(a), len(b)) >= most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// Package near says how far two names are from each other, to guess what a person meant.
//
// It promises that it never looks further than it is asked to. It knows no names: who has some takes the nearest.
//
//	near.Distance("lable", "label", 3) // is 2
package near

// Distance counts the bytes to insert, remove or change from a to b, and stops counting where it is most. It costs that
// many steps for each byte.
func Distance(a, b string, most int) int {
	if max(len(a), len(b))-min(len(a), len(b)) >= most {
		return most
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) { // beside the diagonal, since what is further off is too far
		first := max(0, i-most)
		before := row[first]
		if row[first] = most; first == 0 {
			row[0] = i + 1
		}
		for j := first; j < min(len(b), i+most+1); j++ {
			change := before
			if a[i] != b[j] {
				change++
			}
			before = row[j+1]
			row[j+1] = min(change, row[j+1]+1, row[j]+1)
		}
	}
	return min(row[len(b)], most)
}

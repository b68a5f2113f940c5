package port

// Manual is the manual, which the page does not hold.
type Manual interface {
	// Manual reads it, in one file as core/help parses it. It may wait.
	Manual() ([]byte, error)
}

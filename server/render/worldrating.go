package render

// RatingOf is the rating of a world's record: points and one of the states
// ' ', 'E', 'P', '-' and '+'.
func RatingOf(points int, state byte) Rating {
	switch state {
	case '+':
		return Rating{Status: Guest}
	case '-', 0:
		return Rating{Status: Unrated}
	case 'E':
		return Rating{points, Estimated}
	case 'P':
		return Rating{points, Provisional}
	}
	return Rating{points, Established}
}

"""Whether two texts say the same, otherwise, or speak of different things."""

"""Whether two texts say the same, the contrary, or different things."""

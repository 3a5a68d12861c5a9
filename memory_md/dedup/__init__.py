"""Whether two texts say the same, something different, or the contrary."""

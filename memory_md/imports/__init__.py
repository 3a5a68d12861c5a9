"""Notes of other tools taken in, and entries written into their files."""

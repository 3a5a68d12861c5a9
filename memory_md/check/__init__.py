"""What a change touches of what is known, and what it breaks."""

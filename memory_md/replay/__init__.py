"""What a memory would have been worth to sessions that have passed."""

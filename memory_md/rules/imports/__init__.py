"""What of a file of notes is a fact worth keeping, and of what kind."""

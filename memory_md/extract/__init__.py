"""What a session said on purpose, as candidates for the memory."""

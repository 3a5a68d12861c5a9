"""Notes that teams and other tools keep, read into the memory."""

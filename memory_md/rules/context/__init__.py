"""Which lines go into a prompt, in which order, within which limits."""

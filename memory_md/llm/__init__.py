"""A language model that judges a session, and the checks of what it answers."""

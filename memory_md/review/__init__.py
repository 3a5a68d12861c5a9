"""The inbox: what waits for a second task or a person, listed, approved or rejected."""

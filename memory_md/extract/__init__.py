"""From the events of a session to candidates, and where each of them goes."""

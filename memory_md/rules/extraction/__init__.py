"""From what happened and was said in a session to candidates."""

"""A language model as a second opinion on a session: prompt, answer, backends."""

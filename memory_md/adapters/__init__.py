"""Everyone else's files and processes: transcripts of agents, git."""

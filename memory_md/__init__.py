"""Memory for AI coding agents, kept as plain files in the repository."""

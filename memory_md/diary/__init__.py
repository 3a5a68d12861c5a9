"""The diary of tasks: its index, entry files, and which of it a spec should know."""

"""The diary: its index, and the file of an entry."""

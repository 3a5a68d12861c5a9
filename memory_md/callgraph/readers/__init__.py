"""Readers of source code: what functions there are, and what they call. Nothing is run."""

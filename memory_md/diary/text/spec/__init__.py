"""The files that a spec allows."""

"""The relationships as a graph: queries and drawings."""

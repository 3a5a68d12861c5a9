"""Edges merged, queried and made into a graph."""

"""The call graph: which functions call each other, and which change together."""

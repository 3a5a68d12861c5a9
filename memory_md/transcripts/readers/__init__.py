"""A reader for each format."""

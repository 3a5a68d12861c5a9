"""Markdown as a list of blocks, and edits that change no other byte."""

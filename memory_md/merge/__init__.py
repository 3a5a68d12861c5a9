"""Merges the files of a memory: entries by ID, edges by key, all else by git."""

"""Its files, read and written."""

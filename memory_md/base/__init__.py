"""What any room may use: text, regular expressions, errors, settings, and their file formats."""

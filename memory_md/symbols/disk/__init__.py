"""The grammars that files are read with."""

"""A spec: the files that it allows to be touched, and what it is about."""

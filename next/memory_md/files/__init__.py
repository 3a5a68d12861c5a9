"""Reads and replaces files, locks, and the database of this machine."""

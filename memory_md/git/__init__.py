"""Asks git, and never lets it run a program of the repository."""

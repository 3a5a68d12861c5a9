"""Memory for AI coding agents, kept as plain files in the repository they work on."""

__version__ = "0.2.0"

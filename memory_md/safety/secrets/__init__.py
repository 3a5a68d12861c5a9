"""Secrets: found and redacted."""

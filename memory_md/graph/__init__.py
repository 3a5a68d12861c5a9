"""Relationships as text, Mermaid or JSON, and decision records made of entries."""

"""A graph drawn as text, Mermaid, DOT or a page."""

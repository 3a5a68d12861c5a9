"""What we add to the `tags` queries of the grammars."""

"""How many tokens a text takes."""

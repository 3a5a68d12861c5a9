"""The entries, their evidence, and the one way to change them."""

"""Ways to ask a model."""

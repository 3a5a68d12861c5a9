"""What a model is asked about a task, and what of its answer counts."""

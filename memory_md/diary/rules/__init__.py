"""What is decided: model to model."""

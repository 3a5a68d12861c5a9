"""Text to model and back, pure: each module owns one file format and states its grammar."""

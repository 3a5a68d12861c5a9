"""Text, identity, errors and settings: values that every room uses."""

"""Which Python function calls which, from the source and from what sessions changed."""

"""Our own files: where they lie, how they are locked, read and replaced."""

"""What `mem` does, one verb a module: load, decide, save, and a result to show."""

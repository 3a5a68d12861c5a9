"""Its verbs: load, decide, save, return a result."""

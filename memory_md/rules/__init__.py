"""Model to model, pure: every decision `mem` takes, away from files, clocks and processes."""

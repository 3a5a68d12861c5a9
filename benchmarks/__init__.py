"""What `make bench` runs: every figure is a ratio of two things measured in one run."""

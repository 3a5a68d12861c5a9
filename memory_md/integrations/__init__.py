"""Settings of other tools that `mem` writes a block into."""

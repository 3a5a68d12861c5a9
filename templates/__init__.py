"""Files that `mem init` writes, and texts for agents and models."""

"""What git is asked, always the same way, and so that nothing in the repository is run."""

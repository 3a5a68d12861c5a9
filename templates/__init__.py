"""The files that `mem init` and other commands write, as they are."""

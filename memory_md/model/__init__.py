"""The nouns of `mem`, as frozen values. They touch no disk, clock, network or process."""

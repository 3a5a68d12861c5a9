"""What waits for a person: candidates, pairs that contradict each other, acts."""

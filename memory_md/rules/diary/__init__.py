"""What the diary means for a spec: its files, its relevance, its lessons."""

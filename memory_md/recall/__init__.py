"""What an agent gets: the context within its budget, entries at a place, compaction, status."""

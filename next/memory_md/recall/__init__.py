"""What is told: the context within its budget, lines at the place, receipts, compaction."""

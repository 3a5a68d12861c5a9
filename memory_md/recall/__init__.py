"""What goes into the next prompt: task, relevance, selection, rendering, receipts, search."""

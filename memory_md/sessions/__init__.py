"""What was said in earlier sessions: kept on this machine, bounded, and searched."""

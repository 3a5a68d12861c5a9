"""What was said in sessions, kept on this machine and found again."""

"""What is wrong with a memory, and how to repair it."""

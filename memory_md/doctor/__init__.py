"""What is wrong or risky in a memory."""

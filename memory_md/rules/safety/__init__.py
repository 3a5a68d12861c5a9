"""What must not get in or out: secrets, orders to the reader, text that acts on others."""

"""What must not get in or out: secrets, instructions to the reader, unsafe characters."""

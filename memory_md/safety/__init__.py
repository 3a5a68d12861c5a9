"""What must not be kept or printed: secrets, private text, signs that steer a reader."""

"""Files of notes that teams and other tools keep: read, told apart, never changed."""

"""Which function a call means."""

"""One module a command or noun; each adds itself to the app it is given."""

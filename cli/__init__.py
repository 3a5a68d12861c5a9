"""The command line: options in, plain values to an action, its result to the terminal."""

"""The command line: Typer commands, and the one place that prints and exits."""

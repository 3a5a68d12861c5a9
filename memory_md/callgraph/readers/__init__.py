"""Readers of source code: what functions there are, and what they call. Nothing is run."""

from .languages import functions_in, supported

__all__ = ["functions_in", "supported"]

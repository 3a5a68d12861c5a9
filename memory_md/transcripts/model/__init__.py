"""Frozen values."""

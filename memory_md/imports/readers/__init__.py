"""Readers, one format a module."""

"""Readers for what agents leave behind, one format a module."""

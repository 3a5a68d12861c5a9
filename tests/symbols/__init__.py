"""Tests of the room that reads definitions."""

"""Tests of the checks of a change."""

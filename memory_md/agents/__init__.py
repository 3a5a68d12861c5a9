"""Coding agents: hooks, their settings, and the MCP server."""

"""Coding agents: their hooks, their settings files, and the MCP server."""

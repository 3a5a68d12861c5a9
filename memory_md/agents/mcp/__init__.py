"""`mem mcp`: the MCP server."""

"""`mem mcp`: the memory as tools of the Model Context Protocol, on standard input and output."""

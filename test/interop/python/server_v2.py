"""The tutorial server on the Python SDK, version 2, over stdio; with a port, over Streamable HTTP there."""

import sys

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from typing import Annotated
from pydantic import Field

server = MCPServer("python-v2")


@server.tool()
def read_note(source_id: Annotated[str, Field(min_length=1, max_length=64)]) -> str:
    """Read a teaching note"""
    if source_id != "control_flow":
        raise ToolError(f"no note called {source_id}")
    return "Control flow: if, while, for."


if len(sys.argv) > 1:
    server.run("streamable-http", port=int(sys.argv[1]))
else:
    server.run()

"""The tutorial server on the Python SDK, version 1, over stdio; with a port, over Streamable HTTP there."""

import sys

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from typing import Annotated
from pydantic import Field

server = FastMCP("python-v1")


@server.tool()
def read_note(source_id: Annotated[str, Field(min_length=1, max_length=64)]) -> str:
    """Read a teaching note"""
    if source_id != "control_flow":
        raise ToolError(f"no note called {source_id}")
    return "Control flow: if, while, for."


if len(sys.argv) > 1:
    server.settings.port = int(sys.argv[1])
    server.run("streamable-http")
else:
    server.run()

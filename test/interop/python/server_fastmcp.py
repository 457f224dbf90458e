"""The tutorial server on FastMCP, over stdio; with a port, over Streamable HTTP there."""

import sys
from typing import Annotated

from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

server = FastMCP("fastmcp")


@server.tool
def read_note(source_id: Annotated[str, Field(min_length=1, max_length=64)]) -> str:
    """Read a teaching note"""
    if source_id != "control_flow":
        raise ToolError(f"no note called {source_id}")
    return "Control flow: if, while, for."


if len(sys.argv) > 1:
    server.run("streamable-http", show_banner=False, port=int(sys.argv[1]))
else:
    server.run(show_banner=False)

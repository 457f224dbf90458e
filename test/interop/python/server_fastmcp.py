"""The tutorial server on FastMCP, over stdio."""

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


server.run(show_banner=False)

"""The Python client, version 1, against the server on the command line, a program or a URL; prints what it saw as one JSON line."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


async def main() -> None:
    command, *args = sys.argv[1:]
    if command.startswith("http:"):
        transport = streamable_http_client(command)
    else:
        transport = stdio_client(StdioServerParameters(command=command, args=args))
    async with transport as (read, write, *_):
        async with ClientSession(read, write) as session:
            hello = await session.initialize()
            tools = await session.list_tools()
            found = await session.call_tool("read_note", {"source_id": "control_flow"})
            missing = await session.call_tool("read_note", {"source_id": "missing"})
    print(
        json.dumps(
            {
                "revision": hello.protocolVersion,
                "tools": [tool.name for tool in tools.tools],
                "found": {"content": [{"text": found.content[0].text}], "isError": found.isError},
                "missing": {"content": [{"text": missing.content[0].text}], "isError": missing.isError},
            }
        )
    )


asyncio.run(main())

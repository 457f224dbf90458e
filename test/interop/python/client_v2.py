"""The Python client, version 2, against the server on the command line, a program or a URL; prints what it saw as one JSON line."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


async def main() -> None:
    command, *args = sys.argv[1:]
    server = command if command.startswith("http:") else StdioServerParameters(command=command, args=args)
    async with Client(server) as client:
        tools = await client.list_tools()
        found = await client.call_tool("read_note", {"source_id": "control_flow"})
        missing = await client.call_tool("read_note", {"source_id": "missing"})
        revision = client.protocol_version
    print(
        json.dumps(
            {
                "revision": revision,
                "tools": [tool.name for tool in tools.tools],
                "found": {"content": [{"text": found.content[0].text}], "isError": found.is_error},
                "missing": {"content": [{"text": missing.content[0].text}], "isError": missing.is_error},
            }
        )
    )


asyncio.run(main())

"""The FastMCP client against the server on the command line, a program or a URL; prints what it saw as one JSON line."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main() -> None:
    command, *args = sys.argv[1:]
    server = command if command.startswith("http:") else StdioTransport(command, args, keep_alive=False)
    async with Client(server) as client:
        tools = await client.list_tools()
        found = await client.call_tool("read_note", {"source_id": "control_flow"})
        missing = await client.call_tool("read_note", {"source_id": "missing"}, raise_on_error=False)
        session = getattr(client, "session", None)
        revision = getattr(session, "protocol_version", None) or getattr(client.initialize_result, "protocolVersion", None)
    print(
        json.dumps(
            {
                "revision": revision,
                "tools": [tool.name for tool in tools],
                "found": {"content": [{"text": found.content[0].text}], "isError": found.is_error},
                "missing": {"content": [{"text": missing.content[0].text}], "isError": missing.is_error},
            }
        )
    )


asyncio.run(main())

import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.modern.McpSchema.Content;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.TextContent;
import io.modelcontextprotocol.modern.McpSchema.TextResourceContents;
import io.modelcontextprotocol.modern.McpSchema.Tool;
import io.modelcontextprotocol.modern.client.McpClient;
import io.modelcontextprotocol.modern.client.McpSyncClient;
import io.modelcontextprotocol.modern.client.McpTimeoutException;
import io.modelcontextprotocol.modern.client.transport.HttpClientMcpTransport;
import io.modelcontextprotocol.modern.client.transport.McpClientTransport;
import io.modelcontextprotocol.modern.client.transport.StdioMcpClientTransport;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** As `Client`, on the Java SDK's other library, the one of the modern generation. */
public final class ModernClient {

  public static void main(String[] args) throws Exception {
    McpClientTransport transport = args[1].startsWith("http:")
        ? HttpClientMcpTransport.builder(args[1]).build()
        : StdioMcpClientTransport.builder(
            ServerParameters.builder(args[1]).args(Arrays.copyOfRange(args, 2, args.length)).build()).start();
    AtomicInteger progress = new AtomicInteger();
    McpSyncClient client = McpClient.sync(transport)
        .formElicitation(question -> ElicitResult.builder(ElicitResult.Action.ACCEPT)
            .content(Map.of("name", "Ada")).build())
        .build();
    Map<String, Object> seen = new LinkedHashMap<>();
    // It speaks one revision; a server that lists it is spoken to.
    seen.put("revision", client.discover().supportedVersions().get(0));
    seen.put("tools", client.tools().list().tools().stream().map(Tool::name).toList());
    seen.put("call", call(client, "echo", Map.of("text", "hello")));
    Boolean failed = client.tool("test_error_handling").call().isError();
    seen.put("failure", Boolean.TRUE.equals(failed) ? "isError" : "a result");
    var read = client.resource("test://static-text").read();
    seen.put("resource", ((TextResourceContents) read.contents().get(0)).text());
    var prompt = client.prompt("test_prompt_with_arguments").arguments(Map.of("arg1", "one", "arg2", "two")).get();
    seen.put("prompt", textOf(prompt.messages().get(0).content()));
    client.tool("stream").arguments(Map.of("n", 3)).progress(report -> progress.incrementAndGet()).call();
    seen.put("progress", progress.get());
    try {
      client.tool("sleep").arguments(Map.of("ms", 20000)).callTimeout(Duration.ofMillis(200)).call();
    } catch (McpTimeoutException gaveUp) {
      seen.put("cancelled", call(client, "echo", Map.of("text", "still there")));
    }
    seen.put("elicited", call(client, "ask", Map.of("kinds", List.of("elicitation"))));
    if (transport instanceof AutoCloseable closeable) {
      closeable.close();
    }
    System.out.println(McpJsonDefaults.getMapper().writeValueAsString(seen));
    System.exit(0);
  }

  private static String call(McpSyncClient client, String name, Map<String, Object> arguments) {
    return textOf(client.tool(name).arguments(arguments).call().content().get(0));
  }

  private static String textOf(Content content) {
    return ((TextContent) content).text();
  }
}

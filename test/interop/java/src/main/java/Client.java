import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/**
 * The Java SDK's client of the handshake against the server on the command line, a program or a URL; prints what it saw as one JSON
 * line. Takes the revision to ask for first, and leaves the choice to the SDK whatever it says.
 */
public final class Client {

  public static void main(String[] args) throws Exception {
    boolean isOverHttp = args[1].startsWith("http:");
    AtomicInteger progress = new AtomicInteger();
    McpAsyncClient client = McpClient.async(transportTo(args, isOverHttp))
        .requestTimeout(Duration.ofSeconds(20))
        .elicitation(question -> Mono.just(
            ElicitResult.builder(ElicitResult.Action.ACCEPT).content(Map.of("name", "Ada")).build()))
        .progressConsumer(report -> Mono.fromRunnable(progress::incrementAndGet))
        .build();
    Map<String, Object> seen = new LinkedHashMap<>();
    seen.put("revision", client.initialize().block().protocolVersion());
    seen.put("tools", client.listTools().block().tools().stream().map(Tool::name).toList());
    seen.put("call", call(client, "echo", Map.of("text", "hello")));
    Boolean failed = client.callTool(CallToolRequest.builder("test_error_handling").build()).block().isError();
    seen.put("failure", Boolean.TRUE.equals(failed) ? "isError" : "a result");
    var read = client.readResource(ReadResourceRequest.builder("test://static-text").build()).block();
    seen.put("resource", ((TextResourceContents) read.contents().get(0)).text());
    var prompt = client.getPrompt(
        new GetPromptRequest("test_prompt_with_arguments", Map.of("arg1", "one", "arg2", "two"))).block();
    seen.put("prompt", textOf(prompt.messages().get(0).content()));

    client.callTool(
        CallToolRequest.builder("stream").arguments(Map.of("n", 3)).progressToken("progress").build()).block();
    // Its handlers of notifications may run after the answer.
    for (int i = 0; i < 20 && progress.get() < 3; i++) {
      Thread.sleep(50);
    }
    seen.put("progress", progress.get());

    try {
      client.callTool(CallToolRequest.builder("sleep").arguments(Map.of("ms", 20000)).build())
          .block(Duration.ofMillis(200));
    } catch (IllegalStateException gaveUp) {
      seen.put("cancelled", call(client, "echo", Map.of("text", "still there")));
    }
    seen.put("elicited", call(client, "ask", Map.of("kinds", List.of("elicitation"))));
    client.closeGracefully().block(Duration.ofSeconds(15));
    System.out.println(McpJsonDefaults.getMapper().writeValueAsString(seen));
    System.exit(0);
  }

  private static McpClientTransport transportTo(String[] args, boolean isOverHttp) {
    if (isOverHttp) {
      return HttpClientStreamableHttpTransport.builder(args[1].replaceAll("/mcp$", "")).endpoint("/mcp").build();
    }
    String[] rest = Arrays.copyOfRange(args, 2, args.length);
    return new StdioClientTransport(
        ServerParameters.builder(args[1]).args(rest).build(), McpJsonDefaults.getMapper());
  }

  private static String call(McpAsyncClient client, String name, Map<String, Object> arguments) {
    return textOf(client.callTool(CallToolRequest.builder(name).arguments(arguments).build()).block().content().get(0));
  }

  private static String textOf(Content content) {
    return ((TextContent) content).text();
  }
}

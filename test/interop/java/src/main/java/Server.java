import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.apache.catalina.startup.Tomcat;

/**
 * A server on the Java SDK with the tools that every client here is tried with. Over stdio; with a port, over Streamable HTTP there,
 * with sessions.
 */
public final class Server {

  private static final AtomicInteger interrupted = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      offer(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
      return;
    }
    HttpServletStreamableServerTransportProvider transport =
        new HttpServletStreamableServerTransportProvider.Builder().mcpEndpoint("/mcp").build();
    offer(McpServer.sync(transport));
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
    tomcat.setPort(Integer.parseInt(args[0]));
    var context = tomcat.addContext("", null);
    var servlet = Tomcat.addServlet(context, "mcp", transport);
    servlet.setAsyncSupported(true);
    context.addServletMappingDecoded("/mcp", "mcp");
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.start();
    tomcat.getServer().await();
  }

  private static void offer(McpServer.SyncSpecification<?> server) {
    server
        .serverInfo("java", "1.0.0")
        .capabilities(ServerCapabilities.builder().tools(false).resources(false, false).prompts(false).build())
        .tools(
            tool("echo", (exchange, request) -> text(String.valueOf(request.arguments().get("text")))),
            tool("test_error_handling", (exchange, request) ->
                CallToolResult.builder().addTextContent("it failed").isError(true).build()),
            tool("sleep", Server::sleep),
            tool("interrupted", (exchange, request) -> text(String.valueOf(interrupted.get()))),
            tool("stream", Server::stream),
            tool("ask", Server::ask))
        .resources(new McpServerFeatures.SyncResourceSpecification(
            Resource.builder("test://static-text", "text").build(),
            (exchange, request) -> new ReadResourceResult(
                List.of(TextResourceContents.builder(request.uri(), "a text").build()))))
        .prompts(new McpServerFeatures.SyncPromptSpecification(
            Prompt.builder("test_prompt_with_arguments")
                .arguments(List.of(PromptArgument.builder("arg1").build(), PromptArgument.builder("arg2").build()))
                .build(),
            (exchange, request) -> new GetPromptResult(null, List.of(PromptMessage.builder(
                Role.USER,
                new TextContent(request.arguments().get("arg1") + " and " + request.arguments().get("arg2"))).build()))))
        .build();
  }

  private static McpServerFeatures.SyncToolSpecification tool(
      String name, BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
    return new McpServerFeatures.SyncToolSpecification(
        Tool.builder(name, Map.of("type", "object")).description("For interop").build(), handler);
  }

  private static CallToolResult sleep(McpSyncServerExchange exchange, CallToolRequest request) {
    try {
      Thread.sleep(((Number) request.arguments().get("ms")).longValue());
      return text("slept");
    } catch (InterruptedException cancelled) {
      interrupted.incrementAndGet();
      return text("interrupted");
    }
  }

  private static CallToolResult stream(McpSyncServerExchange exchange, CallToolRequest request) {
    int n = ((Number) request.arguments().get("n")).intValue();
    Object token = request.progressToken();
    for (int i = 1; i <= n && token != null; i++) {
      exchange.progressNotification(new ProgressNotification(token, i, (double) n, null));
    }
    return text("done");
  }

  private static CallToolResult ask(McpSyncServerExchange exchange, CallToolRequest request) {
    Map<String, Object> form = Map.of(
        "type", "object", "properties", Map.of("name", Map.of("type", "string")), "required", List.of("name"));
    ElicitResult answer = exchange.createElicitation(ElicitFormRequest.builder("What is your name?", form).build());
    return text(answer.action().toString().toLowerCase(Locale.ROOT) + " " + answer.content().get("name"));
  }

  private static CallToolResult text(String value) {
    return CallToolResult.builder().addTextContent(value).build();
  }
}

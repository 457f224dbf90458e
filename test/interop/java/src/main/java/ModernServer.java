import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.modern.McpSchema.CallToolOutcome;
import io.modelcontextprotocol.modern.McpSchema.CallToolRequest;
import io.modelcontextprotocol.modern.McpSchema.CallToolResult;
import io.modelcontextprotocol.modern.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.modern.McpSchema.ElicitResult;
import io.modelcontextprotocol.modern.McpSchema.GetPromptResult;
import io.modelcontextprotocol.modern.McpSchema.Implementation;
import io.modelcontextprotocol.modern.McpSchema.InputRequest;
import io.modelcontextprotocol.modern.McpSchema.InputRequiredResult;
import io.modelcontextprotocol.modern.McpSchema.Prompt;
import io.modelcontextprotocol.modern.McpSchema.PromptArgument;
import io.modelcontextprotocol.modern.McpSchema.PromptMessage;
import io.modelcontextprotocol.modern.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.modern.McpSchema.Resource;
import io.modelcontextprotocol.modern.McpSchema.Role;
import io.modelcontextprotocol.modern.McpSchema.TextContent;
import io.modelcontextprotocol.modern.McpSchema.TextResourceContents;
import io.modelcontextprotocol.modern.McpSchema.Tool;
import io.modelcontextprotocol.modern.server.InputResponses;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpSyncPrompt;
import io.modelcontextprotocol.modern.server.feature.McpSyncPromptRepository;
import io.modelcontextprotocol.modern.server.feature.McpSyncResource;
import io.modelcontextprotocol.modern.server.feature.McpSyncResourceRepository;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.PromptsFeature;
import io.modelcontextprotocol.modern.server.feature.PromptsPage;
import io.modelcontextprotocol.modern.server.feature.ResourcesFeature;
import io.modelcontextprotocol.modern.server.feature.ResourcesPage;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import io.modelcontextprotocol.modern.server.transport.HttpServletMcpTransport;
import io.modelcontextprotocol.modern.server.transport.StdioMcpTransport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.startup.Tomcat;

/** As `Server`, on the Java SDK's other library, the one of the modern generation. */
public final class ModernServer {

  private static final AtomicInteger interrupted = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    McpServer server = McpServer.builder()
        .serverInfo(Implementation.builder("java-modern", "1.0.0").build())
        .feature(ToolsFeature.ofSync(tools()))
        .feature(ResourcesFeature.ofSync(resources()))
        .feature(PromptsFeature.ofSync(prompts()))
        .build();
    if (args.length == 0) {
      new StdioMcpTransport(server, McpJsonDefaults.getMapper()).start().block();
      return;
    }
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
    tomcat.setPort(Integer.parseInt(args[0]));
    var context = tomcat.addContext("", null);
    var servlet = Tomcat.addServlet(context, "mcp", HttpServletMcpTransport.builder(server).endpoint("/mcp").build());
    servlet.setAsyncSupported(true);
    context.addServletMappingDecoded("/mcp", "mcp");
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.start();
    tomcat.getServer().await();
  }

  private static McpSyncToolRepository tools() {
    Map<String, McpSyncTool> offered = new LinkedHashMap<>();
    add(offered, "echo", (context, request) -> text(String.valueOf(request.arguments().get("text"))));
    add(offered, "test_error_handling", (context, request) -> McpSyncResponse.result(
        CallToolResult.builder().content(List.of(TextContent.builder("it failed").build())).isError(true).build()));
    add(offered, "sleep", (context, request) -> McpSyncResponse.streaming(notifier -> sleep(request)));
    add(offered, "interrupted", (context, request) -> text(String.valueOf(interrupted.get())));
    add(offered, "stream", (context, request) -> McpSyncResponse.streaming(notifier -> {
      int n = ((Number) request.arguments().get("n")).intValue();
      for (int i = 1; i <= n; i++) {
        notifier.progress(i, (double) n, null);
      }
      return said("done");
    }));
    add(offered, "ask", (context, request) -> McpSyncResponse.result(ask(request)));
    return new McpSyncToolRepository() {
      @Override
      public ToolsPage list(McpRequestContext context, String cursor) {
        return ToolsPage.of(offered.values().stream().map(McpSyncTool::definition).toList());
      }

      @Override
      public McpSyncTool find(McpRequestContext context, String name) {
        return offered.get(name);
      }
    };
  }

  private static void add(Map<String, McpSyncTool> offered, String name, McpSyncTool.Handler handler) {
    Tool tool = Tool.builder(name, Map.of("type", "object")).description("For interop").build();
    offered.put(name, McpSyncTool.of(tool, handler));
  }

  private static CallToolOutcome sleep(CallToolRequest request) {
    try {
      Thread.sleep(((Number) request.arguments().get("ms")).longValue());
      return said("slept");
    } catch (InterruptedException cancelled) {
      interrupted.incrementAndGet();
      return said("interrupted");
    }
  }

  private static CallToolOutcome ask(CallToolRequest request) {
    Map<String, Object> answers = request.inputResponses();
    ElicitResult answer = answers == null
        ? null
        : InputResponses.get(answers, "elicitation", ElicitResult.class, McpJsonDefaults.getMapper());
    if (answer != null) {
      return said(answer.action().toString().toLowerCase(Locale.ROOT) + " " + answer.content().get("name"));
    }
    Map<String, Object> form = Map.of(
        "type", "object", "properties", Map.of("name", Map.of("type", "string")), "required", List.of("name"));
    InputRequest question = InputRequest.elicit(ElicitFormRequest.builder("What is your name?", form).build());
    return new InputRequiredResult(Map.of("elicitation", question), null, "input_required", null);
  }

  private static McpSyncResourceRepository resources() {
    return new McpSyncResourceRepository() {
      @Override
      public ResourcesPage list(McpRequestContext context, String cursor) {
        return ResourcesPage.of(List.of(Resource.builder("test://static-text", "text").build()));
      }

      @Override
      public McpSyncResource find(McpRequestContext context, String uri) {
        return McpSyncResource.of((at, request) -> McpSyncResponse.result(
            ReadResourceResult.builder(List.of(TextResourceContents.builder(uri, "a text").build())).build()));
      }
    };
  }

  private static McpSyncPromptRepository prompts() {
    Prompt prompt = Prompt.builder("test_prompt_with_arguments")
        .arguments(List.of(PromptArgument.builder("arg1").build(), PromptArgument.builder("arg2").build()))
        .build();
    return new McpSyncPromptRepository() {
      @Override
      public PromptsPage list(McpRequestContext context, String cursor) {
        return PromptsPage.of(List.of(prompt));
      }

      @Override
      public McpSyncPrompt find(McpRequestContext context, String name) {
        return McpSyncPrompt.of(prompt, (at, request) -> {
          String said = request.arguments().get("arg1") + " and " + request.arguments().get("arg2");
          var message = PromptMessage.builder(Role.USER, TextContent.builder(said).build()).build();
          return McpSyncResponse.result(GetPromptResult.builder(List.of(message)).build());
        });
      }
    };
  }

  private static McpSyncResponse<CallToolOutcome> text(String value) {
    return McpSyncResponse.result(said(value));
  }

  private static CallToolResult said(String value) {
    return CallToolResult.builder().content(List.of(TextContent.builder(value).build())).build();
  }
}

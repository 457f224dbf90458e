//! A server on rmcp with the tools that every client here is tried with. Over stdio; with a port, over Streamable HTTP there. It serves
//! both generations at one address; a second argument changes nothing.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::*,
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};
use serde_json::json;

static INTERRUPTED: AtomicU32 = AtomicU32::new(0);

const TOOLS: [&str; 6] = ["echo", "test_error_handling", "sleep", "interrupted", "stream", "ask"];

#[derive(Clone)]
struct Offered;

impl ServerHandler for Offered {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        ServerConfig::new(capabilities)
    }

    async fn list_tools(
        &self,
        _params: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let any: JsonObject = serde_json::from_value(json!({ "type": "object" })).unwrap();
        Ok(ListToolsResult::with_all_items(TOOLS.map(|name| Tool::new(name, "For interop", any.clone())).to_vec()))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let given = serde_json::Value::Object(params.arguments.clone().unwrap_or_default());
        match params.name.as_ref() {
            "echo" => Ok(text(given["text"].as_str().unwrap_or_default()).into()),
            "test_error_handling" => Ok(CallToolResult::error(vec![ContentBlock::text("it failed")]).into()),
            "sleep" => {
                let time = Duration::from_millis(given["ms"].as_u64().unwrap_or_default());
                tokio::select! {
                    () = tokio::time::sleep(time) => {}
                    () = context.ct.cancelled() => { INTERRUPTED.fetch_add(1, Ordering::SeqCst); }
                }
                Ok(text("slept").into())
            }
            "interrupted" => Ok(text(&INTERRUPTED.load(Ordering::SeqCst).to_string()).into()),
            "stream" => {
                let n = given["n"].as_u64().unwrap_or_default();
                for i in 1..=n {
                    let Some(token) = context.meta.get_progress_token() else { break };
                    let progress = ProgressNotificationParam::new(token, i as f64).with_total(n as f64);
                    let _ = context.peer.notify_progress(progress).await;
                }
                Ok(text("done").into())
            }
            "ask" => ask(params, context).await,
            other => Err(ErrorData::invalid_params(format!("no tool called {other}"), None)),
        }
    }

    async fn list_resources(
        &self,
        _params: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(vec![Resource::new("test://static-text", "text")]))
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        Ok(ReadResourceResult::new(vec![ResourceContents::text("a text", params.uri)]).into())
    }

    async fn list_prompts(
        &self,
        _params: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let arguments = vec![PromptArgument::new("arg1"), PromptArgument::new("arg2")];
        let prompt = Prompt::new("test_prompt_with_arguments", Some("For interop"), Some(arguments));
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = serde_json::to_value(params.arguments.unwrap_or_default()).unwrap_or_default();
        let said = format!("{} and {}", given["arg1"].as_str().unwrap_or(""), given["arg2"].as_str().unwrap_or(""));
        Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, said)]).into())
    }
}

/// Asks by an input request where the client speaks the modern generation, by a request of its own otherwise.
async fn ask(
    params: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    if let Some(answer) = params.input_responses.as_ref().and_then(|answers| answers.get("elicitation")) {
        let name = answer["content"]["name"].as_str().unwrap_or_default();
        return Ok(text(&format!("{} {name}", answer["action"].as_str().unwrap_or_default())).into());
    }
    let question = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "What is your name?".into(),
        requested_schema: serde_json::from_value(json!({
            "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"]
        }))
        .unwrap(),
    };
    if context.meta.protocol_version() == Some(ProtocolVersion::V_2026_07_28) {
        let mut requests = InputRequests::new();
        requests.insert("elicitation".into(), InputRequest::Elicitation(ElicitRequest::new(question)));
        return Ok(InputRequiredResult::new(Some(requests), None).into());
    }
    let answer = context
        .peer
        .create_elicitation(question)
        .await
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let answer = serde_json::to_value(answer).unwrap_or_default();
    let name = answer["content"]["name"].as_str().unwrap_or_default();
    Ok(text(&format!("{} {name}", answer["action"].as_str().unwrap_or_default())).into())
}

fn text(value: &str) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(value)])
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(port) = std::env::args().nth(1) else {
        Offered.serve(rmcp::transport::stdio()).await?.waiting().await?;
        return Ok(());
    };
    let service: StreamableHttpService<Offered, LocalSessionManager> =
        StreamableHttpService::new(|| Ok(Offered), Default::default(), StreamableHttpServerConfig::default());
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}")).await?;
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

//! The client of rmcp against the server on the command line, a program or a URL; prints what it saw as one JSON line. Takes the
//! revision to ask for first, "newest" for both generations.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient,
    model::*,
    service::{NotificationContext, PeerRequestOptions, RequestContext, RunningService},
    transport::{StreamableHttpClientTransport, TokioChildProcess},
};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

#[derive(Clone, Default)]
struct Visitor {
    progress: Arc<AtomicU32>,
}

impl ClientHandler for Visitor {
    fn get_info(&self) -> ClientConfig {
        let capabilities = ClientCapabilities::builder().enable_elicitation().build();
        ClientConfig::new(capabilities, Implementation::new("rmcp", "1.0.0"))
    }

    async fn create_elicitation(
        &self,
        _request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "name": "Ada" })))
    }

    async fn on_progress(&self, _params: ProgressNotificationParam, _context: NotificationContext<RoleClient>) {
        self.progress.fetch_add(1, Ordering::SeqCst);
    }
}

type Session = RunningService<RoleClient, Visitor>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    tokio::time::timeout(Duration::from_secs(25), visit()).await?
}

async fn visit() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wanted, target, rest @ ..] = arguments.as_slice() else {
        return Err("a revision and a server, please".into());
    };
    let lifecycle = if wanted == "newest" {
        ClientLifecycleMode::Auto { preferred_versions: vec![ProtocolVersion::V_2026_07_28], legacy_version: None }
    } else {
        ClientLifecycleMode::Initialize
    };
    let visitor = Visitor::default();
    let progress = visitor.progress.clone();
    let is_over_http = target.starts_with("http:");
    let session = if is_over_http {
        visitor.serve_with_lifecycle(StreamableHttpClientTransport::from_uri(target.as_str()), lifecycle).await?
    } else {
        let mut command = tokio::process::Command::new(target);
        command.args(rest);
        visitor.serve_with_lifecycle(TokioChildProcess::new(command)?, lifecycle).await?
    };

    let info = serde_json::to_value(session.peer_info().ok_or("no information")?.as_ref())?;
    let tools: Vec<String> = session.list_all_tools().await?.into_iter().map(|tool| tool.name.to_string()).collect();
    let called = call(&session, "echo", json!({ "text": "hello" })).await?;
    let failed = session.call_tool(CallToolRequestParams::new("test_error_handling")).await?;
    let read = session.read_resource(ReadResourceRequestParams::new("test://static-text")).await?;
    let asked = GetPromptRequestParams::new("test_prompt_with_arguments")
        .with_arguments(object(json!({ "arg1": "one", "arg2": "two" })));
    let prompt = session.get_prompt(asked).await?;
    call(&session, "stream", json!({ "n": 3 })).await?;
    // Its handlers of notifications may run after the answer.
    for _ in 0..20 {
        if progress.load(Ordering::SeqCst) >= 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    let sleep = CallToolRequestParams::new("sleep").with_arguments(object(json!({ "ms": 20000 })));
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(sleep));
    let handle = session.send_cancellable_request(request, PeerRequestOptions::no_options()).await?;
    tokio::time::sleep(Duration::from_millis(200)).await;
    handle.cancel(Some("enough".into())).await?;
    let cancelled = call(&session, "echo", json!({ "text": "still there" })).await?;
    let elicited = call(&session, "ask", json!({ "kinds": ["elicitation"] })).await?;

    let mut seen = json!({
        "revision": info["protocolVersion"],
        "tools": tools,
        "call": called,
        "failure": if failed.is_error == Some(true) { "isError" } else { "a result" },
        "resource": serde_json::to_value(&read)?["contents"][0]["text"],
        "prompt": serde_json::to_value(&prompt)?["messages"][0]["content"]["text"],
        "progress": progress.load(Ordering::SeqCst),
        "cancelled": cancelled,
        "elicited": elicited,
    });
    if is_over_http && info["protocolVersion"] == "2025-11-25" {
        seen["resumed"] = call(&session, "test_reconnection", json!({})).await?.into();
    }
    session.cancel().await?;
    println!("{seen}");
    Ok(())
}

async fn call(session: &Session, name: &'static str, arguments: Value) -> Result<String, Failure> {
    let result = session.call_tool(CallToolRequestParams::new(name).with_arguments(object(arguments))).await?;
    let result = serde_json::to_value(result)?;
    Ok(result["content"][0]["text"].as_str().unwrap_or_default().to_string())
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(members) => members,
        _ => JsonObject::new(),
    }
}

// The Go SDK's client against the server on the command line, a program or a URL; prints what it saw as one JSON line. Takes the
// revision to ask for first, "newest" for its own choice.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type seen struct {
	Revision  string   `json:"revision"`
	Tools     []string `json:"tools"`
	Call      string   `json:"call"`
	Failure   string   `json:"failure"`
	Resource  string   `json:"resource"`
	Prompt    string   `json:"prompt"`
	Progress  int      `json:"progress"`
	Cancelled string   `json:"cancelled"`
	Elicited  string   `json:"elicited"`
	Resumed   string   `json:"resumed,omitempty"`
}

func main() {
	ctx, stop := context.WithTimeout(context.Background(), 25*time.Second)
	defer stop()
	var progress atomic.Int32
	client := mcp.NewClient(&mcp.Implementation{Name: "go", Version: "1.0.0"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"name": "Ada"}}, nil
		},
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { progress.Add(1) },
	})
	options := &mcp.ClientSessionOptions{}
	if os.Args[1] != "newest" {
		options.ProtocolVersion = os.Args[1]
	}
	isOverHTTP := strings.HasPrefix(os.Args[2], "http:")
	var transport mcp.Transport = &mcp.CommandTransport{Command: exec.Command(os.Args[2], os.Args[3:]...)}
	if isOverHTTP {
		transport = &mcp.StreamableClientTransport{Endpoint: os.Args[2]}
	}
	session, err := client.Connect(ctx, transport, options)
	must(err)
	saw := seen{Revision: session.InitializeResult().ProtocolVersion}

	for tool, err := range session.Tools(ctx, nil) {
		must(err)
		saw.Tools = append(saw.Tools, tool.Name)
	}
	saw.Call = call(ctx, session, "echo", map[string]any{"text": "hello"})
	failed, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "test_error_handling"})
	must(err)
	if failed.IsError {
		saw.Failure = "isError"
	}
	read, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "test://static-text"})
	must(err)
	saw.Resource = read.Contents[0].Text
	prompt, err := session.GetPrompt(ctx, &mcp.GetPromptParams{
		Name:      "test_prompt_with_arguments",
		Arguments: map[string]string{"arg1": "one", "arg2": "two"},
	})
	must(err)
	saw.Prompt = textOf(prompt.Messages[0].Content)

	reporting := &mcp.CallToolParams{Name: "stream", Arguments: map[string]any{"n": 3}}
	reporting.SetProgressToken("progress")
	_, err = session.CallTool(ctx, reporting)
	must(err)
	// Its handlers of notifications may run after the answer.
	for i := 0; i < 20 && progress.Load() < 3; i++ {
		time.Sleep(50 * time.Millisecond)
	}
	saw.Progress = int(progress.Load())

	cancelled, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	_, err = session.CallTool(cancelled, &mcp.CallToolParams{Name: "sleep", Arguments: map[string]any{"ms": 20000}})
	cancel()
	if err != nil {
		saw.Cancelled = call(ctx, session, "echo", map[string]any{"text": "still there"})
	}
	saw.Elicited = call(ctx, session, "ask", map[string]any{"kinds": []string{"elicitation"}})
	if isOverHTTP && saw.Revision == "2025-11-25" {
		saw.Resumed = call(ctx, session, "test_reconnection", map[string]any{})
	}
	must(session.Close())
	must(json.NewEncoder(os.Stdout).Encode(saw))
}

func call(ctx context.Context, session *mcp.ClientSession, name string, arguments map[string]any) string {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: arguments})
	must(err)
	return textOf(result.Content[0])
}

func textOf(content mcp.Content) string {
	if text, ok := content.(*mcp.TextContent); ok {
		return text.Text
	}
	return fmt.Sprintf("%T", content)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

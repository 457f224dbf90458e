// A server on the Go SDK with the tools that every client here is tried with. Over stdio; with a port, over Streamable HTTP there:
// without sessions, or with sessions and streams that can be resumed where the second argument is "sessions".
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type echoInput struct {
	Text string `json:"text"`
}

type sleepInput struct {
	Ms int `json:"ms"`
}

type streamInput struct {
	N int `json:"n"`
}

type askInput struct {
	Kinds []string `json:"kinds"`
}

var interrupted atomic.Int32

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "go", Version: "1.0.0"}, nil)

	mcp.AddTool(server, &mcp.Tool{Name: "echo", Description: "Returns its text"},
		func(_ context.Context, _ *mcp.CallToolRequest, in echoInput) (*mcp.CallToolResult, any, error) {
			return text(in.Text), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "test_error_handling", Description: "Fails"},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return nil, nil, errors.New("it failed")
		})
	mcp.AddTool(server, &mcp.Tool{Name: "sleep", Description: "Waits; ends early when cancelled"}, sleep)
	mcp.AddTool(server, &mcp.Tool{Name: "interrupted", Description: "How many sleeps ended early"},
		func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return text(fmt.Sprint(interrupted.Load())), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "stream", Description: "Reports progress n times"}, stream)
	mcp.AddTool(server, &mcp.Tool{Name: "ask", Description: "Asks the user for a name"}, ask)
	mcp.AddTool(server, &mcp.Tool{Name: "test_reconnection", Description: "Hangs up, works on, and answers the client's return"}, reconnect)

	server.AddResource(&mcp.Resource{Name: "text", URI: "test://static-text", MIMEType: "text/plain"},
		func(_ context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: request.Params.URI, Text: "a text"}}}, nil
		})
	server.AddPrompt(&mcp.Prompt{Name: "test_prompt_with_arguments", Arguments: []*mcp.PromptArgument{{Name: "arg1"}, {Name: "arg2"}}},
		func(_ context.Context, request *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			content := &mcp.TextContent{Text: request.Params.Arguments["arg1"] + " and " + request.Params.Arguments["arg2"]}
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: content}}}, nil
		})

	if len(os.Args) < 2 {
		// A client that hangs up is no failure.
		if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
			log.Print(err)
		}
		return
	}
	options := &mcp.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true}
	if len(os.Args) > 2 && os.Args[2] == "sessions" {
		options = &mcp.StreamableHTTPOptions{EventStore: mcp.NewMemoryEventStore(nil)}
	}
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], handler))
}

func sleep(ctx context.Context, _ *mcp.CallToolRequest, in sleepInput) (*mcp.CallToolResult, any, error) {
	select {
	case <-time.After(time.Duration(in.Ms) * time.Millisecond):
		return text("slept"), nil, nil
	case <-ctx.Done():
		interrupted.Add(1)
		return nil, nil, ctx.Err()
	}
}

func stream(ctx context.Context, request *mcp.CallToolRequest, in streamInput) (*mcp.CallToolResult, any, error) {
	token := request.Params.GetProgressToken()
	for i := 1; i <= in.N && token != nil; i++ {
		progress := &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(i), Total: float64(in.N)}
		if err := request.Session.NotifyProgress(ctx, progress); err != nil {
			return nil, nil, err
		}
	}
	return text("done"), nil, nil
}

func ask(_ context.Context, request *mcp.CallToolRequest, _ askInput) (*mcp.CallToolResult, any, error) {
	if answer, ok := request.Params.InputResponses["elicitation"].(*mcp.ElicitResult); ok {
		return text(fmt.Sprintf("%s %v", answer.Action, answer.Content["name"])), nil, nil
	}
	form := &jsonschema.Schema{
		Type:       "object",
		Properties: map[string]*jsonschema.Schema{"name": {Type: "string"}},
		Required:   []string{"name"},
	}
	question := &mcp.ElicitParams{Message: "What is your name?", RequestedSchema: form}
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"elicitation": question}}, nil, nil
}

func reconnect(_ context.Context, request *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if request.Extra != nil && request.Extra.CloseSSEStream != nil {
		request.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 100 * time.Millisecond})
	}
	time.Sleep(100 * time.Millisecond)
	return text("The answer that waited for you."), nil, nil
}

func text(value string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: value}}}
}

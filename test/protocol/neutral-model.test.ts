/** The neutral model is the newest revision's shapes without their envelope: checked by the compiler. */
import type * as model from "@mcpwire/protocol";
import type { Revision20260728 as newest } from "@mcpwire/protocol";
import { describe, expectTypeOf, it } from "vitest";

describe("the neutral model", () => {
  it("takes every object of the newest revision", () => {
    expectTypeOf<newest.ContentBlock>().toExtend<model.ContentBlock>();
    expectTypeOf<newest.Tool>().toExtend<model.Tool>();
    expectTypeOf<newest.Resource>().toExtend<model.Resource>();
    expectTypeOf<newest.ResourceTemplate>().toExtend<model.ResourceTemplate>();
    expectTypeOf<newest.Prompt>().toExtend<model.Prompt>();
    expectTypeOf<newest.PromptMessage>().toExtend<model.PromptMessage>();
    expectTypeOf<newest.SamplingMessage>().toExtend<model.SamplingMessage>();
    expectTypeOf<newest.PrimitiveSchemaDefinition>().toExtend<model.PrimitiveSchemaDefinition>();
    expectTypeOf<newest.SubscriptionFilter>().toExtend<model.SubscriptionFilter>();
    expectTypeOf<newest.Root>().toExtend<model.Root>();
    expectTypeOf<newest.Implementation>().toExtend<model.Implementation>();
  });

  it("takes every result of the newest revision, whose envelope is one of its unknown members", () => {
    expectTypeOf<newest.CallToolResult>().toExtend<model.CallToolResult>();
    expectTypeOf<newest.ListToolsResult>().toExtend<model.ListToolsResult>();
    expectTypeOf<newest.ListResourcesResult>().toExtend<model.ListResourcesResult>();
    expectTypeOf<newest.ListResourceTemplatesResult>().toExtend<model.ListResourceTemplatesResult>();
    expectTypeOf<newest.ReadResourceResult>().toExtend<model.ReadResourceResult>();
    expectTypeOf<newest.ListPromptsResult>().toExtend<model.ListPromptsResult>();
    expectTypeOf<newest.GetPromptResult>().toExtend<model.GetPromptResult>();
    expectTypeOf<newest.CompleteResult>().toExtend<model.CompleteResult>();
  });

  it("gives the newest revision the objects that it expects", () => {
    expectTypeOf<model.ContentBlock>().toExtend<newest.ContentBlock>();
    expectTypeOf<model.Tool>().toExtend<newest.Tool>();
    expectTypeOf<model.Resource>().toExtend<newest.Resource>();
    expectTypeOf<model.Prompt>().toExtend<newest.Prompt>();
    expectTypeOf<model.SamplingMessage>().toExtend<newest.SamplingMessage>();
    expectTypeOf<model.ElicitRequestParams>().toExtend<newest.ElicitRequestParams>();
    expectTypeOf<model.ElicitResult>().toExtend<newest.ElicitResult>();
    expectTypeOf<model.Root>().toExtend<newest.Root>();
    expectTypeOf<model.Implementation>().toExtend<newest.Implementation>();
  });

  it("gives older revisions what they have in common with it", () => {
    expectTypeOf<model.TextContent>().toExtend<model.Revision20241105.TextContent>();
    expectTypeOf<model.AudioContent>().toExtend<model.Revision20250326.AudioContent>();
    expectTypeOf<model.ResourceLink>().toExtend<model.Revision20250618.ResourceLink>();
    expectTypeOf<model.ElicitedContent>().toExtend<NonNullable<model.Revision20251125.ElicitResult["content"]>>();
  });
});

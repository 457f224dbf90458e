/**
 * Finds out who issues tokens for a server: its resource metadata, then the metadata of an issuer that it names.
 *
 * resource metadata (challenge, path, root) → server metadata (each issuer, each well-known place) → found
 *                                           └ none at all: the places and paths of 2025-03-26
 *
 * Every place is tried before anything fails; what was read and refused is remembered, and closes the way back to older rules.
 * [2026-07-28 basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery]
 */
import { PROTOCOL_VERSION_HEADER } from "@mcpwire/protocol";
import { checkEndpoint, parseUrl } from "./endpoint-url.js";
import type { FailureReason, FlowGoal, FlowSettings } from "./flow-contract.js";
import { parseObject } from "./json.js";
import {
  canonicalResource,
  defaultEndpoints,
  readResourceMetadata,
  readServerMetadata,
  shorten,
  type ResourceMetadata,
  type ServerMetadata,
} from "./metadata.js";
import type { Answer } from "./token.js";
import { resourceMetadataUrls, serverMetadataUrls } from "./well-known.js";

export type DiscoveryStep =
  | {
      readonly type: "get";
      readonly purpose: "resource-metadata" | "server-metadata";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: "found"; readonly resource: ResourceMetadata; readonly server: ServerMetadata }
  | { readonly type: "failed"; readonly reason: FailureReason; readonly message: string };

/** The revision that had no resource metadata. */
const beforeResourceMetadata = "2025-03-26";

/** A resource has one or two; a list without end would have us ask strangers without end. */
const maxIssuers = 8;

export class Discovery {
  readonly #settings: FlowSettings;
  readonly #goal: FlowGoal;
  /** Places still to try, the current one first. */
  #urls: readonly string[] = [];
  #issuers: readonly string[] = [];
  #resource: ResourceMetadata | undefined;
  #isLegacy = false;
  #refusal: { readonly reason: FailureReason; readonly message: string } | undefined;

  constructor(settings: FlowSettings, goal: FlowGoal) {
    this.#settings = settings;
    this.#goal = goal;
  }

  start(): DiscoveryStep {
    const { serverUrl, rules } = this.#settings;
    const named = this.#goal.challenge.resourceMetadata;
    const refused = named === undefined ? undefined : checkEndpoint(named, rules);
    if (refused !== undefined && "refused" in refused) {
      this.#refuse("discovery", `The server names metadata at ${shorten(named ?? "")}, which ${refused.refused}`);
    }
    this.#urls = resourceMetadataUrls(serverUrl, named).filter((url) => "url" in checkEndpoint(url, rules));
    return this.#nextResourceUrl();
  }

  answered(answer: Answer): DiscoveryStep {
    this.#urls = this.#urls.slice(1);
    const document = answer.status === 200 ? parseObject(answer.body) : undefined;
    const { serverUrl, rules } = this.#settings;
    if (this.#resource === undefined) {
      if (document === undefined) return this.#nextResourceUrl();
      const read = readResourceMetadata(document, serverUrl);
      if ("value" in read) return this.#named(read.value);
      if (this.#refusal === undefined) {
        this.#refuse("resource-mismatch", `The server's resource metadata ${read.refused}`);
      }
      return this.#nextResourceUrl();
    }
    if (document === undefined) return this.#nextServerUrl();
    const read = readServerMetadata(document, this.#issuers[0] ?? "", rules);
    if ("value" in read) return { type: "found", resource: this.#resource, server: read.value };
    this.#refuse("discovery", `The authorization server's metadata ${read.refused}`);
    return this.#nextServerUrl();
  }

  /** Another place may answer; if none does, silence is no evidence of a server of an older revision. */
  unreachable(message: string): DiscoveryStep {
    this.#urls = this.#urls.slice(1);
    if (this.#refusal === undefined) this.#refuse("unreachable", message);
    return this.#resource === undefined ? this.#nextResourceUrl() : this.#nextServerUrl();
  }

  #nextResourceUrl(): DiscoveryStep {
    const [url] = this.#urls;
    if (url !== undefined) return this.#get("resource-metadata", url);
    if (this.#refusal !== undefined) return { type: "failed", ...this.#refusal };
    const { serverUrl, legacyFallback } = this.#settings;
    // Who names metadata is no server of a revision that had none.
    if (!legacyFallback || this.#goal.challenge.resourceMetadata !== undefined) {
      const message = "The server publishes no metadata that says who issues its tokens";
      return { type: "failed", reason: "discovery", message };
    }
    // [2025-03-26 basic/authorization#authorization-base-url]
    this.#isLegacy = true;
    const origin = parseUrl(serverUrl)?.origin ?? serverUrl;
    return this.#named({ resource: canonicalResource(serverUrl), authorizationServers: [origin] });
  }

  #named(resource: ResourceMetadata): DiscoveryStep {
    this.#refusal = undefined;
    this.#resource = resource;
    this.#issuers = this.#preferred(resource.authorizationServers).slice(0, maxIssuers);
    return this.#nextIssuer();
  }

  /** The one that knows us already comes first. */
  #preferred(issuers: readonly string[]): readonly string[] {
    const known = this.#settings.client.preRegistered?.issuer ?? this.#goal.held?.issuer;
    return known !== undefined && issuers.includes(known)
      ? [known, ...issuers.filter((one) => one !== known)]
      : issuers;
  }

  #nextIssuer(): DiscoveryStep {
    const [issuer] = this.#issuers;
    if (issuer === undefined) {
      const message = "No authorization server of this server publishes metadata";
      return { type: "failed", ...(this.#refusal ?? { reason: "discovery", message }) };
    }
    const checked = checkEndpoint(issuer, this.#settings.rules);
    if ("url" in checked) {
      this.#urls = serverMetadataUrls(issuer);
      return this.#nextServerUrl();
    }
    this.#refuse("discovery", `The issuer ${shorten(issuer)} ${checked.refused}`);
    this.#issuers = this.#issuers.slice(1);
    return this.#nextIssuer();
  }

  #nextServerUrl(): DiscoveryStep {
    const [url] = this.#urls;
    if (url !== undefined) return this.#get("server-metadata", url);
    const [issuer] = this.#issuers;
    if (this.#isLegacy && this.#refusal === undefined && this.#resource !== undefined && issuer !== undefined) {
      return { type: "found", resource: this.#resource, server: defaultEndpoints(issuer) };
    }
    this.#issuers = this.#issuers.slice(1);
    return this.#nextIssuer();
  }

  #get(purpose: "resource-metadata" | "server-metadata", url: string): DiscoveryStep {
    // [2025-03-26 basic/authorization#server-metadata-discovery-headers]
    const version = this.#isLegacy ? { [PROTOCOL_VERSION_HEADER.toLowerCase()]: beforeResourceMetadata } : {};
    return { type: "get", purpose, url, headers: { accept: "application/json", ...version } };
  }

  #refuse(reason: FailureReason, message: string): void {
    this.#refusal = { reason, message };
  }
}

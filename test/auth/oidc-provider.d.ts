declare module "oidc-provider" {
  import type { RequestListener } from "node:http";
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: "grant.success", listener: (ctx: { oidc: { params: { grant_type: string } } }) => void): void;
  }
}

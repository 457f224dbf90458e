/**
 * What every runtime of ours has, and nothing else: Node, Bun, Deno, workerd and browsers. Packages whose sources name no host
 * compile against this file instead of the DOM or Node types, so that the compiler keeps them universal.
 */

interface EventTarget {}

interface AbortSignal extends EventTarget {
  readonly aborted: boolean;
  // `any`, as every host declares it: what was passed to `abort` comes back as it was.
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
declare var AbortSignal: { prototype: AbortSignal };

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare function setTimeout(handler: () => void, ms?: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function queueMicrotask(task: () => void): void;
declare var performance: { now(): number };
/** Not in every one of them. */
declare var navigator: { readonly userAgent?: string } | undefined;

declare class TextEncoder {
  encode(text?: string): Uint8Array;
  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class URL {
  constructor(url: string, base?: string | URL);
  static canParse?(url: string, base?: string): boolean;
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  toString(): string;
}

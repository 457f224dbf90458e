/**
 * Which of a server's icons a host may show. [2026-07-28 basic/index#icons]
 *
 * An icon is untrusted: its address may point anywhere, and what lies there may be a program. This file looks at the description
 * alone and fetches nothing; a host that fetches does so without credentials, follows no redirect to another origin, and asks
 * `iconTypeOf` what it got.
 */
import type { Icon } from "@mcpwire/protocol";
import { isObject } from "./guards.js";

/** Types that are shown unless told otherwise: those that hold pixels and nothing else. SVG may hold scripts, so it must be asked for. */
export const defaultIconTypes: readonly string[] = ["image/png", "image/jpeg", "image/webp"];

export interface IconRules {
  /** The server's URL; only icons of its origin are accepted. Without one (a process), only `data:` icons are. */
  readonly serverUrl?: string | URL;
  /** Media types to accept. Default: `defaultIconTypes`. */
  readonly types?: readonly string[];
  /** The longest `data:` URI, in characters. Default 262 144. */
  readonly maxDataLength?: number;
}

export interface IconChoice {
  /** In the server's order. `mimeType` is normalized; for a `data:` icon it is always there and agrees with its bytes. */
  readonly accepted: readonly Icon[];
  readonly refused: readonly { readonly icon: unknown; readonly reason: string }[];
}

/** Sorts the `icons` of a tool, a resource, a prompt or an implementation. Takes whatever the server sent, and never throws. */
export function chooseIcons(icons: unknown, rules: IconRules = {}): IconChoice {
  const accepted: Icon[] = [];
  const refused: { icon: unknown; reason: string }[] = [];
  const listed: readonly unknown[] = Array.isArray(icons)
    ? icons
    : icons === undefined || icons === null
      ? []
      : [icons];
  for (const icon of listed) {
    const verdict = judge(icon, rules);
    if (typeof verdict === "string") refused.push({ icon, reason: verdict });
    else accepted.push(verdict);
  }
  return { accepted, refused };
}

/** The accepted icon, or why it is refused. */
function judge(icon: unknown, rules: IconRules): Icon | string {
  if (!isObject(icon) || typeof icon["src"] !== "string") return "it has no src";
  const { src } = icon;
  const types = (rules.types ?? defaultIconTypes).map(normalized);
  const declared = typeof icon["mimeType"] === "string" ? normalized(icon["mimeType"]) : undefined;
  if (declared !== undefined && !types.includes(declared)) return `the type ${shown(declared)} is not accepted`;
  if (/^data:/i.test(src)) {
    const found = dataType(src, types, rules.maxDataLength ?? 262_144);
    if ("problem" in found) return found.problem;
    if (declared !== undefined && declared !== found.type) return `it says ${declared} and holds ${found.type}`;
    return iconOf(icon, src, found.type);
  }
  const url = parsed(src);
  if (url === undefined) return "its src is not an absolute URL";
  if (url.protocol !== "https:") return `the scheme ${shown(url.protocol)} is not accepted`;
  if (!url.href.startsWith(`${url.origin}/`)) return "its src holds credentials";
  const origin = rules.serverUrl === undefined ? undefined : parsed(String(rules.serverUrl))?.origin;
  if (origin === undefined) return "the server has no origin that an https icon could come from";
  if (url.origin !== origin) return `it is of ${shown(url.origin)}, not of the server's origin`;
  return iconOf(icon, src, declared);
}

/** Only known members, each of its type: what is left can be handed on. */
function iconOf(icon: Readonly<Record<string, unknown>>, src: string, mimeType: string | undefined): Icon {
  const { sizes, theme } = icon;
  return {
    src,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(Array.isArray(sizes) ? { sizes: sizes.filter((size) => typeof size === "string") } : {}),
    ...(theme === "light" || theme === "dark" ? { theme } : {}),
  };
}

/** The type of a `data:` URI, where its bytes agree with it. [2026-07-28 basic/index#icons] */
function dataType(
  src: string,
  types: readonly string[],
  maxLength: number,
): { readonly type: string } | { readonly problem: string } {
  if (src.length > maxLength) return { problem: `its data is longer than ${maxLength} characters` };
  const comma = src.indexOf(",");
  const [said = "", ...parameters] = src.slice("data:".length, Math.max(comma, 0)).split(";");
  if (comma < 0 || parameters.at(-1)?.trim().toLowerCase() !== "base64") return { problem: "its data is not base64" };
  const type = normalized(said);
  if (!types.includes(type)) return { problem: `the type ${shown(type)} is not accepted` };
  const found = iconTypeOf(firstBytes(src.slice(comma + 1, comma + 1 + 4 * 128)));
  if (found === type) return { type };
  return { problem: `it says ${type} and holds ${found ?? "something else"}` };
}

/** The image type that the first bytes of a file show, SVG among them; undefined for anything else. 16 bytes are enough, 256 for SVG. */
export function iconTypeOf(bytes: Uint8Array): string | undefined {
  for (const [type, marks] of signatures) {
    if (marks.every(([at, ...mark]) => mark.every((byte, i) => bytes[at + i] === byte))) return type;
  }
  const text = new TextDecoder().decode(bytes.subarray(0, 256));
  return /^\s*<(\?xml|!--|!DOCTYPE svg|svg)[\s>]/i.test(text) ? "image/svg+xml" : undefined;
}

/** Type → where in the file which bytes stand. */
const signatures: readonly (readonly [string, readonly (readonly [at: number, ...mark: number[]])[]])[] = [
  ["image/png", [[0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]],
  ["image/jpeg", [[0, 0xff, 0xd8, 0xff]]],
  ["image/gif", [[0, 0x47, 0x49, 0x46, 0x38]]],
  [
    "image/webp",
    [
      [0, 0x52, 0x49, 0x46, 0x46],
      [8, 0x57, 0x45, 0x42, 0x50],
    ],
  ],
];

/** `image/jpg` is no type of its own. */
function normalized(type: string): string {
  const bare = (type.split(";")[0] ?? "").trim().toLowerCase();
  return bare === "image/jpg" ? "image/jpeg" : bare;
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes of some base64, up to where it stops being that. */
function firstBytes(base64: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const digit of base64) {
    const value = alphabet.indexOf(digit);
    if (value < 0) break;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes.push((bits >> held) & 0xff);
    }
  }
  return new Uint8Array(bytes);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

/** `application/x-www-form-urlencoded`, both ways. Byte-exact: nothing is normalized but the encoding itself. */

export type FormFields = readonly (readonly [name: string, value: string])[];

export function encodeForm(fields: FormFields): string {
  return fields.map(([name, value]) => `${encodeComponent(name)}=${encodeComponent(value)}`).join("&");
}

/** One name or value. Also how client credentials are written before Base64 in HTTP Basic. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, "+");
}

/** The fields of a query or body; undefined where an escape is malformed or a name comes twice, which OAuth forbids. */
export function decodeForm(text: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decodeComponent(at === -1 ? pair : pair.slice(0, at));
    const value = decodeComponent(at === -1 ? "" : pair.slice(at + 1));
    if (name === undefined || value === undefined || fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}

function decodeComponent(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return undefined;
  }
}

/** Adds fields to a URL's query and keeps what is there. */
export function withQuery(url: string, fields: FormFields): string {
  const hash = url.indexOf("#");
  const base = hash === -1 ? url : url.slice(0, hash);
  const joint = !base.includes("?") ? "?" : /[?&]$/.test(base) ? "" : "&";
  return `${base}${joint}${encodeForm(fields)}`;
}

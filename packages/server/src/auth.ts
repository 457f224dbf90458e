/** What `ctx.auth` is: the program's to say, once. */

/**
 * Declares the type of `ctx.auth` for a whole program, by merging a member `principal` into it:
 * `declare module "@mcpwire/server" { interface AuthTypes { principal: Principal } }`. It states what the host's `authorize` hook gives;
 * nothing checks it. Without it, `ctx.auth` is unknown.
 */
// oxlint-disable-next-line no-empty-interface, no-empty-object-type -- its members are the program's to add
export interface AuthTypes {}

/** Who asks, as the host's own authorization says; undefined where nobody checked, as over stdio. See `AuthTypes`. */
export type Auth = AuthTypes extends { readonly principal: infer P } ? P | undefined : unknown;

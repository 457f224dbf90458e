/**
 * `await using client = await connect(…)`, where the host and the compiler know it. Neither must: the type below has a member only
 * where the reader's own libraries declare `Symbol.asyncDispose`, so that a declaration of ours asks nobody for `esnext.disposable`.
 */

/** Closes at the end of an `await using` block. */
export type Disposed = {
  readonly [
    Name in keyof SymbolConstructor as Name extends "asyncDispose" ? SymbolConstructor[Name] & symbol : never
  ]: () => Promise<void>;
};

/** `Symbol.asyncDispose`, where the host has it. */
const asyncDispose: symbol | undefined = (Symbol as { readonly asyncDispose?: symbol }).asyncDispose; // optional: any host passes

/** What a class extends whose `close` is what disposing means. */
export const Closeable: abstract new () => Disposed = closeable();

function closeable(): abstract new () => Disposed {
  abstract class Base {
    abstract close(): Promise<void>;
  }
  if (asyncDispose !== undefined) {
    Object.defineProperty(Base.prototype, asyncDispose, {
      value(this: Base) {
        return this.close();
      },
    });
  }
  // The member that the type may have was just defined, on the hosts that have the symbol.
  return Base as unknown as abstract new () => Disposed;
}

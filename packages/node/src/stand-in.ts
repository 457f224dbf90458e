/**
 * Objects that stand in for a `Request` or a `Response`: they answer themselves what they know, and build the real object when somebody
 * asks for more. From then on every member is the real one's.
 */

/** A constructor, as far as it is looked at here. */
interface Made {
  readonly prototype: object;
}

/**
 * Gives the instances of `standIn` every member that those of `real` have. What `standIn` declares itself stays; all else goes to
 * `realOf(instance)`. `sample` is a real object: runtimes that keep an object's state under symbols look for them on stand-ins too.
 */
export function standInFor(standIn: Made, real: Made, sample: object, realOf: (instance: object) => object): void {
  const { prototype } = standIn;
  // `request.constructor` is `Request`.
  Reflect.deleteProperty(prototype, "constructor");
  Object.setPrototypeOf(prototype, real.prototype);
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(real.prototype))) {
    if (name === "constructor") continue;
    const own = Object.getOwnPropertyDescriptor(prototype, name);
    const { enumerable = false } = descriptor;
    if (own !== undefined) Object.defineProperty(prototype, name, { ...own, enumerable });
    else
      Object.defineProperty(prototype, name, { configurable: true, enumerable, ...delegate(name, descriptor, realOf) });
  }
  for (const symbol of Object.getOwnPropertySymbols(sample)) {
    Object.defineProperty(prototype, symbol, {
      configurable: true,
      get(this: object): unknown {
        return Reflect.get(realOf(this), symbol);
      },
    });
  }
}

function delegate(
  name: string,
  descriptor: PropertyDescriptor,
  realOf: (instance: object) => object,
): PropertyDescriptor & ThisType<object> {
  const method: unknown = descriptor.value;
  if (typeof method !== "function") {
    return {
      get(): unknown {
        return Reflect.get(realOf(this), name);
      },
    };
  }
  return {
    writable: true,
    value(...args: unknown[]): unknown {
      return Reflect.apply(method, realOf(this), args);
    },
  };
}

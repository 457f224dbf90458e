/** This package's version, as its default client info says it. */
export const version = "0.0.0";
